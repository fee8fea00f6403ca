import Sluice
import SluiceSchema

extension TypeShape {
  /// The JSON Schema of the type's values.
  func describe(in document: inout JSONSchemaDocument) -> JSON {
    switch form {
    case .bool: ["type": "boolean"]
    case .string: ["type": "string"]
    case .number, .decimal, .date(.sinceReferenceDate), .date(.seconds), .date(.milliseconds):
      ["type": "number"]
    case .url: ["type": "string", "format": "uri-reference"]
    case .uuid: ["type": "string", "format": "uuid"]
    case .integer(let bits, let isSigned): TypeShape.integer(bits, isSigned)
    case .date(.iso8601): ["type": "string", "format": "date-time"]
    case .data: ["type": "string", "contentEncoding": "base64"]
    case .choice(let values, let form):
      choice(values, TypeShape(form: form, check: nil).describe(in: &document))
    case .object(let object):
      if let (id, name) = object.recursive {
        document.reference(to: id, name) { object.describe(in: &$0) }
      } else {
        object.describe(in: &document)
      }
    case .array(let element):
      ["type": "array", "items": element.describe(in: &document)]
    case .list(let elements): list(elements, &document)
    case .dictionary(let value):
      ["type": "object", "additionalProperties": value.describe(in: &document)]
    case .optional(let wrapped): wrapped.describe(in: &document).orNull
    case .recursive(let id, let name): document.reference(to: id, name) { _ in true }
    case .any: true
    }
  }

  private func choice(_ values: [JSON], _ type: JSON) -> JSON {
    ["type": type["type"] ?? "string", "enum": .array(values)]
  }

  private func list(_ elements: [TypeShape], _ document: inout JSONSchemaDocument) -> JSON {
    var items: [JSON] = []
    for element in elements { items.append(element.describe(in: &document)) }
    return ["type": "array", "prefixItems": .array(items), "minItems": JSON(elements.count)]
  }

  /// An integer, with bounds for the widths whose limits a double holds exactly.
  private static func integer(_ bits: Int, _ isSigned: Bool) -> JSON {
    var object: JSONObject = ["type": "integer"]
    if bits < 64 {
      object["minimum"] = JSON(isSigned ? -1 << (bits - 1) : 0)
      object["maximum"] = JSON(1 << (isSigned ? bits - 1 : bits) - 1)
    } else if !isSigned {
      object["minimum"] = 0
    }
    return .object(object)
  }
}

extension TypeShape.ObjectShape {
  fileprivate func describe(in document: inout JSONSchemaDocument) -> JSON {
    var properties = JSONObject()
    var required: [JSON] = []
    for field in fields {
      let described = field.shape.describe(in: &document)
      properties[field.name] = field.mayBeNull ? described.orNull : described
      if !field.mayBeMissing, !isOpen { required.append(.string(field.name)) }
    }
    var object: JSONObject = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { object["required"] = .array(required) }
    return .object(object)
  }
}

extension TypeShape {
  /// The types that contain themselves, at any depth.
  var definitions: [ObjectIdentifier: TypeShape] {
    var definitions: [ObjectIdentifier: TypeShape] = [:]
    collect(&definitions)
    return definitions
  }

  private func collect(_ definitions: inout [ObjectIdentifier: TypeShape]) {
    switch form {
    case .object(let object):
      if let (id, _) = object.recursive, definitions[id] == nil { definitions[id] = self }
      for field in object.fields { field.shape.collect(&definitions) }
    case .array(let inner), .dictionary(let inner), .optional(let inner):
      inner.collect(&definitions)
    case .list(let elements): for element in elements { element.collect(&definitions) }
    default: break
    }
  }
}
