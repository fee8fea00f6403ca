public import Sluice
import SluiceSystem

/// A search for a model, implemented by a subclass. It makes a model of an object, or returns nil
/// when the object is something else.
///
/// ```swift
/// class AccountParser: JSONParser<Account> {
///   override class func modelFields() -> Fields {
///     Fields(mandatory: ["id", "name"], optional: ["email"])
///   }
///
///   override func parseObject(_ data: JSON) -> Account? {
///     guard let id = data["id"]?.int, let name = data["name"]?.string else { return nil }
///     return Account(id: id, name: name, email: data["email"]?.string)
///   }
/// }
/// let accounts = try AccountParser().parse(data)
/// ```
///
/// The search finds the outermost objects that make a model in the order of the text, whatever keys
/// enclose them. Objects that lack a mandatory field are recognised by their keys and never reach
/// ``parseObject(_:)``. A parser that declares no fields receives every object.
///
/// Use a parser on one thread at a time, as a subclass may have state. Feeds need a Sendable value:
/// use `JSONMapping.parser(_:)`.
nonisolated open class JSONParser<Model>: JSONSearch {
  /// In a parser, JSON is the value that the search lends, not the owned value of the same name.
  public typealias JSON = LooseJSON

  /// What is logged.
  public let logLevel: JSONParserLogLevel
  /// The sink that receives the log.
  public let log: SearchLogSink

  /// Creates a parser that logs nothing.
  public init() {
    logLevel = .silent
    log = .standardError
  }

  /// Creates a parser that logs, by default to the standard error stream.
  public init(logLevel: JSONParserLogLevel, log: SearchLogSink = .standardError) {
    self.logLevel = logLevel
    self.log = log
  }

  /// Returns the model that the object makes. On nil the search continues in the object's members.
  /// The default returns nil; override it.
  open func parseObject(_ data: JSON) -> Model? { nil }

  /// The names of the model's fields, read once for each class. There are none unless overridden:
  /// then ``parseObject(_:)`` receives every object, and nothing is logged.
  open class func modelFields() -> Fields { Fields(mandatory: []) }

  /// Logs the fields that the object lacks, as far as the log level includes them. The search does
  /// this once for each object: you never need to call it.
  ///
  /// Logs nothing for a value that is not an object, or an object without any mandatory field. An error in the text ends
  /// the search.
  open func printAbsentFields(in data: JSON) {
    guard logLevel != .silent else { return }
    let memory = data.document.openRoot.flatMap { _ in data.document.memory }
    do {
      try data.withCursor { cursor in
        guard cursor.position.byte == Byte.openBrace else { return }
        try reporter(nil, memory)?.logAbsent(cursor.position, fields)
      }
    } catch {
      data.document.keep(error)
    }
  }

  public func forEachMatch(
    in cursor: JSONCursor, nearMisses: NearMissList?, _ body: (Model) throws -> Bool
  ) throws {
    var document: LooseDocument?
    defer { LooseDocument.end(&document) }
    try search(cursor.position, &document, reporter(nearMisses, nil), body)
  }

  private lazy var fields = ParserFields.of(type(of: self), model: Model.self) {
    type(of: self).modelFields()
  }

  private func reporter(_ nearMisses: NearMissList?, _ memory: SearchReporter.Memory?)
    -> SearchReporter?
  {
    SearchReporter(
      ObjectIdentifier(type(of: self)), logLevel, log, nearMisses, sharing: memory)
  }

  /// Searches below `root`. `document` is the one that loose values are in, made for the first.
  private func search(
    _ root: JSONPosition, _ document: inout LooseDocument?, _ reporter: SearchReporter?,
    _ body: (Model) throws -> Bool
  ) throws {
    var scan = try SearchScan(fields, in: root, reporter)
    defer { scan.end() }
    while let object = try scan.next() {
      let open = document ?? LooseDocument(searching: root, reporter?.memory)
      document = open
      let model = parseObject(open.value(at: object))
      if let fault = open.fault { throw fault }
      guard let model else {
        try scan.reject()
        continue
      }
      try scan.accept()
      guard try body(model) else { return }
    }
  }

  /// Returns all models in a part of the object that a parser is reading: for models inside models.
  ///
  /// ```swift
  /// return Animal(legs: LegParser().parse(json: data["legs"]))
  /// ```
  ///
  /// An error in the text ends the outer search. In a value that was kept until after its search, it ends this one,
  /// which returns what it found before.
  public func parse(json data: JSON?) -> [Model] {
    guard let data else { return [] }
    var models: [Model] = []
    guard let root = data.document.openRoot else {
      try? data.withCursor { cursor in
        try forEachMatch(in: cursor, nearMisses: nil) { model in
          models.append(model)
          return true
        }
      }
      return models
    }
    do {
      var document: LooseDocument? = data.document
      let reporter = reporter(nil, data.document.memory)
      try search(root.at(root.token &+ data.token), &document, reporter) { model in
        models.append(model)
        return true
      }
    } catch {
      data.document.keep(error)
      return []
    }
    return models
  }
}

/// The fields of each parser's class, compiled once.
enum ParserFields {
  private static let known = LockedValue<[ObjectIdentifier: SearchedFields]>([:])

  static func of(
    _ parser: AnyClass, model: Any.Type, _ declare: () -> Fields
  ) -> SearchedFields {
    let name = ObjectIdentifier(parser)
    if let fields = known.withLock({ $0[name] }) { return fields }
    // Outside of the lock, because a declaration may ask for another parser's fields.
    let declared = declare()
    let made = SearchedFields(
      of: model, mandatory: declared.mandatory.sorted().map { .named($0) },
      optional: declared.optional.sorted().map { .named($0) })
    return known.withLock { known in
      if let fields = known[name] { return fields }
      known[name] = made
      return made
    }
  }
}
