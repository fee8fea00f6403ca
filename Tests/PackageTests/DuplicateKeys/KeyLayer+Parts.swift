import Sluice
import SluiceReflection
import SluiceRules
import SluiceSchema
import SluiceSearch

enum PickedName: String, CaseIterable { case a, b, c }

extension JSONCursor {
  var plainInt: Int? { isNumber ? try? int : nil }
  private var isNumber: Bool { (try? kind) == .number }

  /// Reads with lookups.
  func int(at path: some Collection<String>) throws -> Int? {
    guard let name = path.first else { return plainInt }
    guard try kind == .object, let next = try self[ifPresent: name] else { return nil }
    return try next.int(at: path.dropFirst())
  }
}

extension JSON {
  func int(at path: some Collection<String>) -> Int? {
    guard let name = path.first else {
      guard case .number = self else { return nil }
      return self.int
    }
    guard case .object(let object) = self else { return nil }
    return object[name]?.int(at: path.dropFirst())
  }
}

/// Reads the rest of a path, with a schema at each object on it.
struct RestMapping: JSONMapping {
  let path: ArraySlice<String>

  func value(from cursor: JSONCursor) throws -> Int? {
    guard let name = path.first else { return cursor.plainInt }
    guard try cursor.kind == .object else { return nil }
    let rest = RestMapping(path: path.dropFirst())
    return try Schema(Int?.self) { fields in
      let slot = fields.optional(name, rest)
      return { $0[slot].flatMap { $0 } }
    }.value(from: cursor)
  }
}

/// The same with rules.
struct RestRule: Rule {
  let path: ArraySlice<String>

  func validate(_ json: JSONCursor) throws -> Int? {
    guard let name = path.first else { return json.plainInt }
    guard try json.kind == .object else { return nil }
    return try StructRule(ref(nil as Int?))
      .optional(JSONPath([.DictionaryKey(name)]), RestRule(path: path.dropFirst())) {
        $0.value = $1
      }
      .validate(json)
  }

  func dump(_ value: Int?) throws -> Sluice.JSON { .null }
}

final class MappedLeaf: JSONKeyValueCreatable {
  @Mapped var a: Sluice.JSON?
  @Mapped var b: Sluice.JSON?
  @Mapped var c: Sluice.JSON?
  init() {}

  func field(_ name: String) -> Sluice.JSON? { name == "a" ? a : name == "b" ? b : c }
}

final class MappedOuter: JSONKeyValueCreatable {
  @Mapped var a: MappedLeaf?
  @Mapped var b: MappedLeaf?
  @Mapped var c: MappedLeaf?
  init() {}

  func field(_ name: String) -> MappedLeaf? { name == "a" ? a : name == "b" ? b : c }
}

final class MappedDictionaries: JSONKeyValueCreatable {
  @Mapped var a: [String: Sluice.JSON]?
  @Mapped var b: [String: Sluice.JSON]?
  @Mapped var c: [String: Sluice.JSON]?
  init() {}

  func field(_ name: String) -> [String: Sluice.JSON]? { name == "a" ? a : name == "b" ? b : c }
}

final class LookingParser: JSONParser<Int?> {
  private let path: [String]

  init(_ path: [String]) {
    self.path = path
    super.init()
  }

  override func parseObject(_ data: LooseJSON) -> Int?? {
    .some(look(data, path[...]))
  }

  private func look(_ data: LooseJSON, _ path: ArraySlice<String>) -> Int? {
    guard let name = path.first else { return data.raw().int(at: []) }
    guard let next = data[name] else { return nil }
    return look(next, path.dropFirst())
  }
}

/// The integer at the path that the decoder's `userInfo` has.
struct DecodablePath: Decodable {
  static let key = CodingUserInfoKey(rawValue: "path")!

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  let value: Int?

  init(from decoder: any Decoder) throws {
    var here = decoder
    for name in decoder.userInfo[DecodablePath.key] as? [String] ?? [] {
      do {
        let container = try here.container(keyedBy: Name.self)
        // Throws for a key that is missing or refused.
        _ = try container.decodeNil(forKey: Name(name))
        here = try container.superDecoder(forKey: Name(name))
      } catch DecodingError.keyNotFound, DecodingError.typeMismatch, DecodingError.valueNotFound {
        value = nil
        return
      }
    }
    value = try? here.singleValueContainer().decode(Int.self)
  }
}
