public import Sluice

/// Maps strings, numbers and Booleans to the cases of an enum.
///
/// ```swift
/// let issuedBy = EnumRule<Issuer>()
///   .option("FMS", .fms)
///   .option("SMS", .sms)
///   .option(0, .unknown)
/// ```
///
/// The options are tried in order. Numbers match by value. `true` and `false` match the options 1
/// and 0, and 1 and 0 match the options `true` and `false`.
nonisolated open class EnumRule<T: Equatable & Sendable>: Rule, @unchecked Sendable {
  public typealias V = T

  private struct Option: Sendable {
    let value: OptionValue
    let enumValue: T
  }

  private let options = AtomicSnapshot<[Option]>([])
  private let ifNotFound: T?

  /// Creates a rule. Any JSON that matches no option becomes `ifNotFound`, whatever its type. It is
  /// not dumped unless an option has it as well.
  public init(ifNotFound: T? = nil) { self.ifNotFound = ifNotFound }

  /// Maps `value` in JSON to `enumValue`. A value of a type that JSON does not have (other than
  /// strings, numbers and Booleans) matches nothing, and can't be dumped.
  @discardableResult
  open func option<S: Equatable>(_ value: S, _ enumValue: T) -> Self {
    let option = Option(value: OptionValue(value), enumValue: enumValue)
    options.change { $0.append(option) }
    return self
  }

  /// Returns the case. Throws ``RuleError/expectedNotFound(_:_:)`` if no option matches, and faults of the text.
  open func validate(_ json: JSONCursor) throws -> T {
    let position = json.position
    for option in options.value where try option.value.matches(position) {
      return option.enumValue
    }
    if let ifNotFound {
      // What is not JSON is not an unknown option.
      _ = try unsafe position.checkedRawBytes()
      return ifNotFound
    }
    throw RuleError.noOption(position, of: "enum", T.self, found: "enum case")
  }

  /// Returns the value of the first option for this case. Throws
  /// ``RuleError/expectedNotFound(_:_:)`` for a case without one.
  open func dump(_ value: T) throws -> JSON {
    guard let option = options.value.first(where: { $0.enumValue == value }) else {
      let words = JSONDescription.quote(value: value)
      throw RuleError.expectedNotFound(
        RuleError.Message(nil) {
          "Unable to dump enum \(T.self). Unexpected enum case given: \"\(words)\"."
        }, nil)
    }
    do {
      return try option.value.json()
    } catch let cause as RuleError {
      throw RuleError.invalidDump(
        RuleError.Message(nil) { "Unable to dump enum \(T.self)." }, cause)
    }
  }

  open func write(_ value: T, to writer: inout JSONWriter) throws {
    try writer.value(dump(value))
  }
}

extension RuleError {
  /// The error for a value that a rule does not know.
  static func noOption(
    _ position: JSONPosition, of kind: String, _ type: Any.Type, found what: String,
    at steps: [JSONPath.PathElement] = [], expected: (@Sendable () -> String)? = nil
  ) -> any Error {
    if let fault = position.scalarFault { return fault }
    let found = JSONDescription.quote(position)
    let place = FailureLocation(
      steps: steps, expected: expected ?? { "a case of \(type)" }, found: found,
      kind: position.kind,
      offset: position.placeInDocument)
    return RuleError.expectedNotFound(
      Message(place) {
        "Unable to validate \(kind) \(type). Unexpected \(what) found: \"\(found)\"."
      }, nil)
  }
}
