import Sluice

/// Matches the start of a line with a pattern.
///
/// Sound because it lives no longer than the call that makes it, whose line stays as it is.
@safe
struct LineMatch {
  /// A part that has a name, and its bytes in the line.
  struct Found {
    let name: [UInt8]
    let isInteger: Bool
    let bytes: Range<Int>
  }

  private let line: UnsafeBufferPointer<UInt8>
  private let count: Int
  private(set) var found: [Found] = []
  /// The end of the prefix; if it did not match, the furthest place that an alternative came to.
  private(set) var end = 0

  init(_ line: UnsafeBufferPointer<UInt8>) {
    unsafe self.line = unsafe line
    count = line.count
  }

  private subscript(place: Int) -> UInt8 { unsafe line[place] }

  /// Tries the alternatives in their order. O(line) for each of them.
  mutating func match(_ pattern: LinePattern) -> Bool {
    var furthest = 0
    for parts in pattern.alternatives {
      found.removeAll(keepingCapacity: true)
      end = 0
      if match(parts) { return true }
      furthest = max(furthest, end)
    }
    end = furthest
    return false
  }

  private mutating func match(_ parts: [LinePart]) -> Bool {
    for i in parts.indices {
      switch parts[i] {
      case .literal(let literal):
        guard let next = literalEnd(literal, at: end) else { return false }
        end = next
      case .part(let name, let kind):
        // Every part is followed by text.
        guard i + 1 < parts.count, case .literal(let literal) = parts[i + 1],
          let next = partEnd(kind, before: literal)
        else { return false }
        if let name {
          found.append(Found(name: name, isInteger: kind == .integer, bytes: end..<next))
        }
        end = next
      }
    }
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The end of a literal that begins at a place; nil: it does not.
  private func literalEnd(_ literal: [UInt8], at start: Int) -> Int? {
    var next = start
    for byte in literal {
      guard next < count else { return nil }
      guard byte == 0x20 else {
        guard self[next] == byte else { return nil }
        next += 1
        continue
      }
      guard LineMatch.isSpace(self[next]) else { return nil }
      while next < count, LineMatch.isSpace(self[next]) { next += 1 }
    }
    return next
  }

  /// The end of a part that begins at `end`, where the literal after it begins.
  private func partEnd(_ kind: LinePart.Kind, before literal: [UInt8]) -> Int? {
    switch kind {
    case .word: return firstPlace(of: literal, from: end + 1, isWord: true)
    case .time: return isTime(at: end) ? firstPlace(of: literal, from: end + 1, isWord: true) : nil
    case .text: return firstPlace(of: literal, from: end, isWord: false)
    case .integer:
      var next = end
      if next < count, self[next] == Byte.minus { next += 1 }
      let digits = next
      while next < count, next - digits < 19, (0x30...0x39).contains(self[next]) {
        next += 1
      }
      // As in JSON, a zero stands alone.
      guard next > digits, next - digits == 1 || self[digits] != 0x30 else { return nil }
      return literalEnd(literal, at: next) == nil ? nil : next
    case .words(let number):
      var next = end
      for word in 0..<number {
        if word > 0 { while next < count, LineMatch.isSpace(self[next]) { next += 1 } }
        let start = next
        if word + 1 == number {
          return start < count ? firstPlace(of: literal, from: start + 1, isWord: true) : nil
        }
        while next < count, !LineMatch.isSpace(self[next]) { next += 1 }
        if next == start { return nil }
      }
      return nil
    }
  }

  /// Whether a date and a `T` begin there: `2026-01-31T`.
  private func isTime(at start: Int) -> Bool {
    let form: StaticString = "0000-00-00T"
    guard start + form.utf8CodeUnitCount <= count else { return false }
    for i in 0..<form.utf8CodeUnitCount {
      let (wanted, byte) = unsafe (form.utf8Start[i], line[start + i])
      guard wanted == 0x30 ? (0x30...0x39).contains(byte) : wanted == byte else { return false }
    }
    return true
  }

  /// The first place from `start` on at which a literal begins. `isWord`: no white space may come between,
  /// counting from the byte before `start`.
  private func firstPlace(of literal: [UInt8], from start: Int, isWord: Bool) -> Int? {
    guard start <= count else { return nil }
    if isWord, start == 0 || LineMatch.isSpace(self[start - 1]) { return nil }
    var next = start
    while next < count {
      let byte = self[next]
      let isSpace = LineMatch.isSpace(byte)
      if byte == literal[0] || isSpace && literal[0] == 0x20 {
        if literalEnd(literal, at: next) != nil { return next }
      }
      if isWord, isSpace { return nil }
      next += 1
      // What does not fit after a run of white space does not fit after a part of it.
      if isSpace { while next < count, LineMatch.isSpace(self[next]) { next += 1 } }
    }
    return nil
  }
}
