import Foundation
import Sluice

/// The text of one value while it is written, in Foundation's layout.
///
/// Objects know where their fields begin, so that a key that is encoded again replaces the earlier field, and keys can
/// be sorted when the object ends.
struct EncodingText: ~Copyable {
  var out = OutputBuffer()
  /// The fields of all open objects, the innermost last.
  var fields = FieldList()
  /// The large objects whose fields are still to be sorted.
  private var sorts = PendingSorts()
  let isPretty: Bool
  let sortsKeys: Bool
  let escapesSlashes: Bool
  /// How many levels the text's root is indented.
  let indent: Int

  init(_ formatting: JSONEncoder.OutputFormatting, indent: Int) {
    isPretty = formatting.contains(.prettyPrinted)
    sortsKeys = formatting.contains(.sortedKeys)
    escapesSlashes = !formatting.contains(.withoutEscapingSlashes)
    self.indent = indent
  }

  /// Writes a bracket, and what follows it in the pretty layout.
  mutating func open(_ bracket: UInt8) {
    out.append(bracket)
    if isPretty { out.append(0x0A) }
  }

  /// Writes the bracket of a container whose level is `depth`.
  mutating func close(_ bracket: UInt8, _ depth: Int) {
    if isPretty {
      out.append(0x0A)
      writeIndent(depth)
    }
    out.append(bracket)
  }

  /// Writes what comes before a field or element of a container whose level is `depth`.
  @inline(__always)
  mutating func separate(_ isFirst: Bool, _ depth: Int) {
    if !isFirst { out.append(Byte.comma) }
    guard isPretty else { return }
    if !isFirst { out.append(0x0A) }
    writeIndent(depth + 1)
  }

  /// The number of bytes of `separate`.
  func separatorCount(isFirst: Bool = false, _ depth: Int) -> Int {
    let lines = isPretty ? 2 * (indent + depth + 1) : 0
    return lines + (isFirst ? 0 : isPretty ? 2 : 1)
  }

  private mutating func writeIndent(_ depth: Int) {
    let count = 2 * (indent + depth)
    unsafe out.end(withRoom: count).update(repeating: 0x20, count: count)
    out.advance(by: count)
  }

  mutating func endKey() {
    if isPretty { out.append(" : ") } else { out.append(Byte.colon) }
  }

  @inline(__always)
  mutating func write(_ string: String) {
    // Without a copy, whose reference would be counted.
    let isDone: Void? = unsafe string.utf8.withContiguousStorageIfAvailable {
      unsafe out.appendQuoted($0, slashes: escapesSlashes)
    }
    if isDone != nil { return }
    var string = string
    string.withUTF8 { unsafe out.appendQuoted($0, slashes: escapesSlashes) }
  }

  /// The hash of a key, whose quotes are at the ends of the range.
  func hash(of key: Range<Int>) -> UInt64 {
    guard let start = unsafe out.bytes.baseAddress else { return 0 }
    return unsafe KeyName.hash(
      (start + key.lowerBound + 1).assumingMemoryBound(to: UInt8.self), key.count - 2)
  }

  /// Writes text that is JSON already.
  mutating func write(raw text: String) {
    var text = text
    text.withUTF8 { unsafe out.append($0) }
  }

  /// Writes the number as Foundation does: the shortest decimal, without `.0`. The value is finite.
  mutating func write(_ value: Double) {
    if value == 0, value.sign == .minus { out.append("-0") } else { out.append(value: value) }
  }

  mutating func write(_ value: Float) {
    if value == 0, value.sign == .minus { out.append("-0") } else { out.append(value: value) }
  }
}

/// Changing what was written.
extension EncodingText {
  /// Something to be removed from the text, and something else to be put there.
  struct Change {
    let place: Int
    let removed: Int
    let inserted: EncodingBranch?
  }

  /// Makes changes, which are in order, in one pass, and forgets the fields that were replaced. `first`: the first field whose
  /// place they may change.
  mutating func make(_ changes: [Change], fieldsFrom first: Int) {
    makeSorts()
    guard let start = changes.first?.place else { return }
    var rest = OutputBuffer()
    var read = start
    for change in changes {
      unsafe rest.append(raw: out.bytes[read..<change.place])
      if let branch = change.inserted { unsafe rest.append(raw: branch.text.out.bytes[...]) }
      read = change.place + change.removed
    }
    unsafe rest.append(raw: out.bytes[read...])
    moveFields(from: first, changes)
    out.truncate(to: start)
    unsafe out.append(raw: rest.bytes[...])
  }

  private mutating func moveFields(from first: Int, _ changes: [Change]) {
    var (next, distance, kept) = (0, 0, first)
    for place in first..<fields.count {
      var field = fields[place]
      guard !field.isReplaced else { continue }
      while next < changes.count, changes[next].place < field.start {
        distance += (changes[next].inserted?.text.out.count ?? 0) - changes[next].removed
        next += 1
      }
      field.move(by: distance)
      fields[kept] = field
      kept += 1
    }
    fields.truncate(to: kept)
  }

  /// The place of the field of the same key that an object wrote earlier, or -1. The new key is at `key`, and its field is
  /// not listed yet.
  func field(equalTo key: Range<Int>, from first: Int) -> Int {
    let text = unsafe UnsafeRawBufferPointer(rebasing: out.bytes[key])
    var place = first
    while place < fields.count {
      let field = fields[place]
      if !field.isReplaced, unsafe isKey(text, of: field) { return place }
      place &+= 1
    }
    return -1
  }

  /// Whether a field has a key, both with their quotes.
  @inline(__always)
  func isKey(_ key: UnsafeRawBufferPointer, of field: FieldList.Place) -> Bool {
    unsafe field.keyEnd &- field.start == key.count
      && UnsafeRawBufferPointer(rebasing: out.bytes[field.start..<field.keyEnd]).elementsEqual(key)
  }

  /// Sorts the fields from `first` on by the UTF-8 of their keys, or notes that this is to be done. The last ends where the
  /// text ends.
  mutating func sortFields(from first: Int, separator: Int) {
    out.sort(fields.fields(from: first), separator: separator, by: .utf8, &sorts)
  }

  /// Sorts what was noted. Moves nothing that lies outside of objects that have ended.
  mutating func makeSorts() {
    if !sorts.isEmpty { out.make(&sorts) }
  }

  /// Removes what was written from a place on.
  mutating func truncate(to count: Int) {
    out.truncate(to: count)
    if sortsKeys { sorts.truncate(before: count) }
  }
}
