/// Where the fields of open objects are in the output, so that they can be sorted when their object ends.
package struct WrittenFields {
  /// A field in the output: from its key's quote to the separator before the next, or to the end.
  package struct WrittenField {
    package var start: Int
    package var keyEnd: Int

    package init(start: Int, keyEnd: Int) {
      self.start = start
      self.keyEnd = keyEnd
    }
  }

  /// The fields of all open objects, the innermost last.
  var fields: [WrittenField] = []
  /// The first field of each open object.
  var firsts: [Int] = []
  /// The objects that have ended, and are sorted with the outermost one.
  var pending = PendingSorts()

  mutating func takePending() -> PendingSorts {
    defer { pending = PendingSorts() }
    return pending
  }

  /// Forgets the objects and fields that were begun after these many.
  mutating func truncate(objects: Int, fields count: Int) {
    firsts.removeLast(firsts.count - objects)
    fields.removeLast(fields.count - count)
  }

  /// Forgets the objects that were begun after these many, and the fields that begin at a place in the output or after it.
  mutating func truncate(objects: Int, fieldsBefore place: Int) {
    firsts.removeLast(max(firsts.count - objects, 0))
    while let last = fields.last, last.start >= place { fields.removeLast() }
    pending.truncate(before: place)
  }
}

/// The order of sorted keys.
package enum KeyOrder: Sendable {
  /// By their UTF-8, as `JSONEncoder` sorts.
  case utf8
  /// By their UTF-16 code units, as RFC 8785 does.
  case utf16

  /// Whether one text comes before another.
  func precedes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    for place in 0..<min(left.count, right.count) {
      let (a, b) = unsafe (left[place], right[place])
      if a != b { return rank(a) < rank(b) }
    }
    return left.count < right.count
  }

  /// In UTF-16 the surrogates, which four bytes stand for in UTF-8, come before U+E000: the bytes 0xF0 to 0xF4 before
  /// 0xEE and 0xEF. (0xED begins no surrogate in UTF-8.)
  private func rank(_ byte: UInt8) -> UInt8 {
    guard self == .utf16, byte >= 0xEE else { return byte }
    return byte >= 0xF0 ? byte - 2 : byte + 8
  }
}

extension OutputBuffer {
  /// Sorts the last fields that were written by their keys, unescaped. Fields of the same key keep their order.
  /// `separator` is the number of bytes between two. O(n log n), and a copy of the text unless they are sorted already.
  /// `unlessKeyTwice`: if a key occurs twice, returns it and leaves the fields where they are. What is to be moved in a
  /// large object is only noted in `pending`.
  @discardableResult
  package mutating func sort(
    _ fields: ArraySlice<WrittenFields.WrittenField>, separator: Int, by order: KeyOrder,
    unlessKeyTwice: Bool = false, _ pending: inout PendingSorts
  ) -> String? {
    guard fields.count > 1 else { return nil }
    let keys = unescapedKeys(of: fields)
    func precedes(_ left: Int, _ right: Int) -> Bool {
      unsafe withKey(left, fields, keys) { left in
        unsafe withKey(right, fields, keys) { unsafe order.precedes(left, $0) }
      }
    }
    let sorted = fields.indices.sorted { left, right in
      precedes(left, right) || (!precedes(right, left) && left < right)
    }
    if unlessKeyTwice,
      let twice = zip(sorted, sorted.dropFirst()).first(where: { !precedes($0, $1) })
    {
      return unsafe withKey(twice.0, fields, keys) { unsafe String(decoding: $0, as: UTF8.self) }
    }
    guard !sorted.elementsEqual(fields.indices) else { return nil }
    if count - fields[fields.startIndex].start > PendingSorts.mostAtOnce {
      pending.append(moved(fields, into: sorted, separator))
    } else {
      move(fields, into: sorted, separator)
    }
    return nil
  }

  /// The keys without escapes, if any has one.
  private func unescapedKeys(of fields: ArraySlice<WrittenFields.WrittenField>) -> [[UInt8]]? {
    let hasEscapes = fields.contains { field in
      unsafe bytes[field.start + 1..<field.keyEnd - 1].contains(Byte.backslash)
    }
    guard hasEscapes else { return nil }
    return fields.map { field in
      // With padding, which the unescaping kernel may read.
      let text =
        unsafe Array(bytes[field.start + 1..<field.keyEnd])
        + [UInt8](repeating: 0x20, count: PaddedBytes.padding)
      return unsafe text.withUnsafeBufferPointer { text in
        let raw = unsafe RawString(base: text.baseAddress!, count: field.keyEnd - field.start - 2)
        return unsafe raw.withUTF8 { unsafe Array($0) } ?? []
      }
    }
  }

  private func withKey<R>(
    _ index: Int, _ fields: ArraySlice<WrittenFields.WrittenField>, _ keys: [[UInt8]]?,
    _ body: (UnsafeBufferPointer<UInt8>) -> R
  ) -> R {
    if let keys { return unsafe keys[index - fields.startIndex].withUnsafeBufferPointer(body) }
    let field = fields[index]
    let text = unsafe UnsafeRawBufferPointer(rebasing: bytes[field.start + 1..<field.keyEnd - 1])
    return unsafe text.withMemoryRebound(to: UInt8.self, body)
  }

  /// The fields in another order.
  private func moved(
    _ fields: ArraySlice<WrittenFields.WrittenField>, into order: [Int], _ separator: Int
  ) -> PendingSorts.Object {
    let (first, last) = (fields.startIndex, fields.endIndex - 1)
    return PendingSorts.Object(
      start: fields[first].start, end: count,
      fields: order.map { index in
        fields[index].start..<(index == last ? count : fields[index + 1].start - separator)
      },
      separator: fields[first + 1].start - separator..<fields[first + 1].start)
  }

  /// Writes the fields in another order.
  private mutating func move(
    _ fields: ArraySlice<WrittenFields.WrittenField>, into order: [Int], _ separator: Int
  ) {
    let (first, last) = (fields.startIndex, fields.endIndex - 1)
    let start = fields[first].start
    let between = fields[first + 1].start - separator..<fields[first + 1].start
    var copy: [UInt8] = []
    copy.reserveCapacity(count - start)
    for (place, index) in order.enumerated() {
      if place > 0 { unsafe copy.append(contentsOf: bytes[between]) }
      let end = index == last ? count : fields[index + 1].start - separator
      unsafe copy.append(contentsOf: bytes[fields[index].start..<end])
    }
    truncate(to: start)
    unsafe copy.withUnsafeBufferPointer { unsafe append($0) }
  }
}
