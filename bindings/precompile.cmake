# Headers that every unit of a target reads first, compiled once. CMake's own way names them by their
# full path in each command, which no other clone's compilations are equal to.

# `epitome_precompile(TARGET HEADER...)` precompiles system headers for a target. Only with Clang, which
# Emscripten's compiler is, too.
function(epitome_precompile target)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_DISABLE_PRECOMPILE_HEADERS)
    return()
  endif()
  list(TRANSFORM ARGN REPLACE "(.+)" "#include <\\1>\n" OUTPUT_VARIABLE includes)
  list(JOIN includes "" text)
  set(header "${target}.pch.h")
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/${header}" CONTENT "${text}")

  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
  # Naming the system's own folder would put it before the C++ library's.
  set(folders "$<FILTER:$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>,EXCLUDE,^/usr/include$>")
  set(definitions "$<FILTER:$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>,EXCLUDE,^$>")
  add_custom_command(
    OUTPUT "${target}.pch"
    COMMAND "${CMAKE_CXX_COMPILER}" ${flags} -std=c++2b
      "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>"
      "$<$<BOOL:${folders}>:-isystem$<JOIN:${folders},;-isystem>>"
      "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
      -x c++-header "${header}" -o "${target}.pch"
    WORKING_DIRECTORY "${CMAKE_BINARY_DIR}"
    DEPENDS "${CMAKE_BINARY_DIR}/${header}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${target}_pch DEPENDS "${target}.pch")
  add_dependencies(${target} ${target}_pch)

  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:SHELL:-include-pch ${target}.pch>)
  get_target_property(sources ${target} SOURCES)
  set_source_files_properties(${sources} PROPERTIES OBJECT_DEPENDS "${CMAKE_BINARY_DIR}/${target}.pch")
  # What ccache takes for the content of the file, which is another in each clone.
  string(SHA256 sum
    "${text} ${CMAKE_CXX_COMPILER_VERSION} ${nlohmann_json_VERSION} ${GTest_VERSION}")
  file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/${target}.pch.sum" CONTENT "${sum}")
endfunction()
