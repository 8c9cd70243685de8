#include "engine.h"

#include <algorithm>
#include <expected>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>

#include "calls.h"

namespace epitome {
namespace {

uint32_t wordOf(double number) {
  if (!(number > 0)) return 0;
  constexpr uint32_t kMost = std::numeric_limits<uint32_t>::max();
  return number < kMost ? static_cast<uint32_t>(number) : kMost;
}

constexpr size_t namesIn(std::string_view list) {
  return list.empty() ? 0 : 1 + static_cast<size_t>(std::ranges::count(list, ','));
}

}  // namespace

/// How the numbers of a call turn into what its function takes, and what that returns into an
/// answer.
struct Engine::Dispatch {
  Engine& engine;
  const Numbers& numbers;
  std::array<uint32_t, std::tuple_size_v<Numbers>> words{};

  template <typename Taken>
  static constexpr bool kByHandle = std::is_same_v<Taken, Slot&> || std::is_same_v<Taken, Session&>;
  template <typename Taken>
  static constexpr bool kByLength =
      std::is_same_v<Taken, std::string_view> || std::is_same_v<Taken, Bytes>;

  /// Why a number can't be taken; 0 where it can.
  template <typename Taken>
  int32_t refusal(size_t at) {
    if constexpr (kByHandle<Taken>) {
      if (engine.find(words[at]) == nullptr) return answer(ErrorCode::kUnknownHandle);
    } else if constexpr (kByLength<Taken>) {
      if (words[at] > kBufferBytes) return answer(ErrorCode::kCapacity);
    }
    return 0;
  }

  template <typename Taken>
  Taken taken(size_t at) {
    if constexpr (std::is_same_v<Taken, Slot&>) {
      return *engine.find(words[at]);
    } else if constexpr (std::is_same_v<Taken, Session&>) {
      return engine.find(words[at])->session;
    } else if constexpr (kByLength<Taken>) {
      using Unit = std::remove_reference_t<decltype(*Taken().data())>;
      return {reinterpret_cast<Unit*>(engine.buffer_.data()), words[at]};
    } else if constexpr (std::is_same_v<Taken, double>) {
      return numbers[at];
    } else {
      return words[at];
    }
  }

  template <typename Value>
  int32_t answer(const Value& value) {
    if constexpr (std::is_same_v<Value, ErrorCode>) {
      return -static_cast<int32_t>(value);
    } else if constexpr (std::is_arithmetic_v<Value> || std::is_enum_v<Value>) {
      return static_cast<int32_t>(value);
    } else if constexpr (std::is_convertible_v<Value, std::string_view>) {
      engine.output_.raw(value);
    } else if constexpr (std::is_pointer_v<Value>) {
      wire::encode(engine.output_, *value);
    } else {
      engine.output_.words(value);
    }
    return 0;
  }
  template <typename Value>
  int32_t answer(const std::expected<Value, ErrorCode>& outcome) {
    if (!outcome) return answer(outcome.error());
    if constexpr (std::is_void_v<Value>)
      return 0;
    else
      return answer(*outcome);
  }

  template <typename Answer, typename... Taken>
  int32_t run(Answer (Calls::*function)(Taken...)) {
    return [&]<size_t... kAt>(std::index_sequence<kAt...>) {
      int32_t refused = 0;
      static_cast<void>((... || ((refused = refusal<Taken>(kAt)) != 0)));
      if (refused != 0) return refused;
      Calls calls{engine, engine.output_};
      if constexpr (std::is_void_v<Answer>) {
        (calls.*function)(taken<Taken>(kAt)...);
        return 0;
      } else {
        return answer((calls.*function)(taken<Taken>(kAt)...));
      }
    }(std::index_sequence_for<Taken...>());
  }

  /// Called by its address, for which it stays a function of its own: a runtime compiles a function
  /// when it is first called, and is not to compile all calls for one.
  template <auto kFunction, size_t kNames>
  static int32_t runs(Dispatch& dispatch) {
    static_assert(countOf(kFunction) == kNames, "as in calls.def");
    return dispatch.run(kFunction);
  }

  /// How many numbers a function takes.
  template <typename Answer, typename... Taken>
  static constexpr size_t countOf(Answer (Calls::*)(Taken...)) {
    return sizeof...(Taken);
  }
};

int32_t Engine::call(uint32_t place, const Numbers& numbers) {
  static constexpr auto kFunctions = std::to_array<int32_t (*)(Dispatch&)>({
#define CALL(name, ...) &Dispatch::runs<&Calls::name, namesIn(#__VA_ARGS__)>,
#include "calls.def"
#undef CALL
  });
  output_.clear();
  Dispatch dispatch{*this, numbers};
  if (place >= kFunctions.size()) return dispatch.answer(ErrorCode::kUnknownHandle);
  std::ranges::transform(numbers, dispatch.words.begin(), wordOf);
  return kFunctions[place](dispatch);
}

Engine::Slot* Engine::find(uint32_t session) {
  const auto found = sessions_.find(session);
  return found != sessions_.end() ? &found->second : nullptr;
}

}  // namespace epitome
