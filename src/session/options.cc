/// Options as JSON text. Decides their fields and what each may hold.

#include "session/options.h"

#include <functional>
#include <utility>

#include "session/checked.h"
#include "text/utf.h"

namespace epitome {
namespace {

/// Reads the members of one object; a name that nothing claims is a fault.
void eachField(Checked& checked, const JsonValue* object,
               const std::function<bool(const std::string&, const JsonValue*)>& take) {
  checked.demand(object != nullptr && object->kind == JsonValue::Kind::kObject);
  if (!checked.good()) return;
  for (size_t i = 0; i < object->names.size(); ++i) {
    checked.demand(take(object->names[i], &object->values[i]));
  }
}

Protection protectionOf(Checked& checked, const JsonValue* value) {
  Protection protection;
  eachField(checked, value, [&](const std::string& name, const JsonValue* field) {
    if (name == "results") {
      protection.results = checked.number32(field);
    } else if (name == "assistants") {
      protection.assistants = checked.number32(field);
    } else if (name == "tokens") {
      protection.tokens = checked.amount(field);
    } else {
      return false;
    }
    return true;
  });
  return protection;
}

TrimRule trimRuleOf(Checked& checked, const JsonValue* value) {
  TrimRule rule;
  eachField(checked, value, [&](const std::string& name, const JsonValue* field) {
    if (name == "over") {
      rule.over = checked.number32(field);
    } else if (name == "head") {
      rule.head = checked.number32(field);
    } else if (name == "tail") {
      rule.tail = checked.number32(field);
    } else if (name == "protect") {
      rule.protect = protectionOf(checked, field);
    } else {
      return false;
    }
    return true;
  });
  return rule;
}

ToolRule toolRuleOf(Checked& checked, const JsonValue& value) {
  ToolRule rule;
  eachField(checked, &value, [&](const std::string& name, const JsonValue* field) {
    if (name == "tools") {
      rule.tools = checked.text(field);
    } else if (name == "keep") {
      rule.keep = checked.boolean(field);
    } else if (name == "over") {
      rule.over = checked.number32(field);
    } else {
      return false;
    }
    return true;
  });
  return rule;
}

Extractor extractorOf(Checked& checked, const JsonValue& value) {
  Extractor extractor;
  eachField(checked, &value, [&](const std::string& name, const JsonValue* field) {
    if (name == "tools") {
      extractor.tools = checked.text(field);
    } else if (name == "kind") {
      extractor.kind = static_cast<ResourceKind>(checked.number(field, kResourceKindCount - 1));
    } else if (name == "subjects") {
      extractor.subjects = checked.text(field);
    } else if (name == "ranges") {
      extractor.ranges = checked.text(field);
    } else if (name == "when") {
      extractor.when = checked.text(field);
    } else {
      return false;
    }
    return true;
  });
  return extractor;
}

ResultPolicy resultsOf(Checked& checked, const JsonValue* value) {
  ResultPolicy results;
  eachField(checked, value, [&](const std::string& name, const JsonValue* field) {
    if (name == "arrival") {
      results.arrival = checked.number32(field);
    } else if (name == "repeats") {
      results.repeats = checked.boolean(field);
    } else if (name == "outdated") {
      results.outdated = checked.boolean(field);
    } else if (name == "trim") {
      results.trim = trimRuleOf(checked, field);
    } else if (name == "clear") {
      results.clear = {true, protectionOf(checked, field)};
    } else if (name == "batch") {
      results.batch = checked.amount(field);
    } else if (name == "json") {
      results.json = checked.boolean(field);
    } else if (name == "media") {
      results.media = checked.boolean(field);
    } else if (name == "tools") {
      for (const JsonValue& rule : checked.list(field)) {
        results.tools.push_back(toolRuleOf(checked, rule));
      }
      checked.demand(results.tools.size() <= kMaxToolRules);
    } else {
      return false;
    }
    return true;
  });
  return results;
}

Pace paceOf(Checked& checked, const JsonValue* value) {
  Pace pace;
  eachField(checked, value, [&](const std::string& name, const JsonValue* field) {
    if (name == "cooldownMessages") {
      pace.cooldownMessages = checked.number32(field);
    } else if (name == "cooldownTokens") {
      pace.cooldownTokens = checked.amount(field);
    } else if (name == "minimumGain") {
      pace.minimumGain = checked.amount(field);
    } else if (name == "leastFold") {
      pace.leastFold = checked.number32(field);
    } else if (name == "stepsAhead") {
      pace.stepsAhead = checked.number32(field);
    } else {
      return false;
    }
    return true;
  });
  return pace;
}

Prices pricesOf(Checked& checked, const JsonValue* value) {
  Prices prices;
  eachField(checked, value, [&](const std::string& name, const JsonValue* field) {
    const double price = checked.price(field);
    if (name == "input") {
      prices.input = price;
    } else if (name == "cacheRead") {
      prices.cacheRead = price;
    } else if (name == "cacheWrite") {
      prices.cacheWrite = price;
    } else if (name == "output") {
      prices.output = price;
    } else {
      return false;
    }
    return true;
  });
  return prices;
}

/// Amounts and numbers of the budget; false for another name.
bool takeBudgetField(Checked& checked, const std::string& name, const JsonValue* value,
                     BudgetPolicy& budget) {
  if (name == "trigger") {
    budget.trigger = checked.amount(value);
  } else if (name == "target") {
    budget.target = checked.amount(value);
  } else if (name == "warn") {
    budget.warn = checked.amount(value);
  } else if (name == "margin") {
    budget.margin = checked.amount(value);
  } else if (name == "userWords") {
    budget.userWords = checked.amount(value);
  } else if (name == "keepRecentTokens") {
    budget.keepRecentTokens = checked.amount(value);
  } else if (name == "keepRecentMessages") {
    budget.keepRecentMessages = checked.number32(value);
  } else if (name == "keepRecentTurns") {
    budget.keepRecentTurns = checked.number32(value);
  } else if (name == "keepLeast") {
    budget.keepLeast = checked.boolean(value);
  } else if (name == "ofPrompt") {
    budget.ofPrompt = checked.boolean(value);
  } else {
    return false;
  }
  return true;
}

std::string textUpTo(Checked& checked, const JsonValue* value, uint32_t maxUnits) {
  const std::string_view text = checked.text(value);
  checked.demand(text::utf16Length(text) <= maxUnits);
  return std::string(text);
}

OwnSection sectionOf(Checked& checked, const JsonValue& value) {
  OwnSection section;
  eachField(checked, &value, [&](const std::string& name, const JsonValue* field) {
    if (name == "heading") {
      section.heading = textUpTo(checked, field, kMostHeadingUnits);
    } else if (name == "instruction") {
      section.instruction = textUpTo(checked, field, kMostSectionUnits);
    } else {
      return false;
    }
    return true;
  });
  checked.demand(!section.heading.empty());
  return section;
}

SummaryStyle styleOf(Checked& checked, const JsonValue* value) {
  SummaryStyle style;
  eachField(checked, value, [&](const std::string& name, const JsonValue* field) {
    if (name == "shape") {
      style.shape = static_cast<SummaryShape>(checked.number(field, kSummaryShapes - 1));
    } else if (name == "instructions") {
      style.instructions = textUpTo(checked, field, kMostInstructionUnits);
    } else if (name == "sections") {
      for (const JsonValue& section : checked.list(field)) {
        style.sections.push_back(sectionOf(checked, section));
      }
      checked.demand(style.sections.size() <= kMostSections);
    } else {
      return false;
    }
    return true;
  });
  return style;
}

bool takePolicyField(Checked& checked, const std::string& name, const JsonValue* value,
                     Policy& policy) {
  if (name == "results") {
    policy.results = resultsOf(checked, value);
  } else if (name == "dropReasoning") {
    policy.dropReasoning = checked.boolean(value);
  } else if (name == "clearMedia") {
    policy.media = {true, protectionOf(checked, value)};
  } else if (name == "pace") {
    policy.pace = paceOf(checked, value);
  } else if (name == "prices") {
    policy.prices = pricesOf(checked, value);
  } else if (name == "cacheLifetime") {
    policy.cacheLifetime = checked.number32(value);
  } else if (name == "oneSummary") {
    policy.oneSummary = checked.boolean(value);
  } else if (name == "summaryTokens") {
    policy.summaryTokens = checked.amount(value);
  } else if (name == "blockTokens") {
    policy.blockTokens = checked.amount(value);
  } else if (name == "summary") {
    policy.style = styleOf(checked, value);
  } else if (name == "enabled") {
    policy.enabled = checked.boolean(value);
  } else if (name == "mostMessages") {
    policy.mostMessages = checked.number32(value);
  } else if (name == "extractors") {
    for (const JsonValue& row : checked.list(value)) {
      policy.extractors.push_back(extractorOf(checked, row));
    }
  } else {
    return false;
  }
  return true;
}

bool takeSessionField(Checked& checked, const std::string& name, const JsonValue* value,
                      SessionOptions& options) {
  if (name == "maxOutputTokens") {
    options.maxOutputTokens = checked.number32(value);
  } else if (name == "hostOverhead") {
    options.hostOverhead = checked.number32(value);
  } else if (name == "family") {
    options.family = static_cast<Family>(checked.number(value, kFamilies - 1));
  } else if (name == "media") {
    options.media = static_cast<MediaRule>(checked.number(value, kMediaRuleCount - 1));
  } else if (name == "calibration") {
    options.calibration = static_cast<CalibrationMethod>(
        checked.number(value, std::to_underlying(CalibrationMethod::kOff)));
  } else if (name == "summarizer") {
    options.summarizer = checked.boolean(value);
  } else if (name == "blocks") {
    options.blocks = checked.boolean(value);
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::expected<SessionOptions, ErrorCode> parseOptions(std::string_view text) {
  const std::optional<JsonValue> json = parseJsonObject(text);
  if (!json) return std::unexpected(ErrorCode::kInvalidOptions);
  SessionOptions options;
  Checked checked;
  eachField(checked, &*json, [&](const std::string& name, const JsonValue* value) {
    return takeSessionField(checked, name, value, options) ||
           takeBudgetField(checked, name, value, options.budget) ||
           takePolicyField(checked, name, value, options.policy);
  });
  if (!checked.good()) return std::unexpected(ErrorCode::kInvalidOptions);
  return options;
}

}  // namespace epitome
