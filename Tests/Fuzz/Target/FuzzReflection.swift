import Sluice
import SluiceReflection

/// Objects by reflection, on any document: the three ways give the same as questions to the owned value do, writing
/// preserves them, and an instance takes either all changes of a document or none.
enum FuzzReflection {
  nonisolated(unsafe) private static var reader = JSONReader(
    options: JSONOptions(checking: .full, duplicateKeys: .lastWins))

  private struct Item: JSONCreatable, Equatable {
    var a = 7
    var s: String?
    var b: [Item] = []
    var d: [String: Double] = [:]
  }

  private final class Mapping: JSONCreatableObject {
    @Mapped var a = 7
    @Mapped var s: String?
    @Mapped var b: [Mapping] = []
    @Mapped var d: [String: Double] = [:]

    var plain: Item { Item(a: a, s: s, b: b.map(\.plain), d: d) }
  }

  private struct Listed: JSONPropertyMapped {
    var a = 7
    var s: String?
    var b: [Listed] = []
    var d: [String: Double] = [:]
    static let jsonProperties: JSONProperties<Listed> = [
      JSONProperty("a", \.a), JSONProperty("s", \.s), JSONProperty("b", \.b),
      JSONProperty("d", \.d),
    ]

    var plain: Item { Item(a: a, s: s, b: b.map(\.plain), d: d) }
  }

  static func run(_ document: [UInt8]) {
    reader.options.checking = .accessed
    try? reader.withDocument(document) { root in
      _ = try? ReflectedMapping(Item.self).value(from: root)
      _ = try? ReflectedMapping(Mapping.self).value(from: root)
      _ = try? ReflectedMapping(Listed.self).value(from: root)
    }
    reader.options.checking = .full
    try? reader.withDocument(document) { root in
      let wanted = item(try root.materialize())
      let found = try? ReflectedMapping(Item.self).value(from: root)
      let mapped = try? ReflectedMapping(Mapping.self).value(from: root)
      let listed = try? ReflectedMapping(Listed.self).value(from: root)
      guard found == wanted, mapped?.plain == wanted, listed?.plain == wanted else {
        disagreement("reflection and the owned value", document)
      }
      if let mapped { writeBack(mapped, document) }
    }
  }

  private static func writeBack(_ mapped: Mapping, _ document: [UInt8]) {
    let serializer = JSONSerializer()
    guard let data = try? serializer.serialize(mapped),
      let again: Mapping = try? JSONDeserializer().deserialize(data), again.plain == mapped.plain
    else { disagreement("an object and its written form", document) }
    // By mirrors: only objects that were read have the list of boxes.
    let copy = Mapping()
    (copy.a, copy.s, copy.b, copy.d) = (mapped.a, mapped.s, mapped.b, [:])
    mapped.d = [:]
    guard let listed = try? serializer.serialize(mapped),
      let mirrored = try? serializer.serialize(copy),
      listed == mirrored
    else { disagreement("an object's boxes and its mirror", document) }
  }

  /// As deep as the reader's limit allows. Returns nil if it is not an object.
  private static func item(_ json: JSON) -> Item? {
    guard json.object != nil else { return nil }
    var item = Item()
    if let a = json["a"].flatMap(integer) { item.a = a }
    switch json["s"] {
    case .string(let text)?: item.s = text
    case .number(let number)?: item.s = number.description
    case .bool(let bool)?: item.s = bool ? "1" : "0"
    default: break
    }
    if let elements = json["b"]?.array { item.b = elements.compactMap(self.item) }
    for (key, value) in json["d"]?.object ?? JSONObject() { item.d[key] = double(value) }
    return item
  }

  private static func integer(_ json: JSON) -> Int? {
    switch json {
    case .number(let number): number.int
    case .string(let text): Int(text)
    case .bool(let bool): bool ? 1 : 0
    default: nil
    }
  }

  private static func double(_ json: JSON) -> Double? {
    switch json {
    case .number(let number): return number.double
    case .string(let text):
      guard !text.isEmpty, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
        let double = Double(text), double.isFinite
      else { return nil }
      return double
    case .bool(let bool): return bool ? 1 : 0
    default: return nil
    }
  }
}
