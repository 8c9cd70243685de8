/// Words and operators, one simple command after another.
#include "summary/shell_line.h"

#include <algorithm>

#include "summary/characters.h"
#include "summary/shape.h"

namespace epitome {
namespace {

constexpr size_t kMostFiles = 8;
constexpr size_t kMostPathBytes = 256;

struct Word {
  std::string text;
  /// `;`, `|`, `>` and their like, or the end of a line.
  bool isOperator = false;
  /// The shell puts the output of another command into it.
  bool substitutes = false;
};

class Words {
 public:
  explicit Words(std::string_view command) : command_(command) {}

  bool next(Word& word) {
    while (at_ < command_.size() && (command_[at_] == ' ' || command_[at_] == '\t')) ++at_;
    if (at_ == command_.size()) return false;
    word = {};
    constexpr std::string_view kOperators = ";|&<>\n";
    if (kOperators.find(command_[at_]) != kOperators.npos) {
      word.isOperator = true;
      const char first = command_[at_];
      while (at_ < command_.size() && command_[at_] == first) word.text += command_[at_++];
      // `>&1` names no file.
      const bool copies = first == '>' && command_.substr(at_).starts_with('&');
      if (copies) word.text += command_[at_++];
      while (copies && at_ < command_.size() && (isDigit(command_[at_]) || command_[at_] == '-')) {
        ++at_;
      }
      return true;
    }
    char quote = '\0';
    for (; at_ < command_.size(); ++at_) {
      const char c = command_[at_];
      const bool opens = c == '`' || command_.substr(at_).starts_with("$(");
      word.substitutes = word.substitutes || (opens && quote != '\'');
      if (quote != '\0') {
        if (c == quote) {
          quote = '\0';
        } else if (quote == '"' && c == '\\' && at_ + 1 < command_.size()) {
          word.text += command_[++at_];
        } else {
          word.text += c;
        }
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '\\' && at_ + 1 < command_.size()) {
        word.text += command_[++at_];
      } else if (c == ' ' || c == '\t' || kOperators.find(c) != kOperators.npos) {
        break;
      } else {
        word.text += c;
      }
    }
    return true;
  }

  /// Goes behind the line that is `delimiter`, or to the end.
  void skipDocument(std::string_view delimiter) {
    if (delimiter.starts_with('-')) delimiter.remove_prefix(1);
    bool found = false;
    while (!found && at_ < command_.size()) {
      const size_t end = std::min(command_.find('\n', at_), command_.size());
      found = trimmed(command_.substr(at_, end - at_)) == delimiter;
      at_ = std::min(end + 1, command_.size());
    }
  }

 private:
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

/// `sed -i`.
bool editsInPlace(std::string_view name, const std::vector<std::string>& arguments) {
  return name == "sed" && std::ranges::any_of(arguments, [](const std::string& one) {
           return one.starts_with("-i");
         });
}

/// The lines that `sed -n 10,59p` or `sed -n 10p` prints, as "10-59" and "10-10"; empty for any
/// other script of sed.
std::string printed(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2 || arguments[0] != "-n") return {};
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

class Reader {
 public:
  explicit Reader(std::string_view command) : words_(command) {}

  ShellLine run() {
    Word word;
    // The operator whose file or delimiter comes next.
    char target = '\0';
    std::vector<std::string> documents;
    while (words_.next(word)) {
      if (!word.isOperator) {
        told_ = told_ && !word.substitutes;
        if (target == '>') {
          redirected_ = redirected_ || !errors_;
          if (word.text != "/dev/null") add(word.text, ShellAccess::kWrites);
        } else if (target == '<') {
          documents.push_back(std::move(word.text));
        } else if (target == '\0') {
          arguments_.push_back(std::move(word.text));
        }
        target = '\0';
        continue;
      }
      if (word.text[0] == '>' || word.text[0] == '<') {
        const bool file = word.text == ">" || word.text == ">>";
        target = file ? '>' : word.text == "<<" ? '<' : word.text == "<" ? 'i' : '\0';
        // Where it tells of errors says nothing of what it shows.
        errors_ = file && !arguments_.empty() && arguments_.back() == "2";
        if (errors_) arguments_.pop_back();
        continue;
      }
      endCommand(word.text == "|");
      if (word.text[0] != '\n') continue;
      for (const std::string& delimiter : documents) words_.skipDocument(delimiter);
      documents.clear();
    }
    endCommand(false);
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
      ++commands_;
      const std::string name = arguments_[first];
      arguments_.erase(arguments_.begin(), arguments_.begin() + static_cast<ptrdiff_t>(first) + 1);
      asks_ = isOneOf(name, "grep egrep rg diff cmp test [ pgrep which");
      if (!looks(name, arguments_)) {
        changes(name, arguments_);
        told_ = told_ && !xargs;
      } else if (git) {
        told_ = false;
      } else if (shows) {
        reads(name, arguments_);
      }
    }
    arguments_.clear();
  }

  static bool looks(std::string_view name, const std::vector<std::string>& arguments) {
    const auto has = [&](auto&& test) { return std::ranges::any_of(arguments, test); };
    if (name == "sed") return !printed(arguments).empty();
    if (name == "find") {
      return !has([](const std::string& one) {
        return one == "-delete" || one.starts_with("-exec") || one.starts_with("-ok") ||
               one.starts_with("-f");
      });
    }
    if (name == "sort") return !has([](const std::string& one) { return one.starts_with("-o"); });
    // An empty folder more is nothing to tell.
    return isOneOf(name,
                   "[ ag bat cat cd cmp column cut date df diff dirname du echo egrep fd fgrep "
                   "file grep head jq less ls mkdir more nl pgrep printf ps pwd realpath rg sleep "
                   "stat tail test tr tree true type uniq wc which");
  }

  void changes(std::string_view name, const std::vector<std::string>& arguments) {
    std::vector<std::string> operands;
    for (const std::string& one : arguments) {
      if (!one.empty() && one[0] != '-') operands.push_back(one);
    }
    const bool two = operands.size() == 2;
    if (name == "rm" || name == "unlink") {
      for (const std::string& one : operands) add(one, ShellAccess::kDeletes);
    } else if (name == "touch" || name == "tee") {
      for (const std::string& one : operands) add(one, ShellAccess::kWrites);
    } else if (two && (name == "mv" || name == "cp")) {
      if (name == "mv") add(operands[0], ShellAccess::kDeletes);
      add(operands[1], ShellAccess::kWrites);
    } else if (two && editsInPlace(name, arguments)) {
      add(operands[1], ShellAccess::kWrites);
    } else {
      told_ = false;
    }
  }

  void reads(std::string_view name, const std::vector<std::string>& arguments) {
    if (isOneOf(name, "bat cat less more nl")) {
      for (const std::string& one : arguments) add(one, ShellAccess::kReads);
    } else if (name == "sed" && arguments.size() == 3) {
      add(arguments[2], ShellAccess::kReads, printed(arguments));
    }
  }

  void add(const std::string& path, ShellAccess access, std::string lines = {}) {
    if (line_.files.size() < kMostFiles && isFile(path)) {
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
  bool errors_ = false;
  ShellLine line_;
  uint32_t commands_ = 0;
  bool told_ = true;
  bool asks_ = false;
};

}  // namespace

ShellLine readShellLine(std::string_view command) { return Reader(command).run(); }

}  // namespace epitome
