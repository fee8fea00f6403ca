public import Sluice

/// Patches as JSON.
extension JSONPatch {
  /// The patch that an array of operations describes. Members that RFC 6902 doesn't know are ignored, as it asks for.
  ///
  /// Throws `invalid-patch`, with the index of the bad operation, and `invalid-path` for a bad JSON Pointer.
  public init(_ json: JSON) throws(JSONError) {
    guard case .array(let elements) = json else {
      throw .invalidPatch("it is an array of operations, found \(json.kindName)")
    }
    operations = []
    for (index, element) in elements.enumerated() {
      do throws(JSONError) {
        operations.append(try Operation(element))
      } catch {
        let name = element["op"]?.string ?? "?"
        throw error.of(
          JSONError.Operation(index: index, name: name, path: element["path"]?.string ?? ""))
      }
    }
  }

  /// The patch as JSON.
  public var json: JSON { .array(operations.map(\.json)) }
}

extension JSONPatch.Operation {
  fileprivate init(_ json: JSON) throws(JSONError) {
    guard case .object(let object) = json else {
      throw .invalidPatch("an operation is an object, found \(json.kindName)")
    }
    let name = try JSONPatch.Operation.text("op", of: object)
    switch name {
    case "add": self = .add(try Self.pointer("path", object), try Self.value(object))
    case "remove": self = .remove(try Self.pointer("path", object))
    case "replace": self = .replace(try Self.pointer("path", object), try Self.value(object))
    case "move":
      self = .move(from: try Self.pointer("from", object), to: try Self.pointer("path", object))
    case "copy":
      self = .copy(from: try Self.pointer("from", object), to: try Self.pointer("path", object))
    case "test": self = .test(try Self.pointer("path", object), try Self.value(object))
    default:
      throw .invalidPatch(
        "\"op\" is one of add, remove, replace, move, copy, test,"
          + " found \"\(TokenDescription.shortened(name))\"")
    }
  }

  private static func text(_ key: String, of object: JSONObject) throws(JSONError) -> String {
    guard let value = object[key] else { throw .invalidPatch("the operation has no \"\(key)\"") }
    guard case .string(let text) = value else {
      throw .invalidPatch("\"\(key)\" is a string, found \(value.kindName)")
    }
    return text
  }

  private static func pointer(
    _ key: String, _ object: JSONObject
  ) throws(JSONError) -> JSONPointer {
    try JSONPointer(try text(key, of: object))
  }

  private static func value(_ object: JSONObject) throws(JSONError) -> JSON {
    guard let value = object["value"] else {
      throw .invalidPatch("the operation has no \"value\"")
    }
    return value
  }

  fileprivate var json: JSON {
    var object: JSONObject = ["op": .string(name)]
    switch self {
    case .move(let source, _), .copy(let source, _): object["from"] = .string(source.description)
    default: break
    }
    object["path"] = .string(path.description)
    switch self {
    case .add(_, let value), .replace(_, let value), .test(_, let value): object["value"] = value
    default: break
    }
    return .object(object)
  }
}

extension JSON {
  /// For messages.
  var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
