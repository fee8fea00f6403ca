public import Sluice

/// A string that contains JSON, which is read by another rule.
///
/// ```swift
/// let passport = StringifiedJSONRule(nestedRule: passportRule)  // "{\"number\": 12}"
/// ```
///
/// The string may contain a scalar: `"5"` holds an integer. The text is checked in full, with the
/// options of its document: which of several equal keys counts, and the depth limit. Errors of the
/// nested rule are rethrown without a frame. Their offset is that of the string, as offsets inside
/// it mean nothing outside.
nonisolated open class StringifiedJSONRule<R: Rule>: Rule, @unchecked Sendable {
  public typealias V = R.V

  private let nestedRule: R

  public init(nestedRule: R) { self.nestedRule = nestedRule }

  /// Cost: a copy of the text, and its validation. Throws
  /// ``RuleError/invalidJSONSerialization(_:_:)`` for text that is not JSON.
  open func validate(_ json: JSONCursor) throws -> R.V {
    let outer = json.position
    guard outer.byte == Byte.quote else {
      if let fault = outer.scalarFault { throw fault }
      throw RuleError.unexpected(outer, expected: { "stringified JSON" })
    }
    let raw = RawString(outer)
    let options = JSONOptions(ofTextIn: outer)
    var isOpen = false
    do {
      // Only errors inside an open document are the nested rule's; failing to open it is not.
      let value: R.V?? = try unsafe raw.withUTF8 { text in
        try JSONReaderPool.shared.withReader(options: options) { reader in
          try unsafe reader.withDocument(unpadded: text) { root in
            isOpen = true
            unsafe root.position.context.continuePlans(of: outer.context)
            defer { unsafe root.position.context.endPlans() }
            return try root.position.withReferences(of: outer) { try nestedRule.validate(root) }
          }
        }
      }
      guard let value = value ?? nil else { throw JSONError(.invalidEscape, at: outer.offset) }
      return value
    } catch let error as RuleError {
      throw error.moved(to: outer.placeInDocument)
    } catch let fault as JSONError where !isOpen {
      let found = JSONDescription.quote(outer)
      let place = RuleError.FailureLocation(
        expected: { "stringified JSON" }, found: found, kind: .string,
        offset: outer.placeInDocument,
        underlying: fault)
      throw RuleError.invalidJSONSerialization(
        RuleError.Message(place) { "Unable to parse stringified JSON: \(found)." }, fault)
    }
  }

  open func dump(_ value: R.V) throws -> JSON {
    .string(String(decoding: try bytes(of: value), as: UTF8.self))
  }

  open func write(_ value: R.V, to writer: inout JSONWriter) throws {
    try writer.value(utf8: bytes(of: value))
  }

  private func bytes(of value: R.V) throws -> [UInt8] {
    let outer = try WritingDepth.enter(levels: 0)
    defer { WritingDepth.leave(to: outer) }
    do {
      return try nestedRule.serialized(value)
    } catch let cause as RuleError {
      let words = JSONDescription.quote(value: value)
      throw RuleError.invalidDump(
        RuleError.Message(nil) { "Unable to dump stringified JSON for object: \(words)" }, cause)
    }
  }
}
