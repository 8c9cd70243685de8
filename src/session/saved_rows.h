/// Edits, models and postponed rewrites in a saved state, each a row. Decides the order of its
/// fields, and checks all that is read before it is used; refuses to know which are saved.
#pragma once

#include <optional>
#include <vector>

#include "session/billing.h"
#include "session/decisions.h"
#include "session/job.h"
#include "session/json_reader.h"
#include "session/json_writer.h"

namespace epitome {

void writeEdit(JsonWriter& json, const EditKey& key, const Edit& edit);
/// Keeps the edit and answers its key; nothing for what is none.
std::optional<EditKey> restoreEdit(const JsonValue& json, Decisions& decisions);

void writeModel(JsonWriter& json, const Billing::Model& model);
std::optional<Billing::Model> restoreModel(const JsonValue& json);

void writeJob(JsonWriter& json, const Job& job);
/// Adds the job; false for what is none, or one too many.
bool restoreJob(const JsonValue& entry, Family family, std::vector<Job>& jobs);

}  // namespace epitome
