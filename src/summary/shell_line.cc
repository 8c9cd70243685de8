/// Words and operators, one simple command after another.
#include "summary/shell_line.h"

#include <algorithm>
#include <utility>

#include "text/characters.h"

namespace epitome {
namespace {

constexpr size_t kMostFiles = 8;
constexpr size_t kMostPathBytes = 256;

enum class WordKind : uint8_t {
  kWord,
  /// `;`, `&&` and their like, or ends of lines.
  kOperator,
  /// `>`, `<<`, `2>`: a file, a delimiter or a text comes next.
  kRedirect,
};

struct Word {
  WordKind kind = WordKind::kWord;
  std::string text;
  /// Some of it stands in quotation marks.
  bool quoted = false;
  /// The shell runs something to make it, or reads it in ways that are not followed here.
  bool computed = false;
  /// Of a redirect: what errors are written to.
  bool ofErrors = false;
};

class Words {
 public:
  explicit Words(std::string_view command) : command_(command) {}

  bool next(Word& word) {
    skipBlanks();
    if (at_ == command_.size()) return false;
    word = {};
    if (kOperators.find(command_[at_]) != kOperators.npos) {
      readOperator(word);
      return true;
    }
    readWord(word);
    const bool digits = !word.quoted && std::ranges::all_of(word.text, isDigit);
    if (digits && at_ < command_.size() && (command_[at_] == '>' || command_[at_] == '<')) {
      const bool errors = word.text == "2";
      word = {};
      readOperator(word);
      word.ofErrors = errors;
    }
    return true;
  }

  /// Goes behind the line that is `delimiter`, or to the end. Whether the shell runs something in
  /// what it passes when it `expands` it.
  bool skipDocument(std::string_view delimiter, bool expands) {
    const bool tabs = delimiter.starts_with('-');
    if (tabs) delimiter.remove_prefix(1);
    bool runs = false;
    bool found = false;
    while (!found && at_ < command_.size()) {
      const size_t end = std::min(command_.find('\n', at_), command_.size());
      std::string_view line = command_.substr(at_, end - at_);
      while (tabs && line.starts_with('\t')) line.remove_prefix(1);
      found = line == delimiter;
      runs = runs || (expands && (line.find("$(") != line.npos || line.find('`') != line.npos));
      at_ = std::min(end + 1, command_.size());
    }
    return runs;
  }

 private:
  static constexpr std::string_view kOperators = ";|&<>\n";

  /// Comments, too.
  void skipBlanks() {
    while (at_ < command_.size() && (command_[at_] == ' ' || command_[at_] == '\t')) ++at_;
    if (at_ < command_.size() && command_[at_] == '#') {
      at_ = std::min(command_.find('\n', at_), command_.size());
    }
  }

  void readOperator(Word& word) {
    const char first = command_[at_];
    // Empty lines may be the beginning of a document.
    const bool one = first == '\n';
    do {
      word.text += command_[at_++];
    } while (!one && at_ < command_.size() && command_[at_] == first);
    word.kind = first == '>' || first == '<' ? WordKind::kRedirect : WordKind::kOperator;
    if (word.kind == WordKind::kRedirect && at_ < command_.size() && command_[at_] == '&') {
      // `>&1` names no file.
      word.text += command_[at_++];
      while (at_ < command_.size() && (isDigit(command_[at_]) || command_[at_] == '-')) {
        word.text += command_[at_++];
      }
    }
  }

  void readWord(Word& word) {
    char quote = '\0';
    for (; at_ < command_.size(); ++at_) {
      const char c = command_[at_];
      const char after = at_ + 1 < command_.size() ? command_[at_ + 1] : '\0';
      if (quote != '\'') word.computed |= c == '`' || (c == '$' && after == '(');
      if (quote == '\0') word.computed |= c == '(' || c == ')' || (c == '$' && after == '\'');
      const bool blank = c == ' ' || c == '\t' || kOperators.find(c) != kOperators.npos;
      if (quote == '\0' && blank) break;
      if (quote != '\0' && c == quote) {
        quote = '\0';
      } else if (quote != '\'' && c == '\\' && after != '\0') {
        word.text += after;
        word.quoted = true;
        ++at_;
      } else if (quote == '\0' && (c == '"' || c == '\'')) {
        quote = c;
        word.quoted = true;
      } else {
        word.text += c;
      }
    }
    // A mark without its partner: the text is cut, or this is no shell's.
    word.computed |= quote != '\0';
  }

  std::string_view command_;
  size_t at_ = 0;
};

bool isFile(std::string_view word) {
  if (word.empty() || word.size() > kMostPathBytes || word[0] == '-' || word[0] == '&')
    return false;
  if (word.find_first_of("$*?{}()`\n<>|;\\ ") != word.npos) return false;
  if (word.starts_with("/dev/")) return false;
  return std::any_of(word.begin(), word.end(), [](char c) { return isLetter(c) || !isAscii(c); });
}

bool isOption(std::string_view word) { return word.size() > 1 && word[0] == '-'; }

bool anyOf(const std::vector<std::string>& arguments, bool (*test)(std::string_view)) {
  return std::ranges::any_of(arguments, [test](const std::string& one) { return test(one); });
}

/// The lines that `sed -n 10,59p` or `sed -n 10p` prints, as "10-59" and "10-10"; empty for any
/// other use of sed.
std::string printed(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2 || arguments[0] != "-n") return {};
  if (std::any_of(arguments.begin() + 1, arguments.end(), isOption)) return {};
  std::string_view script = arguments[1];
  if (!script.ends_with('p')) return {};
  script.remove_suffix(1);
  const size_t comma = script.find(',');
  const std::string_view first = script.substr(0, comma);
  const std::string_view last = comma == script.npos ? first : script.substr(comma + 1);
  const auto isNumber = [](std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, isDigit);
  };
  if (!isNumber(first) || !(isNumber(last) || last == "$")) return {};
  return std::string(first) + "-" + (last == "$" ? "" : std::string(last));
}

/// Searches, lists, shows or waits, whatever its arguments but for those that are looked at here.
/// An empty folder more is nothing to tell.
bool looks(std::string_view name, const std::vector<std::string>& arguments) {
  if (name == "sed") return !printed(arguments).empty();
  if (name == "find") {
    return !anyOf(arguments, [](std::string_view one) {
      return one == "-delete" || one.starts_with("-exec") || one.starts_with("-ok") ||
             one.starts_with("-f");
    });
  }
  if (name == "sort") {
    return !anyOf(arguments,
                  [](std::string_view one) { return isOption(one) && one.find('o') != one.npos; });
  }
  if (name == "uniq") {
    return !anyOf(arguments, [](std::string_view one) { return !isOption(one); });
  }
  if (name == "rg") {
    return !anyOf(arguments, [](std::string_view one) { return one.starts_with("--pre"); });
  }
  return isOneOf(name,
                 "[ ag bat cat cd cmp column cut df diff dirname du echo egrep fgrep file grep "
                 "head jq less ls mkdir more nl pgrep printf ps pwd realpath sleep stat tail test "
                 "tr true type wc which");
}

class Reader {
 public:
  explicit Reader(std::string_view command) : words_(command) {}

  ShellLine run() {
    Word word;
    struct Document {
      std::string delimiter;
      bool expands = false;
    };
    std::vector<Document> documents;
    while (words_.next(word)) {
      if (word.kind == WordKind::kRedirect) {
        Word target;
        if (word.text.find('&') != std::string::npos) {
          told_ = told_ && word.text.back() != '&';
          continue;
        }
        if (!words_.next(target) || target.kind != WordKind::kWord) {
          told_ = false;
          break;
        }
        told_ = told_ && !target.computed;
        if (word.text == "<<") documents.push_back({std::move(target.text), !target.quoted});
        if (word.text[0] == '<') continue;
        redirected_ = redirected_ || !word.ofErrors;
        if (target.text != "/dev/null") add(target.text, ShellAccess::kWrites);
        continue;
      }
      if (word.kind == WordKind::kWord) {
        told_ = told_ && !word.computed;
        arguments_.push_back(std::move(word.text));
        continue;
      }
      endCommand(word.text == "|");
      either_ = either_ || word.text == "||";
      // Whether it went well is not known where something else follows in any case.
      unknown_ = unknown_ || (changed_ && word.text != "&&");
      if (word.text != "|") failable_ = changed_ && word.text == "&&";
      if (word.text != "\n") continue;
      for (const Document& one : documents) {
        if (words_.skipDocument(one.delimiter, one.expands)) told_ = false;
      }
      documents.clear();
    }
    endCommand(false);
    if (either_) {
      told_ = false;
      std::erase_if(line_.files,
                    [](const ShellFile& file) { return file.access == ShellAccess::kReads; });
    }
    line_.told = told_ && commands_ > 0;
    line_.asks = asks_;
    return std::move(line_);
  }

 private:
  void endCommand(bool pipes) {
    const bool shows = !pipes && !piped_ && !redirected_;
    piped_ = pipes;
    redirected_ = false;
    size_t first = 0;
    bool git = false;
    bool xargs = false;
    while (first < arguments_.size() && (isOneOf(arguments_[first], "sudo git xargs time") ||
                                         arguments_[first].find('=') != std::string::npos)) {
      git = git || arguments_[first] == "git";
      xargs = xargs || arguments_[first] == "xargs";
      ++first;
    }
    if (first < arguments_.size()) {
      if (unknown_) told_ = false;
      const std::string name = arguments_[first];
      arguments_.erase(arguments_.begin(), arguments_.begin() + static_cast<ptrdiff_t>(first) + 1);
      asks_ = !failable_ && isOneOf(name, "grep egrep rg diff cmp test [ pgrep which");
      // What stood before was named from elsewhere.
      elsewhere_ = elsewhere_ || (name == "cd" && !line_.files.empty());
      if (!looks(name, arguments_)) {
        changed_ = true;
        changes(name);
        told_ = told_ && !xargs;
      } else if (git) {
        told_ = false;
      } else if (shows) {
        reads(name);
      }
      ++commands_;
    }
    arguments_.clear();
  }

  void changes(std::string_view name) {
    std::vector<std::string> operands;
    bool plain = true;
    for (const std::string& one : arguments_) {
      if (!isOption(one)) {
        if (!one.empty()) operands.push_back(one);
      } else {
        // Others may take a value, or change what is meant.
        plain = plain && one.find_first_not_of("rRfivnpa", 1) == one.npos;
      }
    }
    const bool sed = name == "sed" &&
                     anyOf(arguments_, [](std::string_view one) { return one.starts_with("-i"); });
    // Of more than two it is known where they go, and no more.
    told_ = told_ && plain && (operands.size() == 2 || !(sed || name == "mv" || name == "cp"));
    if (!plain && !sed) return;
    if (name == "rm" || name == "unlink") {
      for (const std::string& one : operands) add(one, ShellAccess::kDeletes);
    } else if (name == "touch" || name == "tee") {
      for (const std::string& one : operands) add(one, ShellAccess::kWrites);
    } else if ((name == "mv" || name == "cp" || sed) && operands.size() >= 2) {
      if (name == "mv") add(operands[operands.size() - 2], ShellAccess::kDeletes);
      add(operands.back(), ShellAccess::kWrites);
    } else {
      told_ = false;
    }
  }

  void reads(std::string_view name) {
    const bool plain = !anyOf(arguments_, isOption);
    if (name == "cat" || (plain && isOneOf(name, "bat less more nl"))) {
      for (const std::string& one : arguments_) add(one, ShellAccess::kReads);
    } else if (name == "sed" && arguments_.size() == 3) {
      add(arguments_[2], ShellAccess::kReads, printed(arguments_));
    }
  }

  void add(const std::string& path, ShellAccess access, std::string lines = {}) {
    const bool known = isFile(path) && (path[0] == '/' || !elsewhere_);
    if (known && line_.files.size() < kMostFiles) {
      line_.files.push_back({path, access, std::move(lines)});
    } else if (access != ShellAccess::kReads) {
      told_ = false;
    }
  }

  Words words_;
  /// Of the simple command that is being read.
  std::vector<std::string> arguments_;
  bool piped_ = false;
  bool redirected_ = false;
  ShellLine line_;
  uint32_t commands_ = 0;
  /// A command so far may have changed something; what follows it says nothing of how that went.
  bool changed_ = false;
  bool unknown_ = false;
  /// The exit status may be that of a command before the last one that may have changed something.
  bool failable_ = false;
  /// One of two commands ran.
  bool either_ = false;
  /// Relative paths mean other files than before.
  bool elsewhere_ = false;
  bool told_ = true;
  bool asks_ = false;
};

}  // namespace

ShellLine readShellLine(std::string_view command) { return Reader(command).run(); }

}  // namespace epitome
