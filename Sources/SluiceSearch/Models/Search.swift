public import Sluice

/// A search for a model, declared by its fields. The fastest kind of search.
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
/// An object matches when it has all mandatory fields, their values can be read, and the closure
/// makes a model of them. The search finds the outermost matches in the order of the text, whatever
/// keys enclose them. An optional field that is missing, null or unreadable is nil, or its default.
///
/// Make a search once, and use it for any number of documents on any number of threads. It is a
/// `JSONMapping` whose value is the array of all models: `feed.values(accountSearch)`.
///
/// Cost of a search: each key outside of matches is compared once. In a match each field is read
/// once, into memory that is reused.
public struct Search<Model>: JSONSearch, JSONMapping {
  @usableFromInline let plan: SearchPlan
  @usableFromInline let owner: Int
  @usableFromInline let make: @Sendable (FieldValues) throws -> Model?
  /// What is logged.
  public var logLevel = JSONParserLogLevel.silent
  /// The sink that receives the log.
  public var log = SearchLogSink.standardError

  /// Creates a search. `declare` declares the fields and returns the closure that makes the model.
  ///
  /// The closure receives the values of all fields. The object is not a model when the closure
  /// returns nil or throws; then the objects inside it are searched. (A `CancellationError` ends
  /// the search, and so does a `JSONError` for text that is not JSON.)
  @inlinable
  public init(
    _ type: Model.Type, _ declare: (SearchFields) -> @Sendable (FieldValues) throws -> Model?
  ) {
    let fields = SearchFields()
    make = declare(fields)
    owner = fields.layout.owner
    plan = SearchPlan(fields, of: Model.self)
  }

  /// Returns the same search, with logging.
  public func logging(
    _ level: JSONParserLogLevel, to log: SearchLogSink = .standardError
  ) -> Search {
    var search = self
    search.logLevel = level
    search.log = log
    return search
  }

  /// Returns all models below `cursor`: a search is a mapping.
  @inlinable
  public func value(from cursor: JSONCursor) throws -> [Model] { try parseAll(cursor) }

  @inlinable
  public func forEachMatch(
    in cursor: JSONCursor, nearMisses: NearMissList?, _ body: (Model) throws -> Bool
  ) throws {
    var scan = try plan.scan(cursor.position, logLevel, log, nearMisses)
    defer { scan.end() }
    while let object = try scan.next() {
      var unread: [NearMiss.Rejection] = []
      guard let frame = try plan.read(object, scan, &unread) else { continue }
      let model: Model?
      do {
        defer { frame.end() }
        model = try unsafe make(FieldValues(unchecked: frame.slots, owner: owner))
      } catch {
        try scan.reject(error)
        continue
      }
      guard let model else {
        try scan.reject()
        continue
      }
      try scan.accept(unread: unread)
      guard try body(model) else { return }
    }
  }
}
