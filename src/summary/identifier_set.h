/// What has been read, as far as identifiers go. Decides when one that is met again was there, in
/// whatever spelling; refuses to know what follows when it was not.
///
/// Errs to one side: it may say that something was there which was not, never the reverse.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "summary/identifiers.h"

namespace epitome {

/// One spelling of what an identifier says: a path after text/path.h without `:12` behind it,
/// numbers without grouping marks and with their unit, hashes and addresses of mail in lower case,
/// versions without `v`, errors with single spaces.
std::string normalForm(IdentifierKind kind, std::string_view text);

/// A fingerprint of the normal form under which an identifier is looked up: equal where both mean
/// the same. Never 0.
uint64_t identifierKey(IdentifierKind kind, std::string_view text);

/// A set of fingerprints. Up to a hundred thousand it is exact; beyond it forgets which they were
/// and keeps bits, so that memory stays below 2.5 MB.
class KeySet {
 public:
  void add(uint64_t key);
  bool has(uint64_t key) const;
  /// Exact entries so far.
  size_t size() const { return size_; }
  bool exact() const { return !blurred_; }

 private:
  void insert(uint64_t key);
  void grow();
  void blur();
  void mark(uint64_t key);

  /// Open addressing; 0 is an empty slot. As bits once blurred.
  std::vector<uint64_t> slots_;
  size_t size_ = 0;
  bool blurred_ = false;
};

/// Collects what texts name.
class IdentifierSet final : public IdentifierSink {
 public:
  /// Adds the identifier and what it implies: of a path every run of its components, of an address
  /// what it begins with, of a number its roundings, of a hash its usual abbreviations.
  void identifier(const Identifier& found) override;
  void add(std::string_view utf8) { findIdentifiers(utf8, *this); }

  /// Whether the identifier occurs in what was added: the same, or part of what is there.
  bool has(IdentifierKind kind, std::string_view text) const;
  /// Whether the path occurs as it is, not as part of a longer one.
  bool hasWhole(std::string_view path) const;

 private:
  void addPath(std::string_view path);
  void addAddress(std::string_view address);
  void addNumber(std::string_view number);
  void addOtherReading(std::string_view digits);

  KeySet keys_;
};

}  // namespace epitome
