import Sluice

/// The fields of a model, compiled: the keys by which an object is told from others, and the words in
/// which one is said to lack them. Made once, used from any thread.
@usableFromInline
final class SearchedFields: Sendable {
  /// A field, and the ways to it: where any of them leads to something, it is there.
  struct Field: Sendable {
    let name: String
    let ways: [JSONPointer]

    /// A field of exactly this name.
    static func named(_ name: String) -> Field {
      Field(name: name, ways: [JSONPointer(tokens: [name])])
    }

    /// A field at a dotted path: first the one with the whole path for a name.
    static func path(_ path: String) -> Field {
      let keys = JSONKeyPath(path).keys
      let ways = keys.count > 1 ? [[path], keys] : [keys.isEmpty ? [""] : keys]
      return Field(name: path, ways: ways.map { JSONPointer(tokens: $0) })
    }

    /// Whether the object has it, be it null.
    func stands(in object: JSONPosition) -> Bool {
      let cursor = JSONCursor(unchecked: object)
      return ways.contains { (try? cursor.at(ifPresent: $0)?.offset) != nil }
    }
  }

  let model: String
  let mandatory: [Field]
  let optional: [Field]
  let keys: KeySet

  init(of model: Any.Type, mandatory: [Field], optional: [Field]) {
    self.model = "\(model)"
    self.mandatory = mandatory
    self.optional = optional
    keys = KeySet(mandatory.map { field in field.ways.compactMap(\.tokens.first) })
  }

  /// The mandatory fields that an object lacks; nil when it has none of them, and so is something
  /// else. Without mandatory fields every object is something else.
  func missingMandatory(of object: JSONPosition) -> [String]? {
    let missing = missing(mandatory, in: object)
    return missing.count < mandatory.count ? missing : nil
  }

  func missing(_ fields: [Field], in object: JSONPosition) -> [String] {
    fields.filter { !$0.stands(in: object) }.map(\.name)
  }
}
