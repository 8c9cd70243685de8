/// What a single word is by its looks: a path, a hash, a name of code. Decides by rule and a few
/// short lists; refuses to know where the word stands.
#pragma once

#include <cstddef>
#include <string_view>

namespace epitome {

/// Seven hexadecimal digits or more in one case, with a digit and a letter.
bool isHash(std::string_view word);
bool isUuid(std::string_view word);
/// `1.2.3`, `v1.2`, `2.0.0-beta.1`.
bool isVersion(std::string_view word);
bool isEmail(std::string_view word);
/// A host's name, with a path behind it or without: `docs.example.com/a`.
bool isHost(std::string_view word);
/// Surely a path of files: by its root, its extension, a folder that everybody has.
bool isPath(std::string_view word);
/// snake_case, camelCase, PascalCase, CONSTANT_CASE, codes like ZFA04Y, dotted names of those.
bool isSymbol(std::string_view word);
/// ABC-123.
bool isTicket(std::string_view word);
/// Length of the `--name` that the word starts with; 0: none.
size_t flagLength(std::string_view word);

}  // namespace epitome
