/// What a step that changes nothing does without. Decides how its doors are marked; which functions
/// they are is bindings/halves.mjs's matter.
#pragma once

/// A door to it: a function that stays one, so that what only doors lead to can be a file of its
/// own, which is loaded when one is first gone through.
#define EPITOME_LATER [[gnu::noinline]]
