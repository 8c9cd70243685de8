/// What bills tell of prompts to come: per model, what the host sends besides messages, and how
/// estimates become billed tokens. Decides which bill belongs to which view and what it teaches;
/// refuses to know budgets and what is done about a prompt that is too long.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "budget/budget.h"
#include "tokens/calibration.h"

namespace epitome {

/// A provider's bill for one call, tokens; 0 where unknown.
struct Bill {
  int64_t input = 0;
  int64_t output = 0;
};

/// Why a bill is ignored. The names travel in events.
enum class BillFault : uint8_t {
  kNone = 0,
  /// More than the model's window holds: nobody was billed for that.
  kOverWindow = 1,
  /// Less than half of what was counted.
  kTooSmall = 2,
  /// More than twice of what was counted.
  kTooLarge = 3,
};

/// Who says how large a window is.
enum class WindowSource : uint8_t {
  /// A table: the model has no larger one.
  kKnown = 0,
  /// The host, who may mean a smaller one than the model has.
  kStated = 1,
  /// Nobody: a prompt that was served proves that it is larger.
  kAssumed = 2,
};

/// No model has a larger window, tokens (js/models/table.ts).
inline constexpr int64_t kLargestWindow = 2'000'000;

/// What became of a bill.
struct Judged {
  BillFault fault = BillFault::kNone;
  /// What the host sends unseen, tokens, where this bill is the one that makes it believed; else 0.
  int64_t unseen = 0;
};

/// What a bill is held against, tokens.
struct BillTerms {
  /// Of the model that was billed; 0 when unknown.
  int64_t window = 0;
  /// The estimate of what the host sends besides messages; negative when unknown.
  int64_t configured = -1;
  /// What it is taken to be then.
  int64_t assumed = 0;
  /// Of the window.
  WindowSource source = WindowSource::kKnown;

  /// What the host sends besides messages, before any bill.
  int64_t stated() const;
};

/// What came behind a view. Estimated tokens.
struct Growth {
  /// Messages that the model wrote: the bill of the call that wrote them says what they cost.
  int64_t reply = 0;
  int64_t input = 0;
  /// Messages that the model did not write.
  int64_t inputs = 0;
};

/// What of a view no bill of its model has covered. Estimated tokens.
struct Unbilled {
  int64_t tokens = 0;
  /// Of the largest unit: what bills of this size say holds for it.
  int64_t largestUnit = 0;
  /// Of the largest text. The errors of different texts even out; those of one do not.
  int64_t largestText = 0;
};

/// A view as it went to a provider. Estimated tokens.
struct SentView {
  int64_t tokens = 0;
  /// Messages in it that the model did not write.
  int64_t inputs = 0;
  /// Messages of the transcript that it stood for; 0 when nothing was sent.
  uint32_t messages = 0;
  uint32_t model = 0;
  /// It is the view before it with `growth` behind.
  bool goesOn = false;
  Growth growth;
};

/// A view that may go to a provider. Estimated tokens.
struct PricedView {
  int64_t tokens = 0;
  /// Messages in it that the model did not write.
  int64_t inputs = 0;
  /// Behind the view that was billed last.
  Growth growth;
  Unbilled unbilled;
};

/// What a provider would bill for a view, tokens.
struct Price {
  /// Of all its messages alike: what goes takes its share along.
  int64_t common = 0;
  /// What the newest ones cost beyond that; it stays with them. May be negative.
  int64_t newest = 0;

  int64_t total() const { return std::max<int64_t>(0, common + newest); }
};

/// Models that a session remembers the bills of; the least recent is forgotten first.
inline constexpr size_t kBilledModels = 4;

/// Per model, a prompt is what the host sends besides messages, the messages as calibrated, and
/// what these are astray by. The last bill says what the three come to. What is new in a bill is
/// shared by how unsure the overhead is and how far the messages that came or went may be off,
/// which is what the messages get at most. The overhead stays and what is astray goes with the
/// messages, so that short prompts and folds tell the two apart.
class Billing {
 public:
  /// Of an overhead of which nothing is known: any bill tells more.
  static constexpr double kMostVariance = 1e12;

  struct Model {
    /// Fingerprint of its id; 0 when the host does not name it.
    uint32_t id = 0;
    Calibration calibration{1};
    bool billed = false;
    /// What the host sends besides messages, tokens, and how unsure that is, tokens squared.
    int64_t overhead = 0;
    double variance = 0;
    /// The last bill, and what it was for: estimated tokens and messages that the model did not
    /// write.
    int64_t input = 0;
    int64_t estimate = 0;
    int64_t inputs = 0;
    /// What served prompts prove of a window that was assumed, tokens; 0: nothing.
    int64_t window = 0;

    /// Most of the overhead that several bills vouch for, tokens; 0 where none has to.
    int64_t vouched = 0;
    /// The last bill that asks for more overhead than one bill can: as above, and how many before
    /// it agree with it, itself among them.
    struct Doubt {
      int64_t input = 0;
      int64_t estimate = 0;
      int64_t inputs = 0;
      uint32_t bills = 0;
    };
    Doubt doubt;

    /// What the host sends besides messages, whatever single bills say: of what the host states,
    /// half to twice; and half of the window at most, unless the host states more. Bills that agree
    /// vouch for more, up to the window.
    int64_t within(int64_t tokens, const BillTerms& terms) const;
    int64_t mostOverhead(const BillTerms& terms) const;
    /// Before the first bill: the overhead is about as long, or, where negative, anything.
    void expectOverhead(int64_t tokens);
    /// True when a bill is the last of several in a row that ask for about the same overhead, which
    /// is more than `mostOverhead` and than the estimate may be off by. Then it is believed. What
    /// nobody can see (files elsewhere, tools that were not stated) stays the same while messages
    /// come; the excess of a sum over several calls grows by a whole prompt with each.
    bool believes(const SentView& sent, int64_t billedInput, const BillTerms& terms);
    /// Shares a bill out, `calibration` having learned from it.
    void take(const SentView& sent, int64_t billedInput, const BillTerms& terms);
    /// Billed tokens beyond overhead and calibrated messages in a view of `tokens` estimated ones.
    int64_t astrayIn(int64_t tokens, int64_t messages) const;
  };

  explicit Billing(CalibrationMethod method) : method_(method) {}

  /// Makes `model` the current one. `expected` is what a model that was not seen before bills for
  /// one estimated token; what the host sends besides messages is taken to be what it sent the last
  /// model.
  void use(uint32_t model, double expected);
  const Model& current() const { return models_.back(); }
  /// What the host sends besides messages, tokens; negative before the first bill. Bounded here as
  /// well, since what was learned may come from a larger window or a saved state.
  int64_t overhead(const BillTerms& terms) const {
    const Model& model = current();
    return model.billed ? model.within(model.overhead, terms) : -1;
  }

  /// Of a model whose window is assumed to be `assumed`, with what its bills proved.
  int64_t windowOf(uint32_t model, int64_t assumed) const;
  /// `now` is the bill of `sent`, `before` the one of the view that it went on from. One that says
  /// what can't be teaches nothing, unless several agree.
  Judged take(const SentView& sent, const Bill& before, const Bill& now, const BillTerms& terms);
  bool learns() const { return method_ != CalibrationMethod::kOff; }

  /// Of a view that goes on from one with the bill `last`, without what the host sends besides.
  Price priceOf(const PricedView& view, const Bill& last) const;
  /// A budget of billed tokens in those of the estimate, with room for the view to cost more.
  Budget inEstimates(const Budget& budget, const PricedView& view, const Bill& last) const;

  /// Oldest first.
  std::span<const Model> models() const { return models_; }
  /// What bills taught before means nothing where none counts.
  void recall(std::vector<Model> models) {
    models_ = learns() ? std::move(models) : std::vector<Model>(1);
  }

 private:
  BillFault faultOf(const Model& model, const SentView& sent, int64_t input,
                    const BillTerms& terms) const;
  /// A believed bill, where prompts are followed as a whole.
  void average(Model& model, const SentView& sent, int64_t input, const BillTerms& terms) const;
  /// How much more than its price a view may cost, tokens.
  int64_t marginOf(const PricedView& view) const;

  CalibrationMethod method_;
  std::vector<Model> models_ = std::vector<Model>(1);
};

}  // namespace epitome
