/// Hands the engine to JavaScript. The only file that knows Emscripten: numbers in, numbers out.

#include <emscripten/bind.h>

#include "engine.h"

namespace {

epitome::Engine& engine() {
  static epitome::Engine instance;
  return instance;
}

/// Calls a member of the one engine.
template <auto kMember, typename... Arguments>
int32_t call(Arguments... arguments) {
  return (engine().*kMember)(arguments...);
}

template <auto kMember, typename... Arguments>
void bind(const char* name, int32_t (epitome::Engine::*)(Arguments...)) {
  emscripten::function(name, &call<kMember, Arguments...>);
}

uint32_t bufferAddress() { return reinterpret_cast<uint32_t>(engine().buffer().data()); }
uint32_t bufferCapacity() { return static_cast<uint32_t>(engine().buffer().size()); }
uint32_t outputAddress() { return reinterpret_cast<uint32_t>(engine().output().data()); }
uint32_t outputLength() { return static_cast<uint32_t>(engine().output().size()); }
uint32_t wireVersion() { return epitome::wire::kVersion; }

}  // namespace

EMSCRIPTEN_BINDINGS(epitome) {
  using epitome::Engine;
  emscripten::function("bufferAddress", &bufferAddress);
  emscripten::function("bufferCapacity", &bufferCapacity);
  emscripten::function("outputAddress", &outputAddress);
  emscripten::function("outputLength", &outputLength);
  emscripten::function("wireVersion", &wireVersion);
  bind<&Engine::openSession>("openSession", &Engine::openSession);
  bind<&Engine::closeSession>("closeSession", &Engine::closeSession);
  bind<&Engine::feedState>("feedState", &Engine::feedState);
  bind<&Engine::restoreSession>("restoreSession", &Engine::restoreSession);
  bind<&Engine::snapshotSession>("snapshotSession", &Engine::snapshotSession);
  bind<&Engine::feed>("feed", &Engine::feed);
  bind<&Engine::stagedTokens>("stagedTokens", &Engine::stagedTokens);
  bind<&Engine::stagedTextTokens>("stagedTextTokens", &Engine::stagedTextTokens);
  bind<&Engine::dropStaged>("dropStaged", &Engine::dropStaged);
  bind<&Engine::attach>("attach", &Engine::attach);
  bind<&Engine::append>("append", &Engine::append);
  bind<&Engine::sameMessage>("sameMessage", &Engine::sameMessage);
  bind<&Engine::releaseRun>("releaseRun", &Engine::releaseRun);
  bind<&Engine::countBy>("countBy", &Engine::countBy);
  bind<&Engine::foldBefore>("foldBefore", &Engine::foldBefore);
  bind<&Engine::step>("step", &Engine::step);
  bind<&Engine::readList>("readList", &Engine::readList);
  bind<&Engine::readDone>("readDone", &Engine::readDone);
  bind<&Engine::pending>("pending", &Engine::pending);
  bind<&Engine::request>("request", &Engine::request);
  bind<&Engine::progress>("progress", &Engine::progress);
  bind<&Engine::reply>("reply", &Engine::reply);
  bind<&Engine::blockRoom>("blockRoom", &Engine::blockRoom);
  bind<&Engine::offerBlocks>("offerBlocks", &Engine::offerBlocks);
  bind<&Engine::giveUp>("giveUp", &Engine::giveUp);
  bind<&Engine::records>("records", &Engine::records);
  bind<&Engine::rewind>("rewind", &Engine::rewind);
  bind<&Engine::editRecord>("editRecord", &Engine::editRecord);
  bind<&Engine::pin>("pin", &Engine::pin);
  bind<&Engine::pins>("pins", &Engine::pins);
  bind<&Engine::lastVerdict>("lastVerdict", &Engine::lastVerdict);
  bind<&Engine::postpone>("postpone", &Engine::postpone);
  bind<&Engine::awaited>("awaited", &Engine::awaited);
  bind<&Engine::flushRequest>("flushRequest", &Engine::flushRequest);
  bind<&Engine::flushed>("flushed", &Engine::flushed);
  bind<&Engine::beginText>("beginText", &Engine::beginText);
  bind<&Engine::endText>("endText", &Engine::endText);
  bind<&Engine::view>("view", &Engine::view);
  bind<&Engine::report>("report", &Engine::report);
  bind<&Engine::explain>("explain", &Engine::explain);
  bind<&Engine::repairs>("repairs", &Engine::repairs);
  bind<&Engine::totals>("totals", &Engine::totals);
  bind<&Engine::lookupModel>("lookupModel", &Engine::lookupModel);
  bind<&Engine::checkPattern>("checkPattern", &Engine::checkPattern);
  bind<&Engine::budget>("budget", &Engine::budget);
  bind<&Engine::redactedText>("redactedText", &Engine::redactedText);
  bind<&Engine::mediaRule>("mediaRule", &Engine::mediaRule);
  bind<&Engine::envelope>("envelope", &Engine::envelope);
  bind<&Engine::abortedText>("abortedText", &Engine::abortedText);
}
