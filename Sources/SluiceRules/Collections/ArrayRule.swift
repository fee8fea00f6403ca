public import Sluice

/// An array whose elements follow the same rule.
///
/// ```swift
/// let numbers = try ArrayRule(itemRule: IntRule).validate(json)
/// ```
///
/// The first bad item is an error, unless there is a handler. The handler receives the error of
/// each bad item, and the item is left out. Throw from the handler to end the validation.
///
/// An item's number in an error's text counts the good items before it, as in Bender;
/// ``RuleError/path`` has its index.
nonisolated open class ArrayRule<T, R: Rule>: Rule, @unchecked Sendable where R.V == T {
  public typealias V = [T]
  /// Receives the error of an item that is left out: a ``RuleError``, unless a custom rule threw
  /// another. An error thrown by the handler ends the validation. A ``RuleError`` becomes the
  /// array's cause, and any other error is rethrown unchanged.
  public typealias InvalidItemHandler = @Sendable (any Error) throws -> Void

  @usableFromInline let itemRule: R
  @usableFromInline let read: @Sendable (JSONCursor) throws -> [T]
  /// Writes the items and counts them. For items without parts; others are written by code that doesn't
  /// know their type, and so doesn't copy them.
  @usableFromInline let writeScalars: (@Sendable ([T], inout Int, inout JSONWriter) throws -> Void)?

  @inlinable
  public init(itemRule: R, invalidItemHandler: InvalidItemHandler? = nil) {
    self.itemRule = itemRule
    let failure = ItemFailure(T.self, invalidItemHandler)
    if _isPOD(T.self) || T.self == String.self {
      writeScalars = { items, number, writer in
        for item in items {
          try itemRule.write(item, to: &writer)
          number &+= 1
        }
      }
    } else {
      writeScalars = nil
    }
    // Made where the types are known, so that it is specialised there.
    read = { json in
      let array = json.position
      try failure.enter(array)
      defer { unsafe array.context.leavePlan() }
      var items: [T] = []
      var index = 0
      let undoes = failure.undoes(in: array)
      var elements = try json.elements
      while let element = try elements.next() {
        let references = undoes ? array.pendingReferences : 0
        do {
          items.append(try itemRule.validate(element))
        } catch {
          try failure.handle(error, of: element.position, index: index, number: items.count)
          array.dropReferences(behind: references)
        }
        index &+= 1
      }
      return items
    }
  }

  /// Returns the items. Throws ``RuleError``, and errors of the handler.
  open func validate(_ json: JSONCursor) throws -> [T] { try read(json) }

  open func dump(_ value: [T]) throws -> JSON {
    let outer = try WritingDepth.enter()
    defer { WritingDepth.leave(to: outer) }
    var items: [JSON] = []
    items.reserveCapacity(value.count)
    for item in value {
      do {
        items.append(try itemRule.dump(item))
      } catch {
        throw RuleError.item(items.count, of: T.self, error)
      }
    }
    return .array(items)
  }

  open func write(_ value: [T], to writer: inout JSONWriter) throws {
    let outer = try WritingDepth.enter()
    defer { WritingDepth.leave(to: outer) }
    try writer.whole { writer in
      try writer.beginArray()
      var number = 0
      do {
        try writeItems(value, &number, &writer)
      } catch {
        throw RuleError.item(number, of: T.self, error)
      }
      try writer.endArray()
    }
  }

  private func writeItems(
    _ value: [T], _ number: inout Int, _ writer: inout JSONWriter
  ) throws {
    if let writeScalars { return try writeScalars(value, &number, &writer) }
    try unsafe value.withUnsafeBytes { items in
      guard var item = items.baseAddress else { return }
      let (count, stride) = (value.count, MemoryLayout<T>.stride)
      while number < count {
        try unsafe withBorrow(of: item.assumingMemoryBound(to: T.self)) {
          try itemRule.write($0, to: &writer)
        }
        unsafe item += stride
        number &+= 1
      }
    }
  }
}

extension RuleError {
  /// The error of an item that can't be dumped.
  static func item(_ number: Int, of type: Any.Type, _ error: any Error) -> any Error {
    guard let cause = error as? RuleError else { return error }
    return RuleError.invalidDump(
      Message(FailureLocation(steps: [.ArrayIndex(number)])) {
        "Unable to dump array of \(type): item #\(number) could not be dumped."
      }, cause)
  }
}
