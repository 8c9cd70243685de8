/// Plays trials of tests/core/support/trial.h in bulk: every preset, the default in small windows,
/// random policies. Decides which seeds are played where; what is looked at is the trials' matter.
///
///   trials COUNT [FIRST] [--threads N]
///
/// prints a line a failure, then counts by preset; the exit code is 1 when any failed.
///
///   trials --digests COUNT
///
/// prints for each hundred seeds what their bytes come to, to be held against another build.

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/support/random_text.h"
#include "core/support/trial.h"
#include "text/hash.h"
#include "tokens/estimator.h"

namespace {

using epitome::script::NamedOptions;
using epitome::script::NamedTrial;
using epitome::script::Trial;

/// Failures that are told in full.
constexpr uint64_t kTold = 5;
/// Seeds that a thread takes at once.
constexpr uint64_t kBatch = 64;
/// One seed in so many is played twice, for the same bytes.
constexpr uint64_t kTwice = 16;

struct Counts {
  uint64_t played = 0;
  uint64_t steps = 0;
  uint64_t failed = 0;
};

class Bulk {
 public:
  Bulk(uint64_t first, uint64_t count, std::vector<NamedOptions> presets)
      : next_(first), end_(first + count), presets_(std::move(presets)) {}

  void work() {
    std::map<std::string, Counts> mine;
    while (true) {
      const uint64_t begin = next_.fetch_add(kBatch);
      if (begin >= end_) break;
      for (uint64_t seed = begin; seed < std::min(begin + kBatch, end_); ++seed) play(seed, mine);
    }
    const std::lock_guard lock(mutex_);
    for (const auto& [name, counts] : mine) {
      counts_[name].played += counts.played;
      counts_[name].steps += counts.steps;
      counts_[name].failed += counts.failed;
    }
  }

  const std::map<std::string, Counts>& counts() const { return counts_; }

 private:
  void play(uint64_t seed, std::map<std::string, Counts>& mine) {
    const NamedTrial named = epitome::script::trialOf(seed, presets_);
    Trial trial(seed, named.plan);
    std::string fault = trial.play();
    if (fault.empty() && seed % kTwice == 0) {
      Trial again(seed, named.plan);
      fault = again.play();
      if (fault.empty() && again.digest() != trial.digest()) fault = "another run, other bytes";
    }
    Counts& counts = mine[named.name];
    ++counts.played;
    counts.steps += trial.steps();
    if (fault.empty()) return;
    ++counts.failed;
    const std::lock_guard lock(mutex_);
    const std::string kind = fault.substr(0, fault.find('\n'));
    if (++told_ > kTold) fault = kind;
    std::fprintf(stderr, "seed %llu, %s: %s\n", static_cast<unsigned long long>(seed),
                 named.name.c_str(), fault.c_str());
  }

  std::atomic<uint64_t> next_;
  uint64_t end_;
  std::vector<NamedOptions> presets_;
  std::mutex mutex_;
  uint64_t told_ = 0;
  std::map<std::string, Counts> counts_;
};

/// Of what every family's estimator says of the seed's texts.
uint64_t tokensDigest(uint64_t seed) {
  epitome::test::Random random(seed);
  const std::string texts[] = {
      epitome::test::randomBytes(random, random.below(400)),
      epitome::test::randomText(random, random.below(60)),
      epitome::test::randomClusters(random, random.below(60)),
      epitome::test::randomJson(random, random.below(60)),
      epitome::test::wellFormedText(random),
      epitome::test::prose(random.below(400)),
  };
  uint64_t digest = 0;
  for (const std::string& text : texts) {
    for (uint32_t family = 0; family < epitome::kFamilies; ++family) {
      epitome::TextEstimator estimator(static_cast<epitome::Family>(family));
      estimator.update(text);
      for (const uint64_t number :
           {uint64_t{estimator.tokens()}, uint64_t{estimator.bound()}, estimator.units()}) {
        digest = epitome::text::combine(digest, number);
      }
    }
  }
  return digest;
}

/// On one thread: the other build plays beside it.
void printDigests(uint64_t count, const std::vector<NamedOptions>& presets) {
  constexpr uint64_t kLine = 100;
  for (uint64_t begin = 0; begin < count; begin += kLine) {
    uint64_t sessions = 0;
    uint64_t tokens = 0;
    for (uint64_t seed = begin; seed < std::min(begin + kLine, count); ++seed) {
      Trial trial(seed, epitome::script::trialOf(seed, presets).plan);
      // What breaks a contract is another suite's matter; how it breaks it is the same everywhere.
      sessions = epitome::text::combine(sessions, epitome::text::hashOf(trial.play()));
      sessions = epitome::text::combine(sessions, trial.digest());
      tokens = epitome::text::combine(tokens, tokensDigest(seed));
    }
    const auto from = static_cast<unsigned long long>(begin);
    std::printf("sessions from seed %llu: %s\n", from, epitome::text::hexOf(sessions).c_str());
    std::printf("tokens from seed %llu: %s\n", from, epitome::text::hexOf(tokens).c_str());
  }
}

uint64_t numberOf(const char* text) { return std::strtoull(text, nullptr, 10); }

}  // namespace

int main(int argc, char** argv) {
  uint64_t count = 0;
  uint64_t first = 0;
  uint64_t threads = std::max(1U, std::thread::hardware_concurrency());
  uint32_t plain = 0;
  bool digests = false;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--threads" && i + 1 < argc) {
      threads = std::max<uint64_t>(1, numberOf(argv[++i]));
    } else if (std::string_view(argv[i]) == "--digests") {
      digests = true;
    } else {
      (plain++ == 0 ? count : first) = numberOf(argv[i]);
    }
  }
  std::vector<NamedOptions> presets = epitome::script::presets();
  if (count == 0 || presets.empty()) {
    std::fprintf(stderr, "usage: trials COUNT [FIRST] [--threads N], or trials --digests COUNT\n");
    return 2;
  }
  if (digests) {
    printDigests(count, presets);
    return 0;
  }
  const auto begin = std::chrono::steady_clock::now();
  Bulk bulk(first, count, std::move(presets));
  std::vector<std::thread> workers;
  for (uint64_t i = 0; i < threads; ++i) workers.emplace_back([&] { bulk.work(); });
  for (std::thread& worker : workers) worker.join();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;

  Counts all;
  for (const auto& [name, counts] : bulk.counts()) {
    std::printf("%-12s %9llu transcripts, %10llu steps, %llu failed\n", name.c_str(),
                static_cast<unsigned long long>(counts.played),
                static_cast<unsigned long long>(counts.steps),
                static_cast<unsigned long long>(counts.failed));
    all.played += counts.played;
    all.steps += counts.steps;
    all.failed += counts.failed;
  }
  std::printf(
      "%llu transcripts from seed %llu in %.1f s on %llu threads: %.0f a second, %llu failed\n",
      static_cast<unsigned long long>(all.played), static_cast<unsigned long long>(first),
      took.count(), static_cast<unsigned long long>(threads),
      static_cast<double>(all.played) / took.count(), static_cast<unsigned long long>(all.failed));
  return all.failed == 0 ? 0 : 1;
}
