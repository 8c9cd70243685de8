// promise: 9 loses nothing silently
/// That the ledger says what was done, against a second account of it, and stays bounded.
#include "summary/ledger.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "core/support/notes_builder.h"
#include "core/support/random_text.h"
#include "summary/ledger_reader.h"
#include "summary/run_output.h"
#include "summary/shell_line.h"
#include "tokens/counter.h"

namespace epitome {
namespace {

using enum LedgerKind;
using test::Random;

/// The best rows as a segment writes them.
std::string textOf(const Ledger& ledger, uint32_t maxTokens) {
  const std::vector<LedgerRow> best = ledger.best(maxTokens, Family::kO200k);
  return best.empty() ? "" : writtenLedger(best, ledger.rows().size() - best.size());
}

/// Calls and their results, each in a message of its own.
class Work {
 public:
  void call(std::string_view tool, std::string_view input, std::string_view output,
            uint16_t flags = 0, Random* random = nullptr) {
    const std::string id = "c" + std::to_string(++calls_);
    part(Role::kAssistant, PartKind::kToolCall, 0, id, tool, input, random);
    part(Role::kTool, PartKind::kToolResult, flags, id, tool, output, random);
  }
  void part(Role role, PartKind kind, uint16_t flags, std::string_view id, std::string_view tool,
            std::string_view text, Random* random = nullptr) {
    reader.number(++message);
    reader.beginMessage(role, 0);
    reader.beginPart(kind, flags, {});
    test::feedField(reader, Field::kCallId, id, random);
    test::feedField(reader, Field::kToolName, tool, random);
    test::feedField(reader, Field::kText, text, random);
    reader.endMessage();
  }
  LedgerReader reader;
  uint32_t message = 0;

 private:
  uint32_t calls_ = 0;
};

const LedgerRow* find(const std::vector<LedgerRow>& rows, LedgerKind kind,
                      std::string_view subject) {
  for (const LedgerRow& row : rows) {
    if (row.kind == kind && row.subject == subject) return &row;
  }
  return nullptr;
}

TEST(RunOutput, CountsTestsOfCommonRunners) {
  struct Case {
    std::string_view output;
    uint32_t passed;
    uint32_t failed;
    bool known = true;
  };
  static constexpr Case kCases[] = {
      {"collected 3\n====== 1 failed, 12 passed, 2 skipped in 0.12s ======\n", 12, 1},
      {"12 passed in 3.1s\n", 12, 0},
      {"Test Suites: 1 failed, 2 passed, 3 total\nTests:       1 failed, 12 passed, 13 total\n", 12,
       1},
      {" Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 31 passed (33)\n", 31, 2},
      {"--- PASS: TestA (0.00s)\n--- FAIL: TestB (0.00s)\nFAIL\nFAIL\tx/y\t0.1s\n", 1, 1},
      {"ok  \tx/a\t0.1s\nok  \tx/b\t0.2s\n", 2, 0},
      {"test result: ok. 5 passed; 0 failed; 0 ignored\n"
       "test result: FAILED. 3 passed; 2 failed; 0 ignored\n",
       8, 2},
      {"# tests 5\n# pass 4\n# fail 1\n", 4, 1},
      {"\u2139 pass 21\n\u2139 fail 0\n", 21, 0},
      {"[  PASSED  ] 12 tests.\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] A.B\n", 12, 1},
      {"  12 passing (30ms)\n  1 failing\n", 12, 1},
      {"Ran 12 tests in 0.01s\n\nFAILED (failures=1, errors=2)\n", 9, 3},
      {"\x1B[32mTests:\x1B[39m  4 passed, 4 total\n", 4, 0},
      {"{\"stdout\":\"# pass 7\\n# fail 2\\n\",\"exitCode\":1}", 7, 2},
      {"3 passed the exam, 1 failed. See page 12 passed\n", 0, 0, false},
      {"nothing here\n", 0, 0, false},
  };
  for (const Case& one : kCases) {
    RunOutput output;
    output.update(one.output);
    output.finish();
    EXPECT_EQ(output.tests(), (TestCounts{one.passed, one.failed, one.known})) << one.output;
  }
}

TEST(RunOutput, FindsTheStatusWhereItIsNamed) {
  const auto statusOf = [](std::string_view text) {
    RunOutput output;
    output.update(text);
    output.finish();
    return output.status();
  };
  EXPECT_EQ(statusOf("Exit code 2\nnot found"), 2);
  EXPECT_EQ(statusOf("{\"output\":\"x\\ny\",\"exit_code\":0}"), 0);
  EXPECT_EQ(statusOf("{\"output\":\"x\",\"metadata\":{\"exitCode\": 127}}"), 127);
  EXPECT_EQ(statusOf("<returncode>1</returncode>\n<output>\nx\n</output>"), 1);
  EXPECT_EQ(statusOf("a\nb\n[Command finished with exit code 3]"), 3);
  EXPECT_EQ(statusOf("Process exited with code 0\nOutput: x"), 0);
  EXPECT_EQ(statusOf("plain\n"), -1);
  EXPECT_EQ(statusOf("the exit code 7 is documented\na\nb\nc\nd\ne\nf\n"), 7 * 0 + 7);
  EXPECT_EQ(statusOf("a\nthe exit code 7 is documented\na\nb\nc\nd\ne\nf\n"), -1);
}

TEST(ShellLine, NamesTheFilesThatItSurelyTouches) {
  const auto filesOf = [](std::string_view command) {
    std::string out;
    for (const ShellFile& file : readShellLine(command).files) {
      out += file.access == ShellAccess::kDeletes ? '-'
             : file.access == ShellAccess::kReads ? '<'
                                                  : '+';
      out += file.path + (file.lines.empty() ? "" : ":" + file.lines) + " ";
    }
    return out;
  };
  EXPECT_EQ(filesOf("cd a && echo x > out/b.txt 2>&1; rm -rf c.log 'd e'"), "+out/b.txt -c.log ");
  EXPECT_EQ(filesOf("cat > src/a.py <<'EOF'\nrm everything\nEOF"), "+src/a.py ");
  EXPECT_EQ(filesOf("git mv old.ts new.ts | tee log.txt"), "-old.ts +new.ts +log.txt ");
  EXPECT_EQ(filesOf("sed -i 's/a/b/' x.c && sed -n 1,5p y.c > /dev/null"), "+x.c ");
  EXPECT_EQ(filesOf("rm $TMP/* ; echo \"a > b\" ; touch z"), "+z ");
  EXPECT_EQ(filesOf("grep foo a.c < b.c || npm test"), "");
  EXPECT_EQ(filesOf("cd w && sed -n '10,59p' a.c && sed -n 7p b.c; cat -n c.c d.c 2>/dev/null"),
            "<a.c:10-59 <b.c:7-7 <c.c <d.c ");
  EXPECT_EQ(filesOf("rm a.log # keep b.log\ncat c.c 2>&1; mv d.c e.c 2>&1"),
            "-a.log <c.c -d.c +e.c ");
  EXPECT_EQ(filesOf("cat a.json || echo none; tee b <<< on; mv -t out c; touch -d now d"), "+b ");
  EXPECT_EQ(filesOf("cat a.c; cd b && rm c.c /d.c && git rm --cached e.c"), "<a.c -/d.c ");
  EXPECT_EQ(filesOf("cat > a.sh <<EOF\nif x\n  EOF\nrm b.c\nEOF\nrm c.c"), "+a.sh -c.c ");
  EXPECT_EQ(filesOf("cp a.c b.c out/ && sed -i -e s/a/b/ c.c"), "+out/ +c.c ");
  EXPECT_EQ(filesOf("cat a.c | wc -l; sed -n '/x/,$p' b.c; sed -n '3,$p' c.c"), "<c.c:3- ");
}

TEST(ShellLine, IsToldByItsFilesWhereNothingElseCanHaveChanged) {
  for (const std::string_view command : {"grep -n 'class A(' src/a.ts | head -20",
                                         "ls -la && pwd",
                                         "rg 'a|b' 2>/dev/null",
                                         "find . -name '*.ts' | xargs grep -l foo",
                                         "sed -n '1,200p' a.ts",
                                         "cat a.ts 2>&1",
                                         "cd x && grep \"\\$(y)\" b | sort | uniq -c",
                                         "sleep 5 && echo done",
                                         "LC_ALL=C sort a",
                                         "mkdir -p a && cp b a/b",
                                         "cat > a.py << 'EOF'\nimport os # $(x)\nEOF\nls",
                                         "sed -i '' 's/a/b/' c.ts",
                                         "rm -rf a.log",
                                         "echo x > y",
                                         "cat a >> b",
                                         "ls | tee a",
                                         "# Look at it\nls",
                                         "ls # what's here",
                                         "mv a b 2>&1",
                                         "sed -n 1,5p a 2>/dev/null"}) {
    EXPECT_TRUE(readShellLine(command).told) << command;
  }
  for (const std::string_view command : {"",
                                         "npm test",
                                         "grep a b && npm test",
                                         "echo x > $Y",
                                         "find . -delete",
                                         "find . -exec rm {} +",
                                         "find . | xargs rm",
                                         "sed 'w x' a",
                                         "echo $(rm a)",
                                         "echo \"`rm a`\"",
                                         "(ls; rm a)",
                                         "git log",
                                         "git diff",
                                         "sort -o a a",
                                         "cat <<EOF > a\nx\nEOF\nnpm test",
                                         "rm *.log",
                                         "sed -i s/a/b/ c d",
                                         "python3 a.py",
                                         "ls # what's here\nnpm test",
                                         "fd -x rm",
                                         "sort -uo a a",
                                         "sort --output=b a",
                                         "uniq a b",
                                         "tree -o a",
                                         "rg --pre x y",
                                         "ls >& $X",
                                         "diff <(npm test) a",
                                         "cat > a <<EOF\n$(npm test)\nEOF",
                                         "echo $'\\''; npm test; echo 'x'",
                                         "cp a b; ls",
                                         "cat a || npm test",
                                         "[ -f a ] && rm a || touch b",
                                         "git rm --cached a",
                                         "mv -t b a",
                                         "cat a; cd b && rm a",
                                         "df = x(y)",
                                         "echo 'x"}) {
    EXPECT_FALSE(readShellLine(command).told) << command;
  }
}

TEST(Ledger, EveryByteOfAPatchIsPartOfOneNameAtMost) {
  const auto rowsOf = [](const std::string& patch) {
    Work work;
    work.call("apply_patch", R"({"input":")" + patch + R"("})", "Done!");
    return work.reader.take().rows();
  };
  std::string marks;
  for (uint32_t i = 0; i < 1'000; ++i) marks += "+++ b/";
  EXPECT_EQ(rowsOf(marks + "x\\n").size(), 1U);
  EXPECT_TRUE(rowsOf(marks + marks).empty()) << "a name that does not end in what is kept";
  const std::vector<LedgerRow> rows = rowsOf("+++ b/a.ts\\n+++ b/b.ts\\n+++ b/+++ b/c\\n");
  EXPECT_EQ(rows.size(), 3U);
  for (const std::string_view path : {"a.ts", "b.ts", "+++ b/c"}) {
    EXPECT_NE(find(rows, kChanged, path), nullptr) << path;
  }
}

TEST(Ledger, TellsAStoryOfFilesCommandsAndFixes) {
  Work work;
  work.call("read_file", R"({"path":"./src/a.ts","offset":10,"limit":50})", "text");
  work.call("read_file", R"({"path":"src/a.ts","offset":100,"limit":20})", "text");
  work.call("bash", R"({"command":"cd /w && npm test 2>&1 | tail -5"})",
            "TypeError: a is not a function\n# pass 3\n# fail 1\n");
  work.call("edit_file", R"({"path":"src/a.ts","old":"x"})", "Error: old text not found");
  work.call("edit_file", R"({"path":"src/a.ts","old":"y"})", "done");
  work.call("write_file", R"({"path":"src/b.ts","content":"y"})", "File created");
  work.call("bash", R"({"command":"npm test"})", "# pass 4\n# fail 0\n");
  work.call("bash", R"({"command":"ls nowhere"})", "Exit code 2\nls: cannot access", kError);
  work.call("web_fetch", R"({"url":"https://x.org/a"})", "page");
  work.call("bash", R"({"command":"rm old.txt"})", "");
  work.call("write_file", R"({"path":"no.ts"})", "denied", kDenied);
  work.call(
      "apply_patch",
      R"({"input":"*** Begin Patch\n*** Update File: src/c.ts\n@@\n*** Add File: d.md\n+x\n*** End Patch"})",
      "Done!");
  const Ledger ledger = work.reader.take();
  EXPECT_EQ(textOf(ledger, 2'000),
            "Created: src/b.ts, d.md\n"
            "Changed: src/a.ts, src/c.ts\n"
            "Deleted: old.txt\n"
            "Tests pass: `npm test` -> 4 passed, 0 failed x2\n"
            "Command failed: `ls nowhere` -> exit 2\n"
            "Open error: ls: cannot access [ls nowhere]\n"
            "Fixed error: TypeError: a is not a function -> gone in message 14 after changing "
            "src/a.ts, src/b.ts [npm test]\n"
            "Fixed error: Error: old text not found -> gone in message 10 [src/a.ts]\n"
            "Fetched: https://x.org/a\n");
  Work looks;
  looks.call("bash", R"({"command":"ls out"})", "Exit code 2\nls: cannot access out", kError);
  looks.call("bash", R"({"command":"npm run build"})", "");
  looks.call("bash", R"({"command":"ls out | head"})", "a.js");
  looks.call("bash", R"({"command":"grep -rn foo src"})", "src/a.ts:1:foo");
  looks.call("bash", R"({"command":"sed -n '1,40p' src/a.ts && sed -n '41,80p' src/a.ts"})",
             "text");
  EXPECT_EQ(textOf(looks.reader.take(), 200),
            "Fixed error: ls: cannot access out -> gone in message 6 [ls out]\n"
            "Ran: `npm run build`\n"
            "Read: src/a.ts (lines 1-80) x2\n");
  Work others;
  const std::string longText(1'100, 'x');
  others.call("bash", R"({"command":"cat > a.py <<'EOF'\n)" + longText + R"(\nEOF\nnpm publish"})",
              "");
  others.call("run_python", R"({"code":"df"})", "");
  others.call("shell", R"({"command":["rg","foo","src"]})", "");
  EXPECT_EQ(others.reader.take().rows().size(), 4U);
  Work reads;
  reads.call("read_file", R"({"path":"src/a.ts","offset":10,"limit":50})", "text");
  reads.call("view", R"({"path":"src/a.ts","view_range":[100,120]})", "text");
  EXPECT_EQ(textOf(reads.reader.take(), 100), "Read: src/a.ts (lines 10-59, 100-120) x2\n");
}

TEST(Ledger, JoinsTheLinesThatWereRead) {
  Ledger ledger;
  const auto read = [&](std::string_view lines) {
    ledger.add({kRead, "a", std::string(lines), "", 1, 1, 1, false});
    return ledger.rows()[0].detail;
  };
  EXPECT_EQ(read("10-20"), "10-20");
  EXPECT_EQ(read("40-50"), "10-20, 40-50");
  EXPECT_EQ(read("21-30"), "10-30, 40-50");
  EXPECT_EQ(read("45-"), "10-30, 40-");
  EXPECT_EQ(read("1-100"), "1-");
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read("5-9"), "");
}

TEST(Ledger, TakesAnAnswerForNoFailure) {
  Work work;
  work.call("bash", R"({"command":"make list | grep foo"})", "Exit code 1", kError);
  work.call("bash", R"({"command":"make all"})", "Exit code 1", kError);
  const std::vector<LedgerRow> rows = work.reader.take().rows();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_FALSE(rows[0].failed);
  EXPECT_TRUE(rows[1].failed);
}

/// What a random session did, as a person would note it.
struct Account {
  std::map<std::string, LedgerKind> files;
  std::map<std::string, bool> commandFailed;

  void file(const std::string& path, LedgerKind kind) {
    LedgerKind& now = files.emplace(path, kind).first->second;
    const bool made = now == kCreated || now == kDeleted;
    if (kind == kDeleted || kind == kCreated) {
      now = kind;
    } else if (made) {
      now = kCreated;
    } else if (kind == kChanged) {
      now = kChanged;
    }
  }
};

TEST(Ledger, AgreesWithASecondAccountAndWithItselfInHalves) {
  static constexpr std::string_view kPaths[] = {"src/a.ts", "b.md", "lib/c d.py", "/abs/e.cc",
                                                "\u6587/\u4e66.txt"};
  static constexpr std::string_view kCommands[] = {"npm test", "make -j2", "python3 x.py --fast"};
  for (uint64_t seed = 0; seed < 800; ++seed) {
    Random random(seed);
    Account account;
    Work whole;
    Work half;
    Ledger older;
    const uint32_t steps = random.below(40);
    const uint32_t middle = steps == 0 ? 0 : random.below(steps);
    for (uint32_t step = 0; step < steps; ++step) {
      if (step == middle) older = half.reader.take();
      const std::string path(random.pick(kPaths));
      const std::string command(random.pick(kCommands));
      const bool fails = random.chance(25);
      const uint16_t flags = fails && random.chance(50) ? uint16_t{kError} : uint16_t{0};
      const std::string bad = "Error: it went wrong here";
      std::string tool;
      std::string input = R"({"file_path":")" + path + R"("})";
      std::string output = fails ? bad : "fine";
      LedgerKind kind = kRead;
      switch (random.below(5)) {
        case 0:
          tool = "Read";
          break;
        case 1:
          tool = "Write";
          kind = kCreated;
          if (!fails) output = "File created successfully";
          break;
        case 2:
          tool = "mcp__fs__edit_file";
          kind = kChanged;
          break;
        case 3:
          tool = "delete_file";
          kind = kDeleted;
          break;
        default:
          tool = "Bash";
          kind = kCommand;
          input = R"({"command":")" + command + R"(","description":"x"})";
          output = fails ? "Exit code 1\n" + bad : "fine\n";
      }
      if (kind == kCommand) {
        account.commandFailed[command] = fails;
      } else if (!fails) {
        account.file(path, kind);
      }
      Random pieces(seed * 100 + step);
      whole.call(tool, input, output, flags);
      half.call(tool, input, output, flags, &pieces);
    }
    const Ledger ledger = whole.reader.take();
    const std::vector<LedgerRow> rows = ledger.rows();
    for (const auto& [path, kind] : account.files) {
      ASSERT_NE(find(rows, kind, path), nullptr) << seed << " " << path << " " << int(kind);
    }
    for (const auto& [command, failed] : account.commandFailed) {
      const LedgerRow* row = find(rows, kCommand, command);
      ASSERT_NE(row, nullptr) << seed;
      ASSERT_EQ(row->failed, failed) << seed;
    }
    size_t others = 0;
    for (const LedgerRow& row : rows) others += row.kind != kFault ? 1 : 0;
    ASSERT_EQ(others, account.files.size() + account.commandFailed.size()) << seed;
    // In two halves and through saved rows it is the same story.
    Ledger both{std::span<const LedgerRow>(older.rows())};
    ASSERT_EQ(both.rows(), older.rows());
    both.merge(half.reader.take());
    const std::vector<LedgerRow> merged = both.rows();
    for (const LedgerRow& row : rows) {
      const LedgerRow* other = find(merged, row.kind, row.subject);
      ASSERT_NE(other, nullptr) << seed << " " << row.subject;
      ASSERT_EQ(other->failed, row.failed) << seed << " " << row.subject;
    }
    ASSERT_EQ(merged.size(), rows.size()) << seed;
  }
}

TEST(Ledger, KeepsTheMostValuableWithinItsCaps) {
  Ledger ledger;
  for (uint32_t i = 1; i <= 3'000; ++i) {
    const std::string name = "n" + std::to_string(i);
    ledger.add({i % 30 == 0  ? kChanged
                : i % 2 == 0 ? kRead
                             : kCommand,
                name, "", "", i, i, 1, false});
    EXPECT_LE(ledger.rows().size(), Ledger::kMostRows);
  }
  EXPECT_NE(find(ledger.rows(), kChanged, "n30"), nullptr);
  EXPECT_NE(find(ledger.rows(), kChanged, "n3000"), nullptr);
  for (const uint32_t tokens : {0U, 5U, 40U, 300U, 5'000U}) {
    const std::string text = textOf(ledger, tokens);
    EXPECT_LE(tokensOfText(text, Family::kO200k), tokens);
    if (tokens >= 40) {
      EXPECT_NE(text.find("Changed: "), text.npos);
    }
    if (tokens == 40) {
      EXPECT_EQ(text.find("Read: "), text.npos) << text;
    }
  }
}

TEST(Ledger, IsWellFormedAndBoundedWhateverComes) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    Work work;
    static constexpr std::string_view kTools[] = {"bash", "read", "write", "apply_patch", "fetch"};
    for (uint32_t i = random.below(20); i > 0; --i) {
      const std::string input =
          random.chance(50)
              ? R"({"command":")" + test::randomText(random, 5) + R"(","path":"x\ud83d\n\u0000y"})"
              : test::randomBytes(random, random.below(90));
      work.call(random.pick(kTools), input, test::randomBytes(random, random.below(3'000)),
                static_cast<uint16_t>(random.below(512)), &random);
    }
    const Ledger ledger = work.reader.take();
    EXPECT_TRUE(test::isWellFormed(textOf(ledger, 10'000)));
    for (const LedgerRow& row : ledger.rows()) {
      EXPECT_TRUE(test::isWellFormed(row.subject) && test::isWellFormed(row.detail));
      EXPECT_LE(row.subject.size(), 240U);
      EXPECT_EQ(row.subject.find('\n'), row.subject.npos);
    }
  }
}

}  // namespace
}  // namespace epitome
