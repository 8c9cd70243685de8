/// One decision about one part of a message, recorded once and replayed: how the part is found
/// again, and what stands in its place.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tokens/family.h"
#include "transcript/transcript.h"

namespace epitome {

/// The values are saved in states.
enum class EditKind : uint8_t {
  /// A part of a client tool's result, or of what a call was given, is left out.
  kTrim = 0,
  /// A placeholder stands for a client tool's result.
  kClear = 1,
  /// A client tool's result that another one repeats word for word is told once.
  kPoint = 2,
  /// A newer result tells what the resource is like now.
  kOutdated = 3,
  /// Finished reasoning of a message is left out.
  kDrop = 4,
  /// A placeholder stands for an image or file; of a client tool's result the text stays, and
  /// placeholders stand for the images and files beside it.
  kMedia = 5,
};
inline constexpr uint8_t kEditKinds = 6;

/// What an edit holds for, up to some message: a result and an input by their call and exact text,
/// reasoning by its message, media by message and place.
struct EditKey {
  uint64_t owner = 0;
  uint64_t content = 0;
  auto operator<=>(const EditKey&) const = default;
};

EditKey keyOf(const Transcript& transcript, uint32_t message, uint32_t part);
/// What the text of a result or an input alone tells of the key, as a reader of it knows it.
EditKey textKeyOf(const PartFacts& part);
EditKey textKeyOf(PartKind kind, uint64_t callId, uint64_t textHash);

/// UTF-16 code units [from, to) of a text give way to `text`.
struct TextCut {
  uint32_t from = 0;
  uint32_t to = 0;
  std::string text;
  bool operator==(const TextCut&) const = default;
};

struct Edit {
  EditKind kind = EditKind::kTrim;
  /// kTrim.
  TextCut cut;
  /// Print of the result that kPoint and kOutdated name.
  uint64_t target = 0;
  /// The newest message that it was made for, by its place in the conversation. Hosts use ids
  /// again, and say the same thing twice: what comes later is another part, however alike.
  uint32_t upTo = 0;
  /// Of the original, UTF-16 code units.
  uint32_t total = 0;
  /// Of what stands in the part's place, the part's envelope not included.
  uint32_t tokens = 0;
  /// kMedia: though the user sent it with the current request, or it is pinned. A request has no
  /// room for its bytes, or for so many images.
  bool current = false;
  /// kTrim: of what a call was given; the cut ends with what closes the JSON that is left of it.
  bool input = false;
  std::string closing;
  /// kTrim, kClear: number of the message, where the agent has a tool that reads it again; or 0.
  uint32_t handle = 0;

  /// Its placeholder names another call, which has to be in the view.
  bool namesAnother() const { return kind == EditKind::kPoint || kind == EditKind::kOutdated; }
  /// Of the original, UTF-16 code units.
  uint32_t kept() const { return total - (cut.to - cut.from); }
  /// Of what stands in its place, UTF-16 code units; kTrim only. The words of cuts are ASCII.
  uint32_t length() const { return kept() + static_cast<uint32_t>(cut.text.size()); }
  bool operator==(const Edit&) const = default;
};

using EditMap = std::map<EditKey, Edit>;

/// An edit that a rewrite is going to make.
struct EditPlan {
  uint32_t message = 0;
  uint32_t part = 0;
  EditKind kind = EditKind::kTrim;
  /// kTrim: what stays, before the cut is moved to a safe place; UTF-16 code units.
  uint32_t headUnits = 0;
  uint32_t tailStartUnits = 0;
  uint64_t target = 0;
  /// Of the whole text, UTF-16 code units; kTrim only.
  uint32_t units = 0;
  /// Of what will stand in the part's place, about.
  uint32_t tokens = 0;
  bool current = false;

  /// kTrim: what may stay of the text, UTF-16 code units.
  uint32_t stay() const { return headUnits + (units - tailStartUnits); }
};

/// The cut of a trim, with the line that tells what is kept, what there was, and by which number
/// the rest can be read. Its characters never outnumber those that it stands for by more than the
/// line.
TextCut headAndTail(uint32_t headEnd, uint32_t tailStart, uint32_t total, uint32_t handle = 0);

/// The same for what a call was given: inside of a string of its JSON.
TextCut inputCut(uint32_t from, uint32_t to, uint32_t total, uint32_t handle,
                 std::string_view closing);

/// A piece of a placeholder: words of ours, or a name that only the host has.
enum class PieceKind : uint8_t {
  kText = 0,
  kToolName = 1,
  kCallId = 2,
  kMediaType = 3,
  kMediaSize = 4,
  /// The text that a result has without its images and files.
  kOwnText = 5,
};
struct Piece {
  PieceKind kind = PieceKind::kText;
  std::string text;
  /// The name is not of the edited part but of `target`'s call.
  bool ofTarget = false;
  /// kMediaType, kMediaSize: which of the images and files in a result.
  uint32_t item = 0;
};

/// What stands in place of a part that an edit replaces: every kind but kTrim and kDrop.
std::vector<Piece> placeholder(const Edit& edit, const PartFacts& part);

/// The tokens of a placeholder at most, the text that stays not included; `nameTokens` are those of
/// the part's tool.
uint32_t placeholderTokens(const Edit& edit, const PartFacts& part, uint32_t nameTokens,
                           Family family);

/// Tokens of a part that a placeholder takes the place of: all of it where media go with the rest,
/// its text otherwise, or its media alone.
uint32_t tokensReplaced(EditKind kind, const PartFacts& part);

/// Longer names are cut when they are put into a placeholder, UTF-16 code units.
inline constexpr uint32_t kMostNameUnits = 64;

/// Half of a surrogate pair or an input that is no object, which the view mends: what is sealed
/// stays as it is.
bool isMended(const PartFacts& part);

/// A client tool's result that may be edited at all: not a provider's, not sealed, read fully.
bool isClientResult(const Transcript& transcript, uint32_t message, uint32_t part);
/// The same that is nothing but text: only such a result may lose a part of itself.
bool isCuttableResult(const Transcript& transcript, uint32_t message, uint32_t part);
/// What a client's call was given, where it may lose a part of itself: long JSON, and nothing that
/// was thought before it is in its message.
bool isCuttableInput(const Transcript& transcript, uint32_t message, uint32_t part);
/// An image or file that a placeholder may stand for, or a client tool's result that holds some.
bool isClearableMedia(const Transcript& transcript, uint32_t message, uint32_t part);
/// An edit of this kind leaves the part valid.
bool fits(EditKind kind, const Transcript& transcript, uint32_t message, uint32_t part);

}  // namespace epitome
