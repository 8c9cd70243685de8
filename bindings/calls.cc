#include "calls.h"

#include <tuple>
#include <type_traits>

namespace epitome {
namespace {

/// Hands arguments out one by one.
class Given {
 public:
  explicit Given(const CallArguments& arguments) : arguments_(arguments) {}

  template <typename Type>
  Type next() {
    if constexpr (std::is_same_v<Type, double>) {
      return arguments_.now;
    } else {
      return arguments_.numbers[at_++];
    }
  }

 private:
  const CallArguments& arguments_;
  size_t at_ = 0;
};

template <typename... Parameters>
int32_t apply(Engine& engine, int32_t (Engine::*member)(Parameters...),
              [[maybe_unused]] Given given) {
  // Braces keep the order.
  const std::tuple<Parameters...> arguments{given.next<Parameters>()...};
  return std::apply([&](auto... each) { return (engine.*member)(each...); }, arguments);
}

using Call = int32_t (*)(Engine&, const CallArguments&);

template <auto kMember>
int32_t row(Engine& engine, const CallArguments& arguments) {
  return apply(engine, kMember, Given(arguments));
}

constexpr Call kCalls[] = {
    row<&Engine::openSession>,
    row<&Engine::closeSession>,
    row<&Engine::feedState>,
    row<&Engine::restoreSession>,
    row<&Engine::snapshotSession>,
    row<&Engine::feed>,
    row<&Engine::stagedTokens>,
    row<&Engine::stagedTextTokens>,
    row<&Engine::dropStaged>,
    row<&Engine::attach>,
    row<&Engine::append>,
    row<&Engine::sameMessage>,
    row<&Engine::releaseRun>,
    row<&Engine::foldable>,
    row<&Engine::countBy>,
    row<&Engine::step>,
    row<&Engine::readList>,
    row<&Engine::readDone>,
    row<&Engine::readEarly>,
    row<&Engine::pending>,
    row<&Engine::request>,
    row<&Engine::progress>,
    row<&Engine::reply>,
    row<&Engine::blockRoom>,
    row<&Engine::offerBlocks>,
    row<&Engine::giveUp>,
    row<&Engine::records>,
    row<&Engine::rewind>,
    row<&Engine::pin>,
    row<&Engine::pins>,
    row<&Engine::lastVerdict>,
    row<&Engine::postpone>,
    row<&Engine::awaited>,
    row<&Engine::flushRequest>,
    row<&Engine::flushed>,
    row<&Engine::beginText>,
    row<&Engine::endText>,
    row<&Engine::view>,
    row<&Engine::report>,
    row<&Engine::explain>,
    row<&Engine::repairs>,
    row<&Engine::totals>,
    row<&Engine::lookupModel>,
    row<&Engine::checkPattern>,
    row<&Engine::mediaRule>,
    row<&Engine::envelope>,
    row<&Engine::abortedText>,
    row<&Engine::besides>,
};

}  // namespace

int32_t call(Engine& engine, uint32_t which, const CallArguments& given) {
  if (which >= std::size(kCalls)) return -static_cast<int32_t>(ErrorCode::kMalformedInput);
  return kCalls[which](engine, given);
}

}  // namespace epitome
