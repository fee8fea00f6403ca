public import Sluice

/// A search for a model, made of its fields: no subclass, and as fast as a search gets.
///
/// ```swift
/// let accountSearch = Search(Account.self) { fields in
///   let id = fields.mandatory("id", .int)
///   let name = fields.mandatory("name", .string)
///   let email = fields.optional("email", .string)
///   return { Account(id: $0[id], name: $0[name], email: $0[email]) }
/// }
/// let accounts = try accountSearch.parseAll(data)
/// ```
///
/// An object is a match when it has all mandatory fields, their values can be read, and the closure
/// makes a model of them. The top-most matches are found, in the order of the text, whatever the keys
/// around them. An optional field that is missing, null or can't be read is nil, or its default.
///
/// A search is made once, and used for any number of documents, from any number of threads. It is a
/// `JSONMapping` whose value is all models: `feed.values(accountSearch)`.
///
/// Cost of a search: the keys of the objects outside of matches are looked at once; of a match each
/// field is read once, into memory that is used again.
public struct Search<Model>: JSONSearch, JSONMapping {
  @usableFromInline let plan: SearchPlan
  @usableFromInline let owner: Int
  @usableFromInline let make: @Sendable (FieldValues) throws -> Model?
  /// What is logged.
  public var logLevel = JSONParserLogLevel.silent
  /// Where it is logged.
  public var log = SearchLogSink.standardError

  /// A search whose model is made of its fields by a closure that `declare` answers.
  ///
  /// The closure is called with the values of all fields. Nil: the object is no model, and neither is
  /// it when the closure throws; then the objects inside are searched. (A `CancellationError` ends the
  /// search, and so does a `JSONError` for text that is not JSON.)
  @inlinable
  public init(
    _ type: Model.Type, _ declare: (SearchFields) -> @Sendable (FieldValues) throws -> Model?
  ) {
    let fields = SearchFields()
    make = declare(fields)
    owner = fields.layout.owner
    plan = SearchPlan(fields, of: Model.self)
  }

  /// The same search, which logs.
  public func logging(
    _ level: JSONParserLogLevel, to log: SearchLogSink = .standardError
  ) -> Search {
    var search = self
    search.logLevel = level
    search.log = log
    return search
  }

  /// All models below `cursor`: a search is a mapping.
  @inlinable
  public func value(from cursor: JSONCursor) throws -> [Model] { try parseAll(cursor) }

  @inlinable
  public func forEachMatch(
    in cursor: JSONCursor, nearMisses: NearMissList?, _ body: (Model) throws -> Bool
  ) throws {
    var scan = try plan.scan(cursor.position, logLevel, log, nearMisses)
    defer { scan.end() }
    while let object = try scan.next() {
      var unread: [NearMiss.Refusal] = []
      guard let frame = try plan.read(object, scan, &unread) else { continue }
      let model: Model?
      do {
        defer { frame.end() }
        model = try make(FieldValues(unchecked: frame.slots, owner: owner))
      } catch {
        try scan.refuse(error)
        continue
      }
      guard let model else {
        scan.refuse()
        continue
      }
      try scan.accept(unread: unread)
      guard try body(model) else { return }
    }
  }
}
