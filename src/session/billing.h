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

/// What came behind a view. Estimated tokens.
struct Growth {
  /// Messages that the model wrote: the bill of the call that wrote them says what they cost.
  int64_t reply = 0;
  int64_t input = 0;
  /// Messages that the model did not write.
  int64_t inputs = 0;
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

/// Models that a session remembers the bills of; the least recent is forgotten first.
inline constexpr size_t kBilledModels = 4;

class Billing {
 public:
  struct Model {
    /// Fingerprint of its id; 0 when the host does not name it.
    uint32_t id = 0;
    Calibration calibration{1};
    bool billed = false;
    /// What the last bill held beyond the view's messages as calibrated: what the host sends
    /// besides them, and what the calibration is off by in sum. So it may be negative.
    int64_t rest = 0;
    /// Estimated tokens of the view that was billed.
    int64_t estimate = 0;

    /// What the host sends besides messages, tokens; negative before the first bill.
    int64_t overhead() const { return billed ? std::max<int64_t>(0, rest) : -1; }
  };

  explicit Billing(CalibrationMethod method) : method_(method) {}

  /// Makes `model` the current one. `slope` is expected of a model that was not seen before; what
  /// the host sends besides messages is taken to be what the last model was billed for.
  void use(uint32_t model, double slope);
  const Model& current() const { return models_.back(); }

  /// `now` is the bill of `sent`, `before` the one of the view that it went on from. `configured`
  /// is the estimate of what the host sends besides messages; negative when unknown.
  void take(const SentView& sent, const Bill& before, const Bill& now, int64_t configured);

  /// Billed tokens beyond slope * estimate in a view of `estimate` tokens, with `inputs` messages
  /// that the model did not write, which goes on by `growth` from a view with the bill `last`.
  int64_t beyondEstimate(int64_t estimate, int64_t inputs, const Growth& growth,
                         const Bill& last) const;

  /// Oldest first.
  std::span<const Model> models() const { return models_; }
  void recall(std::vector<Model> models) { models_ = std::move(models); }

 private:
  CalibrationMethod method_;
  std::vector<Model> models_ = std::vector<Model>(1);
};

/// The same budget for estimates: `beyond` billed tokens are not in them.
Budget inEstimates(const Budget& budget, const Calibration& calibration, int64_t beyond);

}  // namespace epitome
