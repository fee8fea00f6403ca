import Sluice

/// Collections of numbers and strings, which are written without an encoder for each element. The functions for arrays
/// return false, and change nothing, where the elements need one: in the pretty layout, and for NaN and the infinities.
extension EncodingBranch {
  @inline(never)
  func writeDoubles(_ elements: [Double], _ depth: Int) -> Bool {
    write(elements, depth) { elements, text in text.write(finite: elements) }
  }

  @inline(never)
  func writeDoubleLists(_ lists: [[Double]], _ depth: Int) -> Bool {
    write(lists, depth) { lists, text in
      text.write(lists) { list, text in
        text.out.append(Byte.openBracket)
        guard text.write(finite: list) else { return false }
        text.out.append(Byte.closeBracket)
        return true
      }
    }
  }

  @inline(never)
  func writeInts(_ elements: [Int], _ depth: Int) -> Bool {
    write(elements, depth) { elements, text in
      text.write(elements) { element, text in
        text.write(integer: element)
        return true
      }
    }
  }

  @inline(never)
  func writeStrings(_ elements: [String], _ depth: Int) -> Bool {
    write(elements, depth) { elements, text in
      text.write(elements) { element, text in
        text.write(element)
        return true
      }
    }
  }

  /// Writes the fields of the object at this depth.
  @inline(never)
  func writeFields(_ fields: [String: String], _ depth: Int) {
    // The keys of a dictionary are distinct.
    let isNew = unsafe levels[depth].count == 0
    for (key, value) in fields {
      let earlier = isNew ? writeDistinctKey(key, depth) : writeKey(key, depth)
      text.write(value)
      if earlier >= 0 { replace(earlier, depth) }
    }
  }

  /// Makes the value an array of these elements.
  @inline(__always)
  private func write<T>(
    _ elements: [T], _ depth: Int, _ write: ([T], inout EncodingText) -> Bool
  ) -> Bool {
    guard !text.isPretty, unsafe levels[depth].kind == .nothing else { return false }
    let start = text.out.count
    text.open(Byte.openBracket)
    guard write(elements, &text) else {
      text.out.truncate(to: start)
      return false
    }
    unsafe levels[depth].kind = .array
    unsafe levels[depth].count = elements.count
    return true
  }
}

extension EncodingText {
  /// Writes elements with commas between them, until one is refused.
  @inline(__always)
  fileprivate mutating func write<T>(
    _ elements: [T], _ write: (T, inout EncodingText) -> Bool
  ) -> Bool {
    var isFirst = true
    for element in elements {
      if !isFirst { out.append(Byte.comma) }
      isFirst = false
      guard write(element, &self) else { return false }
    }
    return true
  }

  /// Writes numbers with commas between them, unless one is not finite.
  fileprivate mutating func write(finite values: [Double]) -> Bool {
    if out.append(values: values) { return true }
    // -0.0, whose text is Foundation's, or NaN or an infinity.
    return write(values) { value, text in
      guard value.isFinite else { return false }
      text.write(value)
      return true
    }
  }
}
