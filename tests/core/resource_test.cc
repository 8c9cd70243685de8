// promise: 9 loses nothing silently
/// Keys against a plain comparison of parsed calls: equal exactly where the calls mean the same.
#include "transcript/resource.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/support/random_json.h"
#include "core/support/random_text.h"
#include "text/path.h"
#include "text/utf.h"

namespace epitome {
namespace {

using Json = nlohmann::ordered_json;
using test::Random;
using enum ResourceKind;

Resource resourceOf(std::string_view tool, std::string_view input,
                    std::span<const Extractor> own = {}) {
  ResourceReader reader(own);
  reader.name(tool);
  reader.input(input);
  return reader.take();
}

/// A string with some of its characters as escapes.
std::string spelled(Random& random, const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte < 0x80 && (random.chance(20) || c == '"' || c == '\\' || byte < 0x20)) {
      static constexpr char kDigits[] = "0123456789abcdef";
      out += std::string("\\u00") + kDigits[byte >> 4] + kDigits[byte & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

/// The members in any order, with any space.
std::string spelled(Random& random, std::vector<std::pair<std::string, Json>> members) {
  for (size_t i = members.size(); i > 1; --i) {
    std::swap(members[i - 1], members[random.below(static_cast<uint32_t>(i))]);
  }
  std::string out = test::randomSpace(random) + "{";
  for (size_t i = 0; i < members.size(); ++i) {
    const auto& [name, value] = members[i];
    out += (i > 0 ? "," : "") + test::randomSpace(random) + spelled(random, name) +
           test::randomSpace(random) + ":" + test::randomSpace(random) +
           (value.is_string() ? spelled(random, value.get<std::string>())
                              : value.dump(random.chance(50) ? 2 : -1)) +
           test::randomSpace(random);
  }
  return out + "}" + test::randomSpace(random);
}

TEST(ResourceReader, GivesEqualKeysExactlyToEqualReads) {
  static const Json kValues[] = {"a.c",    "./a.c", "src//a.c", "src/./a.c",
                                 "../a.c", 10,      "10",       20,
                                 Json(),   "",      true,       Json::array(),
                                 {1, 20},  {12, 0}, {{"x", 1}}, "\u4f60/\U0001F600"};
  static constexpr std::string_view kNames[] = {"file_path", "filePath",    "offset", "view-range",
                                                "viewRange", "description", "unknown"};
  // What was asked for in plain words, and the key that it got.
  std::map<std::string, uint64_t> keys;
  std::map<uint64_t, std::string> meanings;
  for (uint64_t seed = 0; seed < 40'000; ++seed) {
    Random random(seed);
    std::vector<std::pair<std::string, Json>> members;
    std::map<std::string, std::string> meaning;
    for (uint32_t left = random.below(5); left > 0; --left) {
      std::string name(random.pick(kNames));
      std::string fold = name == "filePath" || name == "file_path" ? "path" : name;
      if (name == "view-range" || name == "viewRange") fold = "range";
      if (meaning.contains(fold)) continue;
      const Json value = random.pick(kValues);
      members.emplace_back(name, value);
      meaning[fold] = "";
      if (fold == "description" || value.is_null() || value == "" || value == Json::array())
        continue;
      if (fold == "path") {
        meaning[fold] = value.is_string()       ? text::normalizedPath(value.get<std::string>())
                        : value.is_structured() ? "compound " + value.dump()
                                                : value.dump();
      } else {
        meaning[fold] = value.is_string()       ? value.get<std::string>()
                        : value.is_structured() ? "compound " + value.dump()
                                                : value.dump();
      }
    }
    std::string words;
    for (const auto& [name, value] : meaning) {
      if (!value.empty()) words += name + "=" + value + ";";
    }
    const std::string input = spelled(random, members);
    ResourceReader reader;
    reader.name("Re");
    reader.name("ad");
    for (const std::string& piece : test::randomPieces(random, input)) reader.input(piece);
    const Resource resource = reader.take();
    ASSERT_EQ(resource, resourceOf("read", input)) << input;
    ASSERT_EQ(resource.kind, kRead);
    if (meaning["path"].empty()) {
      ASSERT_EQ(resource.key, 0U) << input;
      ASSERT_EQ(resource.whole, 0U) << input;
      continue;
    }
    ASSERT_NE(resource.key, 0U) << input;
    ASSERT_EQ(keys.emplace(words, resource.key).first->second, resource.key) << input;
    ASSERT_EQ(meanings.emplace(resource.key, words).first->second, words) << input;
    const bool whole = words.find(';') + 1 == words.size();
    ASSERT_EQ(resource.key == resource.whole, whole) << input;
    Json written;
    for (const auto& [name, value] : members) {
      if (name.starts_with("file")) written["path"] = value;
    }
    ASSERT_EQ(resourceOf("write_file", written.dump()).key, resource.whole) << input;
  }
  EXPECT_GT(keys.size(), 300U);
}

TEST(ResourceReader, KnowsTheToolsOfCommonAgents) {
  struct Case {
    std::string_view tool;
    std::string_view input;
    ResourceKind kind;
    bool key = true;
  };
  static constexpr Case kCases[] = {
      {"Read", R"({"file_path":"/a","offset":3})", kRead},
      {"read_file", R"({"target_file":"a","should_read_entire_file":true})", kRead},
      {"mcp__filesystem__read_text_file", R"({"path":"a","head":5})", kRead},
      {"str_replace_editor", R"({"command":"view","path":"/a","view_range":[1,5]})", kRead},
      {"str_replace_editor", R"({"command":"create","path":"/a","file_text":"x"})", kWrite},
      {"str_replace_based_edit_tool", R"({"path":"/a","command":"insert"})", kWrite},
      {"memory", R"({"command":"delete","path":"/memories/a"})", kDelete},
      {"Edit", R"({"file_path":"/a","old_string":"x","new_string":"y"})", kWrite},
      {"write", R"({"filePath":"/a","content":"x"})", kWrite},
      {"replace_in_file", R"({"path":"a","diff":"x"})", kWrite},
      {"apply_patch", R"({"input":"*** Begin Patch"})", kWrite, false},
      {"delete_file", R"({"target_file":"a"})", kDelete},
      {"Bash", R"({"command":"ls","description":"list"})", kRun},
      {"shell", R"({"command":["bash","-lc","ls"],"workdir":"/"})", kRun},
      {"run_shell_command", R"({"command":"ls"})", kRun},
      {"Grep", R"({"pattern":"x","path":"src"})", kSearch},
      {"search_file_content", R"({"pattern":"x"})", kSearch},
      {"list_directory", R"({"path":"."})", kSearch},
      {"WebSearch", R"({"query":"x"})", kSearch},
      {"google_web_search", R"({"query":"x"})", kSearch},
      {"WebFetch", R"({"url":"https://x.org","prompt":"what"})", kFetch},
      {"TodoWrite", R"({"todos":[]})", kPlan},
      {"update_plan", R"({"plan":[{"step":"x"}]})", kPlan},
      {"todoread", "", kPlan},
      {"weather", R"({"city":"Rome"})", kNone, false},
  };
  for (const Case& one : kCases) {
    const Resource resource = resourceOf(one.tool, one.input);
    EXPECT_EQ(resource.kind, one.kind) << one.tool;
    EXPECT_EQ(resource.key != 0, one.key) << one.tool;
    EXPECT_EQ(resource.whole != 0, one.key) << one.tool;
  }
}

TEST(ResourceReader, TellsClassesOfResourcesApart) {
  const uint64_t file = resourceOf("read", R"({"path":"x"})").key;
  EXPECT_EQ(resourceOf("edit", R"({"path":"./x"})").key, file);
  EXPECT_EQ(resourceOf("delete_file", R"({"path":"x"})").key, file);
  EXPECT_NE(resourceOf("grep", R"({"pattern":"x"})").key, file);
  EXPECT_NE(resourceOf("bash", R"({"command":"x"})").key, file);
  EXPECT_NE(resourceOf("ls", R"({"path":"x"})").key, file);
  EXPECT_NE(resourceOf("grep", R"({"pattern":"x"})").key,
            resourceOf("web_search", R"({"query":"x"})").key);
  EXPECT_EQ(resourceOf("TodoWrite", R"({"todos":[1]})"), resourceOf("todoread", "{}"));
}

TEST(ResourceReader, LooksAtTheHostsOwnFirst) {
  const std::vector<Extractor> own = {
      {"read", kNone, "", "", ""},
      {"ticket_*", kWrite, "id", "", "action set close"},
      {"ticket_*", kRead, "id", "page", ""},
  };
  EXPECT_EQ(resourceOf("read", R"({"path":"x"})", own), Resource{});
  EXPECT_EQ(resourceOf("write", R"({"path":"x"})", own), resourceOf("write", R"({"path":"x"})"));
  const Resource page = resourceOf("ticket_get", R"({"id":7,"page":2,"other":1})", own);
  const Resource whole = resourceOf("ticket_get", R"({"other":2,"id":"7"})", own);
  const Resource closed = resourceOf("ticket_act", R"({"id":7,"action":"close"})", own);
  EXPECT_EQ(page.kind, kRead);
  EXPECT_EQ(page.whole, whole.key);
  EXPECT_NE(page.key, whole.key);
  EXPECT_EQ(closed.kind, kWrite);
  EXPECT_EQ(closed.key, whole.key);
  EXPECT_EQ(resourceOf("ticket_act", R"({"id":7,"action":"look"})", own), whole);
}

TEST(ResourceReader, GivesNoKeyToWhatIsCutOrNoObject) {
  const std::string input = R"({"path":"src/a.c","offset":10,"list":[{"a":"b"}]})";
  for (size_t length = 0; length < input.size(); ++length) {
    EXPECT_EQ(resourceOf("read", input.substr(0, length)).key, 0U) << length;
  }
  EXPECT_NE(resourceOf("read", input).key, 0U);
  for (const std::string_view other :
       {R"(["path","x"])", R"("path")", R"({"path":"x"}})", R"({"path":"x",})", R"([{"path":"x"}])",
        R"({"a":{"path":"x"}})", R"({"pa\th":"x"})"}) {
    EXPECT_EQ(resourceOf("read", other).key, 0U) << other;
  }
  EXPECT_EQ(resourceOf(std::string(300, 'x') + "read_file", input), Resource{});
}

TEST(ResourceReader, TellsLongValuesApartWithoutKeepingThem) {
  for (const size_t length : {1023U, 1024U, 1025U, 5000U, 200'000U}) {
    const std::string path(length, 'p');
    const auto keyOf = [&](const std::string& value, size_t piece) {
      const std::string input = R"({"offset":1,"path":")" + value + R"(","q":2})";
      ResourceReader reader;
      reader.name("read");
      for (size_t at = 0; at < input.size(); at += piece) reader.input(input.substr(at, piece));
      return reader.take().key;
    };
    EXPECT_NE(keyOf(path, 7), 0U);
    EXPECT_EQ(keyOf(path, 7), keyOf(path, 1'000'000)) << length;
    EXPECT_EQ(keyOf(path, 7), keyOf("\\u0070" + path.substr(1), 100)) << length;
    EXPECT_NE(keyOf(path, 7), keyOf(path.substr(1) + "q", 7)) << length;
    EXPECT_NE(keyOf(path, 7), keyOf(path.substr(1), 7)) << length;
  }
}

TEST(ResourceReader, KeepsTextsOnlyWhenAsked) {
  ResourceReader reader;
  CallTexts texts;
  const auto read = [&](std::string_view tool, std::string_view input) {
    reader.name(tool);
    reader.input(input);
    return reader.take(texts);
  };
  EXPECT_NE(read("read", R"({"path":"a"})").key, 0U);
  EXPECT_EQ(texts.subject, "");
  reader.keepTexts();
  EXPECT_EQ(read("read", R"({"offset":3,"path":"a\u0062/c","view_range":[1,20]})"),
            resourceOf("read", R"({"offset":3,"path":"ab/c","view_range":[1,20]})"));
  EXPECT_EQ(texts.subject, "ab/c");
  ASSERT_EQ(texts.arguments.size(), 2U);
  EXPECT_EQ(texts.arguments[0].second, "3");
  EXPECT_EQ(texts.arguments[1].first, "viewrange");
  EXPECT_EQ(texts.arguments[1].second, "1 20");
  read("shell", R"({"command":["bash","-lc","ls -l"],"timeout":5})");
  EXPECT_EQ(texts.subject, "bash -lc ls -l");
  EXPECT_TRUE(texts.arguments.empty());
  const std::string lengthy(5'000, 'x');
  read("bash", R"({"command":"ls )" + lengthy + R"("})");
  EXPECT_LE(texts.subject.size(), 1024U);
  EXPECT_TRUE(texts.subject.starts_with("ls xx"));
  read("str_replace_editor", R"({"path":"/a","command":"view"})");
  EXPECT_EQ(texts.subject, "/a");
  read("weather", R"({"city":"Rome"})");
  EXPECT_EQ(texts.subject, "");
}

TEST(ResourceReader, KeepsTheBeginningOfALongTextHoweverItIsCutIntoPieces) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    // Characters of one to four bytes, so that the limit falls inside one.
    std::string command = random.chance(50) ? test::wellFormedText(random) : "";
    while (command.size() < 1'025) command += random.chance(70) ? "ls -l; " : "\u4f60\U0001F600";
    command += std::string(random.below(4'000), 'x');
    const std::string input = Json{{"command", command}}.dump(-1, ' ', random.chance(50));
    ResourceReader reader;
    reader.keepTexts();
    reader.name("bash");
    const size_t most = 1 + random.below(2'000);
    for (size_t at = 0; at < input.size();) {
      const size_t length = 1 + random.below(static_cast<uint32_t>(most));
      reader.input(input.substr(at, length));
      at += length;
    }
    CallTexts texts;
    reader.take(texts);
    // Spaces at the end say nothing.
    size_t whole = 0;
    while (whole + text::codePointBytes(command, whole) <= 1'024) {
      whole += text::codePointBytes(command, whole);
    }
    while (whole > 0 && command[whole - 1] == ' ') --whole;
    ASSERT_EQ(texts.subject, command.substr(0, whole)) << seed << ", pieces of " << most;
    ASSERT_FALSE(texts.exact);
  }
}

TEST(ResourceReader, ForgetsTheCallBefore) {
  Random random(7);
  // More than a reader keeps in mind, and one that only the host knows.
  static constexpr std::string_view kTools[] = {"read", "bash",   "other",  "str_replace_editor",
                                                "",     "host",   "grep",   "glob",
                                                "ls",   "rm",     "edit",   "fetch",
                                                "todo", "editor", "shell",  "cat",
                                                "view", "write",  "find",   "exec",
                                                "list", "delete", "python", "rg"};
  const std::vector<Extractor> own = {{"host", kFetch, "path", "*", "command view"}};
  ResourceReader reader(own);
  for (uint32_t trial = 0; trial < 5'000; ++trial) {
    const std::string_view tool = random.pick(kTools);
    const std::string input = random.chance(30)   ? test::randomBytes(random, random.below(60))
                              : random.chance(50) ? test::randomJsonText(random, 4)
                                                  : R"({"command":"view","path":"x","n":)" +
                                                        test::randomJsonText(random, 3) + "}";
    reader.name(tool);
    for (const std::string& piece : test::randomPieces(random, input)) reader.input(piece);
    ASSERT_EQ(reader.take(), resourceOf(tool, input, own)) << tool << " " << input;
  }
}

}  // namespace
}  // namespace epitome
