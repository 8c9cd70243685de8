// promise: 9 loses nothing silently

#include "text/path.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/random_text.h"

namespace epitome::text {
namespace {

/// Takes one offence out after the other until none is left.
std::string rewritten(std::string path) {
  const bool rooted = path.starts_with('/');
  path = "/" + path + "/";
  for (const std::string_view offence : {"/./", "//"}) {
    for (size_t at = path.find(offence); at != std::string::npos; at = path.find(offence)) {
      path.replace(at, offence.size(), "/");
    }
  }
  if (path == "/") return rooted ? "/" : ".";
  path.pop_back();
  return rooted ? path : path.substr(1);
}

TEST(NormalizedPath, AgreesWithRewriting) {
  static constexpr std::string_view kPieces[] = {"/", "/", ".", "..", "a", "b.c", " ", "~", "\\"};
  test::Random random(1);
  for (uint32_t trial = 0; trial < 50'000; ++trial) {
    std::string path;
    for (uint32_t left = 1 + random.below(10); left > 0; --left) path += random.pick(kPieces);
    const std::string normal = normalizedPath(path);
    ASSERT_EQ(normal, rewritten(path)) << path;
    ASSERT_EQ(normalizedPath(normal), normal);
  }
  EXPECT_EQ(normalizedPath(""), "");
}

TEST(NormalizedPath, ReadsDrivesAndAddresses) {
  EXPECT_EQ(normalizedPath("C:\\src\\.\\a.c"), "c:/src/a.c");
  EXPECT_EQ(normalizedPath("c:/src//a.c"), "c:/src/a.c");
  EXPECT_EQ(normalizedPath("a\\b"), "a\\b");
  EXPECT_EQ(normalizedPath("file:///a//b"), "/a/b");
  EXPECT_EQ(normalizedPath("HTTPS://Me:Pw@Example.ORG/A//b#part"),
            "https://Me:Pw@example.org/A//b");
  EXPECT_EQ(normalizedPath("https://example.org/"), "https://example.org");
  EXPECT_EQ(normalizedPath("https://example.org/#/page"), "https://example.org/#/page");
  EXPECT_EQ(normalizedPath("https://"), "https://");
  EXPECT_EQ(normalizedPath("https://example.org?Q=A"), "https://example.org?Q=A");
}

}  // namespace
}  // namespace epitome::text
