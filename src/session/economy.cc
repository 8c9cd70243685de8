#include "session/economy.h"

#include <algorithm>

namespace epitome {

Reckoning reckon(const Outlook& outlook, const Prices& prices) {
  Reckoning reckoning;
  reckoning.outlook = outlook;
  const int64_t room = std::max<int64_t>(0, outlook.trigger - outlook.view);
  reckoning.steps = outlook.growth > 0 ? room / outlook.growth : kHorizonSteps;
  const int64_t ahead = std::min(reckoning.steps, kHorizonSteps);
  const auto freed = static_cast<double>(outlook.freed);
  reckoning.saves = prices.cacheRead * freed * static_cast<double>(ahead);
  if (outlook.cold) {
    reckoning.saves += prices.cacheWrite * freed;
  } else {
    reckoning.costs =
        (prices.cacheWrite - prices.cacheRead) * static_cast<double>(outlook.rewritten);
  }
  reckoning.costs += prices.input * static_cast<double>(outlook.summaryInput) +
                     prices.output * static_cast<double>(outlook.summaryOutput);
  reckoning.pays = prices.known() && reckoning.saves > reckoning.costs;
  return reckoning;
}

}  // namespace epitome
