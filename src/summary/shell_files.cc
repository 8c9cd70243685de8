/// Words and operators, one simple command after another.
#include "summary/shell_files.h"

#include <algorithm>

#include "summary/characters.h"

namespace epitome {
namespace {

constexpr size_t kMostFiles = 8;
constexpr size_t kMostPathBytes = 256;

struct Word {
  std::string text;
  /// `;`, `|`, `>` and their like, or the end of a line.
  bool isOperator = false;
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
      return true;
    }
    char quote = '\0';
    for (; at_ < command_.size(); ++at_) {
      const char c = command_[at_];
      if (quote != '\0') {
        if (c == quote) {
          quote = '\0';
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

/// `sed -i` and its like, with a file behind the expression.
bool editsInPlace(std::string_view name, const std::vector<std::string>& arguments) {
  return name == "sed" && arguments.size() >= 3 &&
         std::ranges::any_of(arguments,
                             [](const std::string& one) { return one.starts_with("-i"); });
}

class Reader {
 public:
  explicit Reader(std::string_view command) : words_(command) {}

  std::vector<ShellFile> run() {
    Word word;
    bool redirect = false;
    while (words_.next(word)) {
      if (word.isOperator) {
        redirect = word.text[0] == '>';
        if (word.text.starts_with("<<")) document_ = true;
        if (redirect || word.text[0] == '<') continue;
        endCommand();
        if (document_ && word.text[0] == '\n') break;
      } else if (redirect) {
        add(word.text, false);
        redirect = false;
      } else {
        arguments_.push_back(std::move(word.text));
      }
    }
    endCommand();
    return std::move(files_);
  }

 private:
  void endCommand() {
    size_t first = 0;
    while (first < arguments_.size() &&
           (arguments_[first] == "sudo" || arguments_[first] == "git" ||
            arguments_[first].find('=') != std::string::npos)) {
      ++first;
    }
    if (first < arguments_.size()) {
      const std::string name = arguments_[first];
      const std::vector<std::string> rest(arguments_.begin() + static_cast<ptrdiff_t>(first) + 1,
                                          arguments_.end());
      if (name == "rm" || name == "unlink") {
        for (const std::string& one : rest) add(one, true);
      } else if (name == "mv" && rest.size() >= 2) {
        add(rest[rest.size() - 2], true);
        add(rest.back(), false);
      } else if (name == "touch" || name == "tee") {
        for (const std::string& one : rest) add(one, false);
      } else if ((name == "cp" && rest.size() >= 2) || editsInPlace(name, rest)) {
        add(rest.back(), false);
      }
    }
    arguments_.clear();
  }

  void add(const std::string& path, bool deleted) {
    if (files_.size() < kMostFiles && isFile(path)) files_.push_back({path, deleted});
  }

  Words words_;
  std::vector<std::string> arguments_;
  std::vector<ShellFile> files_;
  bool document_ = false;
};

}  // namespace

std::vector<ShellFile> shellFiles(std::string_view command) { return Reader(command).run(); }

}  // namespace epitome
