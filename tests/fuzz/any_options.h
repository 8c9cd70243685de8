/// Options of every kind from a fuzzer's input, as src/session/options.cc reads them.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

namespace epitome::script {

/// `below(n)` draws a number below n; zeros when the input is used up, which give bare options.
template <typename Below>
nlohmann::ordered_json anyOptions(Below below) {
  using Json = nlohmann::ordered_json;
  const auto amount = [&]() -> Json {
    if (below(2) == 0) return 1 + below(3'000);
    return (1 + below(99)) / 100.0;
  };
  const auto some = [&] { return below(4) == 1; };
  const auto protect = [&] {
    Json made = Json::object();
    if (some()) made["results"] = below(6);
    if (some()) made["assistants"] = below(6);
    if (some()) made["tokens"] = amount();
    return made;
  };
  Json options = Json::object();
  for (const char* name : {"trigger", "target", "warn", "margin", "userWords", "keepRecentTokens",
                           "summaryTokens", "blockTokens", "flushAt"}) {
    if (some()) options[name] = amount();
  }
  for (const char* name : {"keepRecentMessages", "mostMessages"}) {
    if (some()) options[name] = below(12);
  }
  for (const char* name :
       {"ofPrompt", "keepLeast", "dropReasoning", "oneSummary", "blocks", "flush", "announces"}) {
    if (some()) options[name] = true;
  }
  if (some()) options["recall"] = "recall";
  if (below(16) == 1) options["enabled"] = false;
  if (some()) options["summarizerWindow"] = 1 + below(8'000);
  if (some()) options["cacheLifetime"] = below(10'000);
  if (some()) {
    options["prices"] = {{"input", 3e-6}, {"cacheRead", 3e-7}, {"cacheWrite", 3.75e-6}};
  }
  if (some()) options["clearMedia"] = protect();
  if (some()) options["calibration"] = below(3);
  if (some()) options["summary"] = {{"shape", below(6)}};
  if (some()) {
    Json pace = Json::object();
    if (some()) pace["minimumGain"] = amount();
    if (some()) pace["leastFold"] = below(8);
    options["pace"] = pace;
  }
  if (below(2) == 1) {
    Json results = Json::object();
    if (some()) results["arrival"] = 1 + below(3'000);
    if (some()) results["repeats"] = false;
    if (some()) results["outdated"] = false;
    if (some()) {
      results["trim"] = {{"over", 1 + below(2'000)},
                         {"head", below(1'000)},
                         {"tail", below(1'000)},
                         {"protect", protect()}};
    }
    if (some()) results["clear"] = protect();
    if (some()) results["batch"] = amount();
    if (some()) results["media"] = true;
    if (some()) {
      const Json rule = {
          {"tools", below(2) == 0 ? "*" : "tool"}, {"keep", below(2) == 0}, {"recalls", some()}};
      results["tools"] = Json::array({rule});
    }
    options["results"] = results;
  }
  return options;
}

}  // namespace epitome::script
