/// Options as JSON text: their fields, and what each may hold.

#include "session/options.h"

#include <utility>

#include "edits/edit.h"
#include "session/checked.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Reads the members of one object into fields. A member that nothing asks for is a fault, and so
/// is a second one of the same name.
class Members {
 public:
  Members(Checked& checked, const JsonValue* object) : checked_(checked), object_(object) {
    checked_.demand(object != nullptr && object->kind == JsonValue::Kind::kObject);
  }

  Members& at(const char* name, uint32_t& field) {
    if (const JsonValue* value = claim(name)) field = checked_.number32(value);
    return *this;
  }
  Members& at(const char* name, int64_t& field) {
    if (const JsonValue* value = claim(name)) field = checked_.number32(value);
    return *this;
  }
  Members& at(const char* name, bool& field) {
    if (const JsonValue* value = claim(name)) field = checked_.boolean(value);
    return *this;
  }
  Members& at(const char* name, Amount& field) {
    if (const JsonValue* value = claim(name)) field = checked_.amount(value);
    return *this;
  }
  Members& at(const char* name, std::string& field) {
    if (const JsonValue* value = claim(name)) field = checked_.text(value);
    return *this;
  }
  /// At most so many UTF-16 code units.
  Members& at(const char* name, std::string& field, uint32_t most) {
    at(name, field);
    checked_.demand(text::utf16Length(field) <= most);
    return *this;
  }
  Members& price(const char* name, double& field) {
    if (const JsonValue* value = claim(name)) field = checked_.price(value);
    return *this;
  }
  /// A value of an enumeration by its number.
  template <typename Enum>
  Members& at(const char* name, Enum& field, Enum last) {
    if (const JsonValue* value = claim(name)) {
      field = static_cast<Enum>(checked_.number(value, std::to_underlying(last)));
    }
    return *this;
  }
  /// An object that `read` knows.
  template <typename Field>
  Members& at(const char* name, Field& field, Field (*read)(Checked&, const JsonValue*)) {
    if (const JsonValue* value = claim(name)) field = read(checked_, value);
    return *this;
  }
  /// At most so many of them.
  template <typename Field>
  Members& at(const char* name, std::vector<Field>& fields,
              Field (*read)(Checked&, const JsonValue*), size_t most = kMaxEntries) {
    if (const JsonValue* value = claim(name)) {
      for (const JsonValue& entry : checked_.list(value)) fields.push_back(read(checked_, &entry));
      checked_.demand(fields.size() <= most);
    }
    return *this;
  }
  void end() { checked_.demand(!checked_.good() || claimed_ == object_->names.size()); }

 private:
  const JsonValue* claim(const char* name) {
    const JsonValue* value = checked_.good() ? object_->member(name) : nullptr;
    if (value != nullptr) ++claimed_;
    return value;
  }

  Checked& checked_;
  const JsonValue* object_;
  size_t claimed_ = 0;
};

Protection protectionOf(Checked& checked, const JsonValue* value) {
  Protection protection;
  Members(checked, value)
      .at("results", protection.results)
      .at("assistants", protection.assistants)
      .at("tokens", protection.tokens)
      .end();
  return protection;
}

TrimRule trimRuleOf(Checked& checked, const JsonValue* value) {
  TrimRule rule;
  Members(checked, value)
      .at("over", rule.over)
      .at("head", rule.head)
      .at("tail", rule.tail)
      .at("protect", rule.protect, protectionOf)
      .end();
  return rule;
}

ClearRule clearRuleOf(Checked& checked, const JsonValue* value) {
  return {true, protectionOf(checked, value)};
}

MediaPolicy mediaOf(Checked& checked, const JsonValue* value) {
  return {true, protectionOf(checked, value)};
}

ToolRule toolRuleOf(Checked& checked, const JsonValue* value) {
  ToolRule rule;
  Members(checked, value)
      .at("tools", rule.tools)
      .at("keep", rule.keep)
      .at("over", rule.over)
      .at("asksUser", rule.asksUser)
      .at("recalls", rule.recalls)
      .end();
  return rule;
}

Extractor extractorOf(Checked& checked, const JsonValue* value) {
  Extractor extractor;
  Members(checked, value)
      .at("tools", extractor.tools)
      .at("kind", extractor.kind, ResourceKind::kPlan)
      .at("subjects", extractor.subjects)
      .at("ranges", extractor.ranges)
      .at("when", extractor.when)
      .end();
  return extractor;
}

ResultPolicy resultsOf(Checked& checked, const JsonValue* value) {
  ResultPolicy results;
  Members(checked, value)
      .at("arrival", results.arrival)
      .at("repeats", results.repeats)
      .at("outdated", results.outdated)
      .at("trim", results.trim, trimRuleOf)
      .at("clear", results.clear, clearRuleOf)
      .at("batch", results.batch)
      .at("media", results.media)
      .at("tools", results.tools, toolRuleOf, kMaxToolRules)
      .end();
  return results;
}

Pace paceOf(Checked& checked, const JsonValue* value) {
  Pace pace;
  Members(checked, value).at("minimumGain", pace.minimumGain).at("leastFold", pace.leastFold).end();
  return pace;
}

Prices pricesOf(Checked& checked, const JsonValue* value) {
  Prices prices;
  Members(checked, value)
      .price("input", prices.input)
      .price("cacheRead", prices.cacheRead)
      .price("cacheWrite", prices.cacheWrite)
      .price("output", prices.output)
      .end();
  return prices;
}

OwnSection sectionOf(Checked& checked, const JsonValue* value) {
  OwnSection section;
  Members(checked, value)
      .at("heading", section.heading, kMostHeadingUnits)
      .at("instruction", section.instruction, kMostSectionUnits)
      .end();
  checked.demand(!section.heading.empty());
  return section;
}

SummaryStyle styleOf(Checked& checked, const JsonValue* value) {
  SummaryStyle style;
  Members(checked, value)
      .at("shape", style.shape, static_cast<SummaryShape>(kSummaryShapes - 1))
      .at("instructions", style.instructions, kMostInstructionUnits)
      .at("sections", style.sections, sectionOf, kMostSections)
      .at("maxInput", style.maxInput)
      .at("asksAgain", style.asksAgain)
      .end();
  return style;
}

}  // namespace

std::expected<SessionOptions, ErrorCode> parseOptions(std::string_view text) {
  const std::optional<JsonValue> json = parseJsonObject(text);
  if (!json) return std::unexpected(ErrorCode::kInvalidOptions);
  SessionOptions options;
  BudgetPolicy& budget = options.budget;
  Policy& policy = options.policy;
  Checked checked;
  int64_t besideAssumed = 0;
  Members(checked, &*json)
      .at("maxOutputTokens", options.maxOutputTokens)
      .at("hostOverhead", options.hostOverhead)
      .at("family", options.family, static_cast<Family>(kFamilies - 1))
      .at("media", options.media, static_cast<MediaRule>(kMediaRuleCount - 1))
      .at("calibration", options.calibration, CalibrationMethod::kOff)
      .at("summarizer", options.summarizer)
      .at("background", options.background)
      .at("backgroundAt", options.backgroundAt)
      .at("summarizerWindow", options.summarizerWindow)
      .at("flush", options.flush)
      .at("announces", options.announces)
      .at("blocks", options.blocks)
      .at("trigger", budget.trigger)
      .at("target", budget.target)
      .at("flushAt", budget.flushAt)
      .at("warn", budget.warn)
      .at("margin", budget.margin)
      .at("assumedOverhead", budget.assumedOverhead)
      .at("besideAssumed", besideAssumed)
      .at("userWords", budget.userWords)
      .at("keepRecentTokens", budget.keepRecentTokens)
      .at("keepRecentMessages", budget.keepRecentMessages)
      .at("keepLeast", budget.keepLeast)
      .at("ofPrompt", budget.ofPrompt)
      .at("requestBytes", budget.requestBytes)
      .at("stateBytes", budget.stateBytes)
      .at("results", policy.results, resultsOf)
      .at("dropReasoning", policy.dropReasoning)
      .at("clearMedia", policy.media, mediaOf)
      .at("pace", policy.pace, paceOf)
      .at("prices", policy.prices, pricesOf)
      .at("cacheLifetime", policy.cacheLifetime)
      .at("oneSummary", policy.oneSummary)
      .at("summaryTokens", policy.summaryTokens)
      .at("blockTokens", policy.blockTokens)
      .at("summary", policy.style, styleOf)
      .at("enabled", policy.enabled)
      .at("recall", policy.recall, kMostNameUnits)
      .at("mostMessages", policy.mostMessages)
      .at("extractors", policy.extractors, extractorOf)
      .end();
  if (!checked.good()) return std::unexpected(ErrorCode::kInvalidOptions);
  budget.assumedOverhead += besideAssumed;
  return options;
}

}  // namespace epitome
