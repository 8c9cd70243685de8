/// How a side module's functions reach JavaScript: by name, without glue.
/// bindings/side_module.cmake builds such a module.
#pragma once

#define EPITOME_EXPORT(name) extern "C" __attribute__((export_name(#name)))
