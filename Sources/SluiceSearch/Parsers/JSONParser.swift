public import Sluice

/// A search for a model, made by a subclass: it takes an object and answers a model, or nil when the
/// object is something else.
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
/// The top-most objects that make a model are found, in the order of the text, whatever the keys
/// around them. Objects without one of the mandatory fields are told by their keys and never reach
/// ``parseObject(_:)``; a parser that declares no fields is shown every object.
///
/// A parser is used by one thread at a time, as a subclass may have state. For feeds, which take what
/// is Sendable, there is `JSONMapping.parser(_:)`.
nonisolated open class JSONParser<Model>: JSONSearch {
  /// In a parser, JSON is what the search lends, not the owned value of that name.
  public typealias JSON = LooseJSON

  /// What is logged.
  public let logLevel: JSONParserLogLevel
  /// Where it is logged.
  public let log: SearchLogSink

  /// A parser that logs nothing.
  public init() {
    logLevel = .silent
    log = .standardError
  }

  /// A parser that logs, to the standard error stream unless told otherwise.
  public init(logLevel: JSONParserLogLevel, log: SearchLogSink = .standardError) {
    self.logLevel = logLevel
    self.log = log
  }

  /// The model that the object makes, or nil: then its members are searched. To be overridden; this
  /// one makes nothing of anything.
  open func parseObject(_ data: JSON) -> Model? { nil }

  /// The names of the model's fields. Asked once for each class. None unless overridden: then every
  /// object is shown to ``parseObject(_:)``, and nothing is ever logged.
  open class func modelFields() -> Fields { Fields(mandatory: []) }

  /// Logs which fields the object lacks, as far as the log level asks for it. Of each object this is
  /// done once in a search, which does it by itself: calling it is never necessary.
  ///
  /// Nothing is logged of what is no object, or an object without any mandatory field.
  open func printAbsentFields(in data: JSON) {
    guard data.position.byte == Byte.openBrace else { return }
    teller(nil, data.search.pointee.memory)?.logAbsent(data.position, fields)
  }

  public func forEachMatch(
    in cursor: JSONCursor, nearMisses: NearMissList?, _ body: (Model) throws -> Bool
  ) throws {
    try search(cursor.position, teller(nearMisses, nil), body)
  }

  private lazy var fields = ParserFields.of(type(of: self), model: Model.self) {
    type(of: self).modelFields()
  }

  private func teller(_ nearMisses: NearMissList?, _ memory: SearchTeller.Memory?) -> SearchTeller?
  {
    SearchTeller(
      ObjectIdentifier(type(of: self)), logLevel, log, nearMisses, sharing: memory)
  }

  private func search(
    _ root: JSONPosition, _ teller: SearchTeller?, _ body: (Model) throws -> Bool
  ) throws {
    var scan = try SearchScan(fields, in: root, teller)
    defer { scan.end() }
    while let object = try scan.next() {
      var search = LooseSearch(memory: teller?.memory)
      let model = withUnsafeMutablePointer(to: &search) {
        parseObject(LooseJSON(unchecked: object, $0))
      }
      if let fault = search.fault { throw fault }
      guard let model else {
        scan.refuse()
        continue
      }
      try scan.accept()
      guard try body(model) else { return }
    }
  }

  /// All models in a part of the object that a parser was given: for models inside models.
  ///
  /// ```swift
  /// legs: LegParser().parse(json: data["legs"])
  /// ```
  ///
  /// What is wrong with the text ends the search around it.
  public func parse(json data: JSON?) -> [Model] {
    guard let data else { return [] }
    var models: [Model] = []
    do {
      try search(data.position, teller(nil, data.search.pointee.memory)) { model in
        models.append(model)
        return true
      }
    } catch {
      if data.search.pointee.fault == nil { data.search.pointee.fault = error }
      return []
    }
    return models
  }
}

/// The fields of each parser's class, compiled once.
enum ParserFields {
  private static let known = Guarded<[ObjectIdentifier: SearchedFields]>([:])

  static func of(
    _ parser: AnyClass, model: Any.Type, _ declare: () -> Fields
  ) -> SearchedFields {
    let name = ObjectIdentifier(parser)
    if let fields = known.withLock({ $0[name] }) { return fields }
    // Not under the lock: a declaration may ask for another parser's.
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
