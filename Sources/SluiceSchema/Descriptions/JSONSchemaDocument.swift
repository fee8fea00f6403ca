public import Sluice

/// Assembles a JSON Schema; descriptions that recursive schemas refer to are in `$defs`.
public struct JSONSchemaDocument {
  private let root: any DescribedRecord
  private var definitions = JSONObject()
  private var names: [ObjectIdentifier: String] = [:]
  /// The records being described: one that contains itself is described by a reference.
  private var open: Set<ObjectIdentifier> = []
  private var depth = 0

  /// Custom mappings that contain themselves and are not schemas are described as any value below
  /// this depth.
  private static let deepest = 200

  init(root: any DescribedRecord) { self.root = root }

  /// Returns a description of the mapping's values; `true`, any value, for one that does not
  /// describe itself.
  public mutating func describe<Mapping: JSONMapping>(_ mapping: Mapping) -> JSON {
    guard let described = mapping as? any DescribedMapping, depth < JSONSchemaDocument.deepest
    else { return true }
    depth += 1
    defer { depth -= 1 }
    return described.describe(in: &self)
  }

  /// Describes a record in place, unless it is inside itself.
  mutating func describe(_ record: any DescribedRecord, _ typeName: String) -> JSON {
    guard open.insert(ObjectIdentifier(record)).inserted else {
      return reference(record, typeName)
    }
    defer { open.remove(ObjectIdentifier(record)) }
    return record.describe(in: &self)
  }

  /// Describes a mapping that may contain itself: a schema by reference.
  mutating func describeLazily<Mapping: JSONMapping>(_ mapping: Mapping) -> JSON {
    if let schema = mapping as? any ReferableMapping {
      return reference(schema.describedRecord, schema.typeName)
    }
    return describe(mapping)
  }

  private mutating func reference(_ record: any DescribedRecord, _ typeName: String) -> JSON {
    if record === root { return ["$ref": "#"] }
    return reference(to: ObjectIdentifier(record), typeName) { record.describe(in: &$0) }
  }

  /// Refers to a description, which is made at its first use.
  package mutating func reference(
    to id: ObjectIdentifier, _ typeName: String, _ describe: (inout JSONSchemaDocument) -> JSON
  ) -> JSON {
    let known = names[id]
    let name = known ?? unusedName(typeName)
    if known == nil {
      names[id] = name
      // Definitions stay in the order of their first use.
      definitions[name] = true
      let wasOpen = !open.insert(id).inserted
      definitions[name] = describe(&self)
      if !wasOpen { open.remove(id) }
    }
    return ["$ref": .string("#/$defs/\(JSONSchemaDocument.escaped(name))")]
  }

  /// Returns the whole document with the root's description.
  func document(_ body: JSON) -> JSON {
    guard case .object(let fields) = body else { return body }
    var object: JSONObject = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
    for (key, value) in fields { object[key] = value }
    if !definitions.isEmpty { object["$defs"] = .object(definitions) }
    return .object(object)
  }

  private func unusedName(_ name: String) -> String {
    guard definitions[name] != nil else { return name }
    var number = 2
    while definitions["\(name)\(number)"] != nil { number += 1 }
    return "\(name)\(number)"
  }

  /// Escapes a step of a JSON Pointer.
  private static func escaped(_ name: String) -> String {
    name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
      .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
  }
}

/// The fields of a schema, which may contain themselves.
protocol DescribedRecord: AnyObject {
  func describe(in document: inout JSONSchemaDocument) -> JSON
}

/// A schema of any value type.
protocol ReferableMapping {
  var describedRecord: any DescribedRecord { get }
  var typeName: String { get }
}
