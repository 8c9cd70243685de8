/// Which resource a tool call touches: the file it reads or writes, the command it runs, the page
/// it fetches, and when two calls mean the same one.
///
/// Keys err on the side of "another one": two calls that differ in an argument of unknown meaning
/// have different keys, and a call whose input is cut or no JSON object has none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/hash.h"
#include "text/json_stream.h"

namespace epitome {

/// What a call does to its resource. The values cross the boundary: only append.
enum class ResourceKind : uint8_t {
  kNone = 0,
  kRead = 1,
  kWrite = 2,
  kDelete = 3,
  kRun = 4,
  kSearch = 5,
  kFetch = 6,
  /// The agent's list of things to do: one resource, however it is read or written.
  kPlan = 7,
};
inline constexpr uint8_t kResourceKindCount = 8;

/// Where a tool names its resource. Every list is words with a space between them. Names of
/// arguments are compared without regard to case, `_` and `-`: `filepath` is file_path, filePath
/// and FilePath.
template <typename Words>
struct ExtractorOf {
  /// Globs of tool names (text/glob.h).
  Words tools{};
  ResourceKind kind = ResourceKind::kNone;
  /// Arguments that may identify the resource: the first one of the list that a call has does.
  Words subjects{};
  /// Arguments that say which part or form of it is asked for. `*`: every other one but commentary
  /// (`description`, `timeout` and their like). None are looked at for kWrite, kDelete and kPlan.
  Words ranges{};
  /// An argument and the values, one of which it must have for the extractor to hold (`command
  /// view`); empty: it always holds.
  Words when{};
};

/// A host's own extractor.
using Extractor = ExtractorOf<std::string>;
/// A row of the table.
using ExtractorRow = ExtractorOf<std::string_view>;

/// The tools of common agents and servers, in the order in which they are looked at.
std::span<const ExtractorRow> commonExtractors();

struct Resource {
  ResourceKind kind = ResourceKind::kNone;
  /// Fingerprint of the resource as the call asks for it, range arguments included; 0: none is
  /// known. The same however arguments are ordered, spaced and escaped. Reads, writes and deletions
  /// of one path share it; other kinds only share it with the same tool.
  uint64_t key = 0;
  /// Fingerprint of the whole resource: `key` without ranges, and `key` itself where there are
  /// none.
  uint64_t whole = 0;

  bool operator==(const Resource&) const = default;
};

/// What a call says of its resource in words. Well-formed as far as the input is.
struct CallTexts {
  /// What the call names: a path, a command, an address, as it is written; items of a list with a
  /// space between them. At most 1,024 bytes: of longer ones the beginning. Empty: nothing known.
  std::string subject;
  /// The argument that the subject is, its name folded (`command`).
  std::string member;
  /// The subject is one string, and all of it.
  bool exact = false;
  /// Its other arguments, names folded (`filepath`), values at most 64 bytes; eight at most.
  std::vector<std::pair<std::string, std::string>> arguments;
};

/// Finds the resource of one call after another from the name and the pieces of the input, which is
/// JSON. Linear; memory is bounded: of a value 1,024 bytes are kept, longer ones are fingerprinted
/// as they pass, byte for byte.
class ResourceReader final : private text::JsonSink {
 public:
  /// `own` are looked at before the common ones, in their order, and must outlive the reader.
  explicit ResourceReader(std::span<const Extractor> own = {}) : own_(own) {}

  /// A piece of the tool's name, all of which come before the input.
  void name(std::string_view utf8);
  void input(std::string_view utf8);
  /// Keeps the texts of calls from here on, which arrival has no need of. Between calls only.
  void keepTexts() { kept_.emplace(); }
  /// The resource of the call that passed by. The next piece begins another call.
  Resource take();
  /// The same, with its texts if they are kept.
  Resource take(CallTexts& texts);

 private:
  /// Rows that are kept for one call: which of them holds may depend on an argument.
  static constexpr size_t kRows = 4;
  static constexpr uint32_t kNoRank = UINT32_MAX;

  struct Candidate {
    ExtractorRow row;
    bool holds = false;
    /// It looks at the member.
    bool wants = false;
    /// Position in the list of the subject so far.
    uint32_t rank = kNoRank;
    uint64_t subject = 0;
    /// What the subject's argument added to `details`.
    uint64_t subjectDetail = 0;
    /// Sum over all arguments that count, so that their order does not matter.
    uint64_t details = 0;
  };

  /// The rows of a tool that was called before.
  struct Tool {
    std::string name;
    std::array<ExtractorRow, kRows> rows;
    size_t count = 0;
  };

  void open(bool array) override;
  void close() override;
  void beginString(bool name) override;
  void plain(std::string_view run) override;
  void escape(uint32_t unit) override;
  void endString() override;
  void beginScalar() override;
  void scalar(std::string_view piece) override;
  void endScalar() override;

  /// Texts of a call, by candidate.
  struct Kept {
    std::array<std::string, kRows> subjects;
    std::array<std::string, kRows> members;
    std::array<bool, kRows> exact;
    std::vector<std::pair<std::string, std::string>> arguments;
  };

  void choose();
  void keepValue(Kept& kept, size_t candidate, bool subject) const;
  void consider(const ExtractorRow& row);
  void begin(size_t candidate, const ExtractorRow& row);
  bool wants(const Candidate& candidate) const;
  void append(std::string_view bytes);
  void endHalf();
  void mark(char kind);
  void endName();
  void endValue();
  void give(size_t index, bool absent);
  uint64_t subjectHash(ResourceKind kind) const;
  Resource resourceOf(const Candidate& candidate) const;

  std::span<const Extractor> own_;
  /// Those called last: holding a name against all globs takes longer than all else.
  std::vector<Tool> tools_;
  size_t oldest_ = 0;
  std::string tool_;
  bool chosen_ = false;
  std::array<Candidate, kRows> candidates_;
  size_t count_ = 0;

  text::JsonStream stream_;
  uint32_t depth_ = 0;
  /// Inside the name of a member of the input itself.
  bool inName_ = false;
  /// The name folded, as far as it is kept; the fingerprint of the whole.
  std::string member_;
  text::Hasher memberBytes_;
  /// A candidate looks at the member.
  bool wanted_ = false;
  /// The value unescaped, of a long one the beginning; the fingerprint of a long one.
  std::string value_;
  text::Hasher valueBytes_;
  uint64_t valueLength_ = 0;
  bool null_ = false;
  bool compound_ = false;
  uint32_t highSurrogate_ = 0;
  std::optional<Kept> kept_;
};

}  // namespace epitome
