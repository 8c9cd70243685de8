/// Which of the user's words are carried when not all of them fit. Decides by what a sentence says
/// per token; refuses to know how words are laid out and what else a record holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "extract/markers.h"
#include "extract/rare_words.h"
#include "summary/user_words.h"
#include "tokens/family.h"

namespace epitome {

/// When not all words fit, the sentences that say most per token are carried, whole: names,
/// numbers, limits and words that no other message has say something. A sentence that later ones
/// come back to is carried with them or not at all, and what comes back to `beside`, which stands
/// in other records, is carried first: no order stands without its end. Pleasantries, quoted output
/// and code come last. Of the newest message something is there while there is room for anything.
/// O(n log n) in sentences.
class WordsChoice {
 public:
  /// `all`, oldest first, must outlive it.
  WordsChoice(const std::vector<UserWords>& all, std::span<const UserWords> beside, Family family);

  /// Tokens of what comes before any other kind of row: all words where `maxTokens` hold them, else
  /// the sentences that say much.
  uint64_t telling(uint64_t maxTokens) const;

  /// What `maxTokens` hold. Adds to `leftOut` the messages that are not there at all.
  std::vector<UserWords> within(uint32_t maxTokens, uint32_t& leftOut);

 private:
  /// A sentence of a message: bytes [begin, end) of its text.
  struct Sentence {
    size_t message = 0;
    size_t begin = 0;
    size_t end = 0;
    uint32_t points = 0;
    uint32_t cost = 0;
    bool instructs = false;
    /// It takes something back, or comes back to what stands in other records.
    bool first = false;
    bool taken = false;
    /// Later ones, by index, that are about the same.
    std::vector<size_t> later;
  };

  std::string_view textOf(const Sentence& sentence) const;
  UserWords excerptsOf(size_t message, const std::vector<Sentence>& chosen) const;
  static bool isAllOf(const UserWords& whole, const std::vector<Sentence>& chosen);
  void count(const UserWords& words);
  void addSentences(size_t message);
  void joinLater(std::span<const UserWords> beside);
  void joinValues();
  std::vector<size_t> ranked() const;
  uint32_t take(size_t index, uint32_t most);
  void beginNewest(uint32_t& left);
  std::vector<UserWords> written(uint32_t left, uint32_t& leftOut);

  const std::vector<UserWords>& all_;
  Family family_;
  /// Tokens of all.
  uint64_t tokens_ = 0;
  WordCounts words_;
  MarkerRates rates_;
  std::vector<Sentence> sentences_;
  /// By message.
  std::map<size_t, std::vector<Sentence>> chosen_;
};

}  // namespace epitome
