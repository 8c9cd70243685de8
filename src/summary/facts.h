/// What of a range must not be lost, and what a summary of it may not invent. Decides which
/// identifiers matter most; refuses to know who writes the summary and where a fact ends up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "summary/identifier_set.h"
#include "summary/identifiers.h"
#include "tokens/family.h"
#include "transcript/message.h"

namespace epitome {

/// Whose words a text is; the later the weightier.
enum class Speaker : uint8_t { kTool = 0, kAssistant = 1, kUser = 2 };

/// A part's speaker. What an assistant passes to a tool is the tool's: it is code and content more
/// often than a statement.
Speaker speakerOf(Role role, PartKind kind, uint16_t partFlags);

struct Fact {
  IdentifierKind kind = IdentifierKind::kPath;
  /// As it was written first; white space as single spaces, at most 240 bytes.
  std::string text;
  /// The weightiest who said it.
  Speaker speaker = Speaker::kTool;
  /// First and latest message that has it, counted from 1.
  uint32_t firstMessage = 0;
  uint32_t lastMessage = 0;
  /// Messages that have it.
  uint32_t messages = 0;
  uint32_t weight = 0;

  bool operator==(const Fact&) const = default;
};

/// An identifier of a prose that occurs nowhere in what was read: bytes [begin, end) of the prose.
struct Invention {
  IdentifierKind kind = IdentifierKind::kPath;
  uint64_t begin = 0;
  uint64_t end = 0;

  bool operator==(const Invention&) const = default;
};

/// Facts that were looked for in a prose, and those that it lacks, weightiest first. What tools
/// printed as their result is worth what room is left, and no second reply.
struct FactGaps {
  uint32_t sought = 0;
  std::vector<Fact> missing;
  std::vector<Fact> printed;
};

/// Collects facts while texts pass by, oldest first. Memory is bounded: 4,096 candidates, of which
/// the least weighty leave, and the set of what occurred. Linear in the texts, and n log n in
/// candidates.
class Facts final : private IdentifierSink {
 public:
  static constexpr size_t kMostCandidates = 4096;

  /// A text of the message with this number (from 1) begins, or goes on after another one ended.
  void begin(Speaker speaker, uint32_t message);
  /// A piece of it, UTF-8, JSON as it is.
  void text(std::string_view piece) {
    textBytes_ += piece.size();
    reader_.update(piece);
  }
  void end();

  /// A text whose identifiers occurred, though none of them is a fact: an earlier summary, what the
  /// prompt itself says.
  void know(std::string_view utf8) { read_.add(utf8); }

  /// The weightiest facts that take at most `maxTokens` when they stand behind each other with a
  /// comma between them. One that is part of another which is there is left out. Weightiest first;
  /// a total order.
  std::vector<Fact> top(uint32_t maxTokens, Family family) const;
  /// What a prose and what stands beside it lack, and may be given `maxTokens` of. Looked for are
  /// the top of four times as much, since most are there.
  FactGaps gapsIn(std::string_view prose, std::string_view beside, uint32_t maxTokens,
                  Family family) const;
  /// Paths, addresses, hashes, versions and sure numbers of a prose that occur nowhere in what was
  /// read. Ascending and disjoint. A path counts as read when the folder and the rest of it are:
  /// listings name them apart.
  std::vector<Invention> inventedIn(std::string_view prose) const;

  size_t candidates() const { return candidates_.size(); }

 private:
  struct Candidate {
    IdentifierKind kind;
    Speaker speaker;
    bool measured;
    /// Bit set of speakers.
    uint8_t speakers;
    uint32_t first;
    uint32_t last;
    uint32_t messages;
    /// Stood where a text starts or ends.
    bool edge;
    std::string text;
  };

  enum class Standing : uint8_t {
    kFact,
    /// Only tools said it, where a result says what it is about.
    kPrinted,
    /// Only tools said it, and hardly as a fact: small numbers, names of code (the code's own, or
    /// members of JSON), and what was said once or twice amid other output.
    kChatter,
  };
  static Standing standingOf(const Candidate& candidate);

  void identifier(const Identifier& found) override;
  void evict();
  uint32_t weightOf(const Candidate& candidate) const;
  std::vector<Fact> ranked(Standing standing) const;
  std::vector<Fact> top(Standing standing, uint32_t maxTokens, Family family) const;

  IdentifierReader reader_{*this};
  /// Of the text that passes by: its size so far, and the candidates near it, with their ends.
  uint64_t textBytes_ = 0;
  std::vector<std::pair<uint64_t, uint64_t>> latest_;
  IdentifierSet read_;
  /// By fingerprint.
  std::map<uint64_t, Candidate> candidates_;
  Speaker speaker_ = Speaker::kTool;
  uint32_t message_ = 0;
  uint32_t firstMessage_ = 0;
};

}  // namespace epitome
