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
    return unsafe FieldName.hash(
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
  /// Removes `range`, and moves the rest to the front.
  mutating func remove(_ range: Range<Int>) {
    let count = out.count
    let base = unsafe out.end(withRoom: 0) - count
    unsafe (base + range.lowerBound).update(
      from: base + range.upperBound, count: count - range.upperBound)
    out.truncate(to: count - range.count)
  }

  /// Inserts a text.
  mutating func insert(_ text: UnsafeRawBufferPointer, at place: Int) {
    let count = out.count
    let base = unsafe out.end(withRoom: text.count) - count
    unsafe (base + place + text.count).update(from: base + place, count: count - place)
    unsafe UnsafeMutableRawPointer(base + place).copyMemory(
      from: text.baseAddress ?? UnsafeRawPointer(base), byteCount: text.count)
    out.advance(by: text.count)
  }

  /// The place of the field of the same key that an object wrote earlier, or -1. The new key is at `key`, and its field is
  /// not listed yet.
  func field(equalTo key: Range<Int>, from first: Int) -> Int {
    let text = unsafe UnsafeRawBufferPointer(rebasing: out.bytes[key])
    var place = first
    while place < fields.count {
      let (start, end) = (fields[place].start, fields[place].keyEnd)
      if end &- start == text.count,
        unsafe UnsafeRawBufferPointer(rebasing: out.bytes[start..<end]).elementsEqual(text)
      {
        return place
      }
      place &+= 1
    }
    return -1
  }

  /// Removes a field, which another one of the object follows. Returns what was removed.
  mutating func removeField(at place: Int) -> Range<Int> {
    let (start, next) = (fields[place].start, fields[place + 1].start)
    remove(start..<next)
    fields.remove(at: place)
    for index in place..<fields.count {
      fields[index].start -= next - start
      fields[index].keyEnd -= next - start
    }
    return start..<next
  }

  /// Sorts the fields from `first` on by the UTF-8 of their keys. The last ends where the text ends.
  mutating func sortFields(from first: Int, separator: Int) {
    out.sort(fields.fields(from: first), separator: separator, by: .utf8)
  }
}
