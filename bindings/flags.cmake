# Every flag that is Emscripten's own, one a line, each with its reason. Flags that native builds
# share are in CMakeLists.txt. Debug and release differ only below the line that says so.

set(EPITOME_WASM_COMPILE_FLAGS
  -fno-rtti    # type names are dead weight: nothing is cast by its dynamic type
  -msimd128    # scanning and counting text go 16 bytes at a time; every supported runtime has it
  # Older than SIMD, so that every supported runtime has them too: copies are one instruction, and
  # turning a number into an integer needs no range check.
  -mbulk-memory
  -mnontrapping-fptoint
)

set(EPITOME_WASM_DEFINITIONS
  EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0  # embind must not ask for the type names that -fno-rtti removed
)

set(EPITOME_WASM_LINK_FLAGS
  -lembind                                      # the binding library
  -sMODULARIZE                                  # a factory, so that a trapped instance can be replaced
  -sEXPORT_ES6                                  # as an ES module's default export
  -sEXPORT_NAME=createCore                      # the factory's name in stack traces
  -sINCOMING_MODULE_JS_API=instantiateWasm      # our loaders always bring the module: no loading code
  -sDYNAMIC_EXECUTION=0                         # no eval: Workers and strict pages forbid it
  -sEMBIND_AOT                                  # so invokers are written at link time instead
  -sTEXTDECODER=0                               # no text crosses by the glue; making its decoders takes long
  -sMALLOC=emmalloc                             # smallest allocator; large blocks are few and long-lived
  -sFILESYSTEM=0                                # the core does no input or output
  -sALLOW_MEMORY_GROWTH                         # memory follows the session, not the worst case
  -sMEMORY_GROWTH_LINEAR_STEP=65536             # by a page at a time: memory never shrinks again
  -sINITIAL_HEAP=1MB                            # enough for a usual session, a fifteenth of the default
  -sSTACK_SIZE=256KB                            # room for parsing nested JSON, whose depth is bounded
  -sEXPORTED_RUNTIME_METHODS=HEAPU8             # the one byte buffer that text and tables cross in
)

# Release and debug differ from here on.

if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  list(APPEND EPITOME_WASM_COMPILE_FLAGS
    -O1  # unoptimised WebAssembly is too slow for the test suites
    -g   # function names in stack traces
  )
  list(APPEND EPITOME_WASM_LINK_FLAGS
    -sENVIRONMENT=web,node    # assertions refuse to start elsewhere, and the test suites run in Node
    -sASSERTIONS=1            # the glue checks its callers
    -sSTACK_OVERFLOW_CHECK=2  # a deep recursion stops where it happens instead of corrupting data
  )
else()
  list(APPEND EPITOME_WASM_COMPILE_FLAGS
    -Oz    # size before speed: nearly all code runs once a rewrite, not once a message
  )
  list(APPEND EPITOME_WASM_LINK_FLAGS
    -sENVIRONMENT=web  # one glue for all runtimes: without code for any, since loaders bring the module
  )
  if(EPITOME_QUICK)
    list(APPEND EPITOME_WASM_LINK_FLAGS -O1)  # the passes that rewrite a whole module take a minute
  else()
    list(APPEND EPITOME_WASM_COMPILE_FLAGS
      -flto  # inlining across rooms, and unused library code goes
    )
    list(APPEND EPITOME_WASM_LINK_FLAGS
      -O3  # the linker's own passes; the code keeps the size that it was compiled for
    )
  endif()
endif()
