/// What users ordered for longer than the moment. Decides which sentences of theirs stand, how
/// strong, and which later ones take them back; refuses to know what is done about it. Only the
/// words of users and hosts may be passed: a tool's output gives no orders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace epitome {

struct Order {
  /// Of the sentence, counted from 1.
  uint32_t message = 0;
  /// The sentence as it was written, on one line; at most 600 bytes.
  std::string text;
  /// 3: for good (always, never, from now on); 2: an order; 1: a wish.
  uint8_t strength = 0;
  /// It allows something, or takes an earlier order back.
  bool permission = false;
  /// Message of the sentence that took it back; 0: it stands.
  uint32_t revokedBy = 0;

  bool operator==(const Order&) const = default;
};

/// Reads the words of users, oldest first. Linear; memory is bounded by 512 orders. Questions,
/// quotations, code and what a program printed give none.
class Orders {
 public:
  static constexpr size_t kMostOrders = 512;

  /// Number of the message that pins are from: before all others.
  static constexpr uint32_t kPinned = 0;

  Orders();

  /// An order that stands for good, whether it reads like one or not: one line, given before any
  /// message.
  void pin(std::string_view line);
  /// A text of the message with this number begins.
  void begin(uint32_t message);
  void text(std::string_view utf8);
  void end();

  /// Those that stand, the strongest first, then the newest, then by text.
  std::vector<Order> standing() const;
  /// Those that were taken back, oldest first.
  std::vector<Order> revoked() const;

 private:
  struct Phrase {
    std::string_view text;
    uint8_t strength;
    uint8_t flags;
  };
  struct Kept {
    Order order;
    /// Words that say what it is about, folded; ascending.
    std::vector<std::string> about;
  };

  void line();
  void sentence(std::string_view sentence);
  uint8_t strengthOf(std::string_view folded, bool& permission) const;
  void keep(std::string_view sentence, std::string_view folded, uint8_t strength, bool permission);
  void revoke(const Kept& permission);
  void evict();

  /// Ascending by text.
  std::vector<Phrase> phrases_;
  std::vector<Kept> orders_;
  uint32_t message_ = 0;
  /// The user's message before this one; 0: none.
  uint32_t before_ = 0;
  /// Sentences of the message that took orders back.
  uint32_t revocations_ = 0;
  std::string line_;
  bool fenced_ = false;
};

}  // namespace epitome
