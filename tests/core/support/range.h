/// A range of messages as a fold reads it. Decides nothing: it is what the session does with texts.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/support/script.h"
#include "session/reading.h"
#include "summary/selection.h"

namespace epitome::script {

/// What a range left when it was read, and what a record of it may choose from.
struct Range {
  Findings found;
  Candidates rows;
  uint32_t first = 0;
  uint32_t last = 0;
};

inline Range read(const Messages& messages, uint32_t first = 1, size_t pieceBytes = 4'096) {
  std::vector<RangeReader::Entry> entries;
  for (uint32_t i = 0; i < messages.size(); ++i) {
    RangeReader::Entry entry;
    entry.message = i;
    entry.number = first + i;
    entry.range = true;
    entries.push_back(entry);
  }
  RangeReader reader(std::move(entries), {}, {});
  for (const Message& message : messages) feed(reader, message, pieceBytes);
  Range range;
  range.found = reader.takeFindings();
  range.first = first;
  range.last = first + static_cast<uint32_t>(messages.size()) - 1;
  range.rows.words = wordsIn(range.found.notes);
  range.rows.wordsLeftOut = range.found.notes.userMessagesLeftOut;
  range.rows.ledger = range.found.ledger;
  range.rows.said = range.found.said;
  range.rows.printed = range.found.printed;
  range.rows.names = range.found.facts->names();
  range.rows.now = range.last;
  return range;
}

}  // namespace epitome::script
