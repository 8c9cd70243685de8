/// Secrets in a text that passes by in pieces, each replaced by a short marker. Decides how the
/// text is cut and joined; refuses to know what a secret is (matcher.h), where the text comes from
/// and goes to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "redact/matcher.h"

namespace epitome {

struct RedactionCount {
  std::string kind;
  uint64_t count = 0;
  bool operator==(const RedactionCount&) const = default;
};

/// Adds counts to others, both by kind in alphabetical order.
void addCounts(std::vector<RedactionCount>& counts, const std::vector<RedactionCount>& more);

/// Replaces secrets by `[redacted: kind]`. Linear in time; memory is O(1) beside the outcome, and
/// the outcome does not depend on how the text was cut into pieces. Bytes that are no secret stay
/// as they are, ill-formed UTF-8 too, but for colour codes inside of one. A text that was redacted
/// stays as it is. Of a piece, the last kilobyte is held back until more or the end comes; code
/// points are not split by that.
///
/// A redacted text stays because a rule that would have to look at a marker finds nothing, and
/// nothing looks back beyond one: what decides about a byte is the same as in the first text.
class Redactor {
 public:
  /// `rules` must outlive the redactor.
  explicit Redactor(const RedactionRules& rules);

  /// Appends to `out` what is decided.
  void update(std::string_view piece, std::string& out);
  /// At the end of the text: appends the rest and starts anew. Counts go on.
  void finish(std::string& out);

  /// Secrets replaced so far, by kind in the kinds' alphabetical order; none with zero.
  const std::vector<RedactionCount>& counts() const { return counts_; }

 private:
  /// A code that colours text: the window has none.
  struct Code {
    size_t at = 0;
    std::string text;
  };

  void take(std::string_view piece, bool last);
  void process(size_t limit, std::string& out);
  void skipPlain(size_t limit);
  bool decideAt(std::string& out);
  void await(redact::Found found);
  void replace(redact::Found found, std::string& out);
  void skipTail(size_t limit, std::string& out);
  void flush(std::string& out, bool codeToo);
  void drop();
  void forget();
  redact::Place place();
  size_t markerLength() const;
  void count(std::string_view kind);

  const RedactionRules* rules_;
  /// A line's end, then what came, without codes.
  std::string window_ = "\n";
  std::vector<Code> codes_;
  /// What came, but may be a part of a code.
  std::string raw_;
  /// Decided up to here.
  size_t at_ = 0;
  /// Decided, but not passed on, from here; codes too.
  size_t from_ = 1;
  size_t code_ = 0;
  /// End of the last marker: nothing looks back beyond it.
  size_t floor_ = 0;
  /// The next marker, if `walled_`; else there is none before here.
  size_t wall_ = 0;
  bool walled_ = false;
  /// How what was found last goes on, and whether it is a secret.
  const redact::Pattern* tail_ = nullptr;
  bool secret_ = false;
  /// Secrets that begin further on, by their places: what is before them may hold others.
  std::vector<redact::Found> awaited_;
  std::vector<RedactionCount> counts_;
};

/// `text` with its secrets replaced, which `counts` gains. Without rules it stays as it is.
std::string redacted(std::string_view text, const RedactionRules* rules,
                     std::vector<RedactionCount>& counts);
/// `text` with its secrets replaced.
std::string redacted(std::string_view text, const RedactionRules& rules);

}  // namespace epitome
