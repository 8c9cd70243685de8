# How a side module is built: a WebAssembly file that stands alone, without glue and imports, whose
# exported functions take and return numbers.

set(EPITOME_SIDE_COMPILE_FLAGS
  ${EPITOME_WASM_COMPILE_FLAGS}
  -O3  # after the core's choice, so that it wins: these are loops over every byte of a text
)

set(EPITOME_SIDE_LINK_FLAGS
  --no-entry               # a library: nothing runs before the first call
  -sSTANDALONE_WASM        # no JavaScript beside it; our loaders instantiate it without imports
  -sALLOW_MEMORY_GROWTH    # memory follows what was loaded and the longest text
  -sINITIAL_HEAP=64KB      # a page; the rest grows when something needs it
  -sSTACK_SIZE=64KB        # nothing recurses
  -sMALLOC=emmalloc        # smallest allocator; blocks are few and large
  -sFILESYSTEM=0           # no input or output
  # An engine compiles anew what is called often: a step that is called from one loop stays a function.
  -sBINARYEN_EXTRA_PASSES=--one-caller-inline-max-function-size=0
)

# `epitome_side_module(NAME PATTERN...)` builds NAME.wasm from bindings/NAME.cc and the sources that
# match the patterns. They are compiled anew, not taken from epitome_core: its library carries the
# core's link flags, and is optimised for size.
function(epitome_side_module name)
  list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/")
  file(GLOB sources CONFIGURE_DEPENDS ${ARGN})
  set(target epitome_side_${name})
  add_executable(${target} "${PROJECT_SOURCE_DIR}/bindings/${name}.cc" ${sources})
  target_include_directories(${target} PRIVATE
    "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/bindings")
  target_link_libraries(${target} PRIVATE epitome_shared_flags)
  target_compile_options(${target} PRIVATE ${EPITOME_SIDE_COMPILE_FLAGS})
  target_link_options(${target} PRIVATE ${EPITOME_SIDE_COMPILE_FLAGS} ${EPITOME_SIDE_LINK_FLAGS})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${name}
    SUFFIX .wasm
    LINK_DEPENDS "${PROJECT_SOURCE_DIR}/bindings/side_module.cmake")
endfunction()
