/// How a side module's functions reach JavaScript: by name, without glue. Decides nothing else;
/// bindings/side_module.cmake says how such a module is built.
#pragma once

#define EPITOME_EXPORT(name) extern "C" __attribute__((export_name(#name)))
