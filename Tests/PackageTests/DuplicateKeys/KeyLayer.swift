import Foundation
import Sluice
import SluiceCodable
import SluiceConvert
import SluiceFeed
import SluiceImport
import SluiceQueries
import SluiceReflection
import SluiceRules
import SluiceSchema
import SluiceSearch
import Testing

/// Reads the integer at a path of a record; nil when there is no value or another kind of value.
struct KeyLayer: CustomTestStringConvertible, Sendable {
  let name: String
  /// The policy unless the caller chooses.
  let usual: DuplicateKeys
  let read: @Sendable (_ text: String, _ options: FeedOptions, _ path: [String]) throws -> Int?

  var testDescription: String { name }

  /// Reads from a cursor at the record.
  private static func cursor(
    _ name: String, _ usual: DuplicateKeys,
    _ read: @escaping @Sendable (JSONCursor, [String]) throws -> Int?
  ) -> KeyLayer {
    KeyLayer(name: name, usual: usual) { text, options, path in
      var reader = JSONReader(
        options: JSONOptions(
          checking: options.checking ?? .accessed, duplicateKeys: options.duplicateKeys))
      return try reader.withDocument(text) { try read($0, path) }
    }
  }

  /// Reads from a feed with that record.
  private static func rows(
    _ name: String, _ read: @escaping @Sendable (String, FeedOptions, [String]) throws -> Int?
  ) -> KeyLayer {
    KeyLayer(name: name, usual: .firstWins, read: read)
  }

  static let all = cursors + mappings + tables

  private static let cursors: [KeyLayer] = [
    cursor("cursor[key]", .firstWins) { root, path in
      var here = root
      for name in path {
        guard try here.kind == .object, let next = try here[ifPresent: name] else { return nil }
        here = next
      }
      return here.plainInt
    },
    cursor("at(keyPath:)", .firstWins) { root, path in
      try root.at(keyPathIfPresent: path.joined(separator: "."))?.plainInt
    },
    cursor("pointer", .firstWins) { root, path in
      try root.at(pointerIfPresent: "/" + path.joined(separator: "/"))?.plainInt
    },
    cursor("query", .firstWins) { root, path in
      let names = path.map { "['\($0)']" }.joined()
      return try JSONQuery("$" + names).first(in: root)?.plainInt
    },
    cursor("JSONFields.value(named:)", .firstWins) { root, path in
      var here = root
      for name in path {
        guard try here.kind == .object else { return nil }
        var fields = try here.fields
        guard let next = try fields.value(named: name) else { return nil }
        here = next
      }
      return here.plainInt
    },
    cursor("FieldPicker", .firstWins) { root, path in
      var picker = FieldPicker<PickedName>()
      let fields = try picker.pick(from: root)
      guard let name = PickedName(rawValue: path[0]), let first = fields[ifPresent: name] else {
        return nil
      }
      guard path.count > 1 else { return first.plainInt }
      guard try first.kind == .object, let next = try first[ifPresent: path[1]] else { return nil }
      return try next.int(at: path.dropFirst(2))
    },
    cursor("materialize", .firstWins) { root, path in try root.materialize().int(at: path[...]) },
  ]

  private static let mappings: [KeyLayer] = [
    cursor("dictionary of JSON", .lastWins) { root, path in
      let fields = try DictionaryMapping(of: OwnedMapping()).value(from: root)
      return fields[path[0]]?.int(at: path.dropFirst())
    },
    cursor("decodable type", .firstWins) { root, path in
      let decoder = SluiceDecoder()
      decoder.userInfo[DecodablePath.key] = path
      return try CodableMapping(DecodablePath.self, decoder: decoder).value(from: root).value
    },
    cursor("decodable type with a key strategy", .firstWins) { root, path in
      let decoder = SluiceDecoder()
      decoder.userInfo[DecodablePath.key] = path
      decoder.keyDecodingStrategy = .custom { $0.last! }
      return try CodableMapping(DecodablePath.self, decoder: decoder).value(from: root).value
    },
    cursor("dictionary of decodable values", .firstWins) { root, path in
      let decoder = SluiceDecoder()
      decoder.userInfo[DecodablePath.key] = Array(path.dropFirst())
      let values = CodableMapping([String: DecodablePath].self, decoder: decoder)
      return try values.value(from: root)[path[0]]?.value
    },
    cursor("schema", .lastWins) { root, path in
      try Schema(Int?.self) { fields in
        let slot = fields.optional(path.joined(separator: "."), RestMapping(path: []))
        return { $0[slot].flatMap { $0 } }
      }.value(from: root)
    },
    cursor("schema in a schema", .lastWins) { root, path in
      try RestMapping(path: path[...]).value(from: root)
    },
    cursor("entity", .lastWins) { root, path in
      let key = path.joined(separator: ".")
      let entity = try Parser.parseEntity(json: root) { schema in
        schema.addProperty(keyPath: key, type: .json, optional: true)
      }
      let value: JSON? = entity <-? key
      return value?.int(at: [])
    },
    cursor("JSONPath of rules", .lastWins) { root, path in
      try root.value(atPath: JSONPath(path.map { .DictionaryKey($0) }))?.plainInt
    },
    cursor("rule", .lastWins) { root, path in
      try StructRule(ref(nil as Int?))
        .optional(JSONPath(path.map { .DictionaryKey($0) }), RestRule(path: [])) { $0.value = $1 }
        .validate(root)
    },
    cursor("rule in a rule", .lastWins) { root, path in
      try RestRule(path: path[...]).validate(root)
    },
    cursor("dictionary rule", .lastWins) { root, path in
      try DictionaryRule(valueRule: RestRule(path: path.dropFirst())).validate(root)[path[0]] ?? nil
    },
    cursor("map rule", .lastWins) { root, path in
      let rule = MapRule(
        keyRule: StringRule, itemRule: RestRule(path: path.dropFirst()), make: { ($0, $1) })
      return try rule.validate(root).first { $0.0 == path[0] }?.1
    },
    cursor("@Mapped", .lastWins) { root, path in
      guard path.count > 1 else {
        return try ReflectedMapping(MappedLeaf.self).value(from: root).field(path[0])?.int(at: [])
      }
      let outer = try ReflectedMapping(MappedOuter.self).value(from: root)
      return outer.field(path[0])?.field(path[1])?.int(at: path.dropFirst(2))
    },
    cursor("dictionary by reflection", .lastWins) { root, path in
      guard path.count > 1 else {
        return try ReflectedMapping(MappedLeaf.self).value(from: root).field(path[0])?.int(at: [])
      }
      let outer = try ReflectedMapping(MappedDictionaries.self).value(from: root)
      return outer.field(path[0])?[path[1]]?.int(at: path.dropFirst(2))
    },
    cursor("search", .lastWins) { root, path in
      let search = Search(Int?.self) { fields in
        let slot = fields.optional(path.joined(separator: "."), RestMapping(path: []))
        return { $0[slot].flatMap { $0 } }
      }
      return try search.parseFirst(root) ?? nil
    },
    cursor("values of a search", .lastWins) { root, path in
      try LookingParser(path).parseFirst(root) ?? nil
    },
    cursor("members of a conversion", .lastWins) { root, path in
      var here = root
      for name in path {
        guard let members = JSONMembers(here), let next = members[name] else { return nil }
        here = next
      }
      return here.plainInt
    },
    cursor("conversion to a dictionary", .lastWins) { root, path in
      try [String: JSON].convert(from: root)?[path[0]]?.int(at: path.dropFirst())
    },
  ]

  private static let tables: [KeyLayer] = [
    rows("column") { text, options, path in
      try number(inRowsOf: text, options, [column(path)])
    },
    rows("column beside others") { text, options, path in
      try number(inRowsOf: text, options, [column(path), column(["a"]), column(["c", "b"])])
    },
    rows("column of an element") { text, options, path in
      try number(
        inRowsOf: "{\"list\":[\(text)]}", options,
        [column(["list[]"] + path)],
        explode: ColumnPath(parsing: "list"))
    },
    rows("filter") { text, options, path in
      let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
      guard try isTaken(text, options, "exists /\(path.joined(separator: "/"))") else { return nil }
      return try numbers.first { number in
        try isTaken(text, options, "/\(path.joined(separator: "/")) = \(number)")
      }
    },
    rows("group") { text, options, path in
      var feed = try JSONFeed(.bytes(Array(text.utf8), name: "record"), options: options)
      let groups = try Tally(groupedBy: columnPath(path)).groups(of: &feed).groups
      return groups.first?.key.flatMap { Int($0) }
    },
    rows("maximum") { text, options, path in
      var feed = try JSONFeed(.bytes(Array(text.utf8), name: "record"), options: options)
      let result = try Tally(sums: [.init(.maximum, of: columnPath(path))]).groups(of: &feed)
      guard case .integer(let value)? = result.groups.first?.sums[0].value(.maximum) else {
        return nil
      }
      return Int(value)
    },
    rows("inference") { text, options, path in
      let report = try InferenceReport(
        reading: .bytes(Array(text.utf8), name: "record"),
        options: InferenceOptions(feed: options))
      if report.rejected > 0 { throw InferenceRefused(reasons: report.badRecords) }
      let found = path.reduce(report.record as InferredValue?) { value, name in
        value?.fields.first { $0.path.steps.last == .field(ByteName(name)) }
      }
      guard let found, found.kinds.integer == 1 else { return nil }
      return found.examples.first?.int(at: [])
    },
  ]

  private struct InferenceRefused: Error, CustomStringConvertible {
    let reasons: [String]
    var description: String { reasons.joined(separator: "\n") }
  }

  private static func columnPath(_ path: [String]) throws -> ColumnPath {
    try ColumnPath(parsing: path.joined(separator: "."))
  }

  private static func column(_ path: [String]) throws -> ImportColumn {
    // A value without fields for the rest of the path has no result.
    try ImportColumn(
      name: ByteName(path.joined()), type: .json, path: columnPath(path),
      contract: ColumnContract(mismatch: .null))
  }

  private static func isTaken(
    _ text: String, _ options: FeedOptions, _ condition: String
  ) throws -> Bool {
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "record"), options: options)
    let selection = RowSelection(
      columns: [try ImportColumn(parsing: "n:record")], where: try Filter(condition))
    return try selection.forEach(in: &feed) { _ in }.rows > 0
  }

  private static func number(
    inRowsOf text: String, _ options: FeedOptions, _ columns: [ImportColumn],
    explode: ColumnPath? = nil
  ) throws -> Int? {
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "record"), options: options)
    var number: Int?
    _ = try RowSelection(columns: columns, explode: explode).forEach(in: &feed) { row in
      if case .json(let bytes) = row[0] {
        number = unsafe Int(String(decoding: bytes, as: UTF8.self))
      }
    }
    return number
  }
}
