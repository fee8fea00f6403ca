import Sluice

/// The compiled fields of a model: the keys that distinguish its objects from others, and the names
/// for messages about missing fields. Made once, used from any thread.
@usableFromInline
final class SearchedFields: Sendable {
  /// A field, and its paths: it is present when one of them leads to a value.
  struct Field: Sendable {
    let name: String
    let ways: [JSONPointer]

    /// A field with exactly this name.
    static func named(_ name: String) -> Field {
      Field(name: name, ways: [JSONPointer(tokens: [name])])
    }

    /// A field at a dotted path. A field named like the whole path comes first.
    static func path(_ path: String) -> Field {
      let keys = JSONKeyPath(path).keys
      let ways = keys.count > 1 ? [[path], keys] : [keys.isEmpty ? [""] : keys]
      return Field(name: path, ways: ways.map { JSONPointer(tokens: $0) })
    }

    /// Whether the object has it, even if it is null. Throws the faults on the way.
    func stands(in object: JSONPosition) throws(JSONError) -> Bool {
      for way in ways {
        if try JSONCursor(unchecked: object).at(ifPresent: way)?.offset != nil { return true }
      }
      return false
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

  /// Returns the mandatory fields that an object lacks. Returns nil when it has none of them, and
  /// so is something else. Without mandatory fields every object is something else.
  func missingMandatory(of object: JSONPosition) throws(JSONError) -> [String]? {
    let missing = try missing(mandatory, in: object)
    return missing.count < mandatory.count ? missing : nil
  }

  func missing(_ fields: [Field], in object: JSONPosition) throws(JSONError) -> [String] {
    var names: [String] = []
    for field in fields where try !field.stands(in: object) { names.append(field.name) }
    return names
  }
}
