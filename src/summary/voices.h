/// Who said what in a range, as far as it is needed to tell whose wish a sentence of a reply is.
/// Decides which sentences of tools speak to their reader, and which pieces of a reply pass one on
/// as an order, an open task or the user's wish; refuses to know what is asked for. What a reply
/// quotes or gives as a tool's own words is a report, and what the user or the agent said as well
/// is theirs.
///
/// Sentences are compared as sets of words, whatever their order. A path, a number or a name of
/// code is one thing, never words: it can tell two sentences apart, but makes none alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "extract/voice.h"
#include "text/markdown.h"

namespace epitome {

/// Reads texts as they pass by, in any pieces that split no code point; how they are cut does not
/// matter. Linear; memory is bounded: what comes when it is full is not kept.
class Voices {
 public:
  void begin(Voice voice);
  void text(std::string_view piece);
  void end();
  void say(Voice voice, std::string_view text);

  /// By piece of the prose: whether it passes on what only a tool asked for. Linear in the prose,
  /// times what is kept of tools.
  std::vector<bool> ordersIn(std::string_view prose, const std::vector<text::Piece>& pieces) const;

  /// Sentences of the user and the agent.
  size_t sentences() const {
    return said_[1].list.size() + said_[2].list.size() + said_[3].list.size();
  }
  /// The text has words in common with them, two or more; true where nothing was said.
  bool sharesWith(std::string_view text) const;
  /// A sentence of theirs has a third of its longer words, two or more. Linear in what was said.
  bool tells(std::string_view sentence) const;

 private:
  /// A sentence, or a clause of one: its words, ascending, in `words`.
  struct Saying {
    uint32_t begin = 0;
    uint32_t end = 0;
    /// The word that it starts with, where that says what to do; 0: none.
    uint32_t head = 0;
    bool namesUser = false;
  };
  struct Sayings {
    std::vector<uint32_t> words;
    std::vector<Saying> list;
  };
  class Reading;

  void line();
  void keep(Voice voice, const Reading& reading, bool headed);
  /// Somebody of that voice said all of it.
  bool saidBy(Voice voice, const std::vector<uint32_t>& words, bool namesUser) const;
  bool passesOn(const Reading& piece, const Reading& heading) const;

  std::string line_;
  Voice voice_ = Voice::kTool;
  /// Lines behind one that named the agent, which it may introduce.
  uint32_t introduced_ = 0;
  Sayings said_[4];
  /// Fingerprints of the orders, each of which is kept once.
  std::set<uint64_t> orders_;
};

}  // namespace epitome
