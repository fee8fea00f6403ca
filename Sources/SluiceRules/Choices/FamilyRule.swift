public import Sluice

/// Objects of several types, distinguished by a field.
///
/// ```swift
/// let shapes = FamilyRule<any Shape>(discriminator: "type")
///   .member("circle", circleRule) { $0 }
///   .member("square", squareRule) { $0 }
/// ```
///
/// The discriminator is a string, number or Boolean at a path in the object, and is compared as in
/// ``EnumRule``. The last of several duplicate keys counts. A dump writes it first, unless the
/// member's rule writes it itself.
nonisolated open class FamilyRule<T>: Rule, @unchecked Sendable {
  public typealias V = T

  private struct Member: Sendable {
    let value: OptionValue
    let validate: @Sendable (JSONCursor) throws -> T
    /// Returns nil when the value does not belong to this member.
    let dump: @Sendable (T) throws -> JSON?
  }

  private struct Members: Sendable {
    var known: [Member] = []
    var otherwise: Member?
  }

  private let path: JSONPath
  private let members = AtomicSnapshot(Members())

  public init(discriminator path: JSONPath) { self.path = path }

  /// Reads objects whose discriminator is `value` with `rule`, and converts the result with `make`.
  /// This member dumps each `T` that casts to `R.V` with `as?`.
  @discardableResult
  public func member<S: Equatable, R: Rule>(
    _ value: S, _ rule: R, _ make: @escaping @Sendable (R.V) throws -> T
  ) -> Self {
    member(value, rule, make) { $0 as? R.V }
  }

  /// The same, with a closure that dumps: it returns nil for a value of another member.
  @discardableResult
  public func member<S: Equatable, R: Rule>(
    _ value: S, _ rule: R, _ make: @escaping @Sendable (R.V) throws -> T,
    dump: @escaping @Sendable (T) throws -> R.V?
  ) -> Self {
    let member = FamilyRule.member(OptionValue(value), rule, make, dump)
    members.change { $0.known.append(member) }
    return self
  }

  /// Reads objects with an unknown or missing discriminator with `rule`. Dumps try this member
  /// last, and write no discriminator.
  @discardableResult
  public func otherwise<R: Rule>(
    _ rule: R, _ make: @escaping @Sendable (R.V) throws -> T
  ) -> Self {
    let member = FamilyRule.member(.unknown(""), rule, make) { $0 as? R.V }
    members.change { $0.otherwise = member }
    return self
  }

  private static func member<R: Rule>(
    _ value: OptionValue, _ rule: R, _ make: @escaping @Sendable (R.V) throws -> T,
    _ dump: @escaping @Sendable (T) throws -> R.V?
  ) -> Member {
    Member(
      value: value, validate: { try make(rule.validate($0)) },
      dump: { value in try dump(value).map { try rule.dump($0) } })
  }

  /// Throws ``RuleError/expectedNotFound(_:_:)`` for a discriminator that is unknown or missing.
  /// Rethrows errors of the member's rule.
  open func validate(_ json: JSONCursor) throws -> T {
    let object = json.position
    guard object.byte == Byte.openBrace else {
      if let fault = object.scalarFault { throw fault }
      throw RuleError.unexpected(object, expected: { "dictionary \(T.self)" })
    }
    let members = members.value
    let token = try object.token(at: path)
    if let token {
      let discriminator = object.at(token)
      for member in members.known where try member.value.matches(discriminator) {
        return try member.validate(json)
      }
    }
    if let otherwise = members.otherwise { return try otherwise.validate(json) }
    guard let token else { throw noDiscriminator(object, members.known) }
    throw RuleError.noOption(
      object.at(token), of: "family", T.self, found: "member", at: path.elements,
      expected: FamilyRule.words(members.known))
  }

  /// What a discriminator may be.
  private static func words(_ known: [Member]) -> @Sendable () -> String {
    { "a member of \(T.self): \(known.map(\.value.words).joined(separator: ", "))" }
  }

  private func noDiscriminator(_ object: JSONPosition, _ known: [Member]) -> RuleError {
    let path = path
    let place = RuleError.FailureLocation(
      steps: path.elements, expected: FamilyRule.words(known), found: "nothing",
      offset: object.placeInDocument)
    return .expectedNotFound(
      RuleError.Message(place) {
        """
        Unable to validate an object as \(T.self). Discriminator "\(path)" not found in struct.
        """
      }, nil)
  }

  /// Returns the dump of the first member that accepts the value, with its discriminator.
  open func dump(_ value: T) throws -> JSON {
    let outer = try WritingDepth.enter(levels: 0)
    defer { WritingDepth.leave(to: outer) }
    let members = members.value
    for member in members.known {
      guard let json = try member.dump(value) else { continue }
      guard let fields = json.object else {
        throw RuleError.invalidDump(
          "Unable to dump family \(T.self): a member is not a dictionary.", nil)
      }
      if json.value(atPath: path) != nil { return json }
      var object = JSONObject()
      try object.set(member.value.json(), at: path.elements[...])
      for (key, field) in fields {
        guard var inner = object[key]?.object, let outer = field.object else {
          object.updateValue(field, forKey: key)
          continue
        }
        for (key, field) in outer { inner.updateValue(field, forKey: key) }
        object.updateValue(.object(inner), forKey: key)
      }
      return .object(object)
    }
    if let json = try members.otherwise?.dump(value) { return json }
    let words = JSONDescription.quote(value: value)
    throw RuleError.expectedNotFound(
      RuleError.Message(nil) {
        "Unable to dump family \(T.self). Unexpected member given: \"\(words)\"."
      }, nil)
  }

  open func write(_ value: T, to writer: inout JSONWriter) throws {
    try writer.value(dump(value))
  }
}

extension FamilyRule {
  /// Adds a member whose values are already of type `T`.
  @discardableResult
  public func member<S: Equatable, R: Rule>(_ value: S, _ rule: R) -> Self where R.V == T {
    member(value, rule) { $0 }
  }
}
