import Sluice

/// A type that reads all of a value, in its own way, and writes what it read as `StrictTree.text` does.
protocol WholeShape: Decodable {
  var text: String { get }
}

/// The ways.
enum WholeShapes {
  static var all: [any WholeShape.Type] {
    [
      WholeJSON.self, WholeView.self, WholeDocument.self, ByContainers.self,
      ByNestedContainers.self,
      BySuperDecoders.self, ByGuessing.self, ByPresence.self, ByDictionary.self, ByByteKeys.self,
      ByJSONParts.self, ByCounting.self,
    ]
  }
}

/// A key of any text.
struct AnyTextKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension JSON {
  /// As `StrictTree.text`.
  var strictText: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): StrictTree.text(number.double ?? .nan)
    case .string(let string): StrictTree.text(string)
    case .array(let elements): "[" + elements.map(\.strictText).joined(separator: ",") + "]"
    case .object(let fields): StrictTree.text(fields.map { ($0.key, $0.value.strictText) })
    }
  }
}

struct WholeJSON: WholeShape {
  let text: String
  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(JSON.self).strictText
  }
}

struct WholeView: WholeShape {
  let text: String
  init(from decoder: any Decoder) throws {
    text = try JSONView(from: decoder).materialize().strictText
  }
}

struct WholeDocument: WholeShape {
  let text: String
  init(from decoder: any Decoder) throws {
    text = try JSONDocument(from: decoder).root.materialize().strictText
  }
}

/// A scalar, of the kind that it is.
private func scalar(_ decoder: any Decoder) throws -> String {
  let container = try decoder.singleValueContainer()
  if container.decodeNil() { return "null" }
  if let bool = try? container.decode(Bool.self) { return "\(bool)" }
  if let string = try? container.decode(String.self) { return StrictTree.text(string) }
  return StrictTree.text(try container.decode(Double.self))
}

/// The keyed or unkeyed container of a value, as it begins.
private func text(
  of decoder: any Decoder,
  object: (KeyedDecodingContainer<AnyTextKey>) throws -> String,
  array: (inout any UnkeyedDecodingContainer) throws -> String
) throws -> String {
  if let container = try? decoder.container(keyedBy: AnyTextKey.self) {
    return try object(container)
  }
  if var container = try? decoder.unkeyedContainer() { return try array(&container) }
  return try scalar(decoder)
}

private func fields(
  _ container: KeyedDecodingContainer<AnyTextKey>, _ value: (AnyTextKey) throws -> String
) throws -> String {
  StrictTree.text(try container.allKeys.map { ($0.stringValue, try value($0)) })
}

private func elements(
  _ container: inout any UnkeyedDecodingContainer,
  _ value: (inout any UnkeyedDecodingContainer) throws -> String
) throws -> String {
  var texts: [String] = []
  while !container.isAtEnd { texts.append(try value(&container)) }
  return "[" + texts.joined(separator: ",") + "]"
}

struct ByContainers: WholeShape {
  let text: String
  init(from decoder: any Decoder) throws {
    text = try SluiceCodableTests.text(of: decoder) { container in
      try fields(container) { try container.decode(ByContainers.self, forKey: $0).text }
    } array: { container in
      try elements(&container) { try $0.decode(ByContainers.self).text }
    }
  }
}

/// Objects in objects, and arrays in arrays, by nested containers.
struct ByNestedContainers: WholeShape {
  let text: String

  init(from decoder: any Decoder) throws {
    text = try SluiceCodableTests.text(
      of: decoder, object: ByNestedContainers.object, array: ByNestedContainers.array)
  }

  private static func object(_ container: KeyedDecodingContainer<AnyTextKey>) throws -> String {
    try fields(container) { key in
      if let inner = try? container.nestedContainer(keyedBy: AnyTextKey.self, forKey: key) {
        return try object(inner)
      }
      if var inner = try? container.nestedUnkeyedContainer(forKey: key) { return try array(&inner) }
      return try container.decode(ByNestedContainers.self, forKey: key).text
    }
  }

  private static func array(_ container: inout any UnkeyedDecodingContainer) throws -> String {
    try elements(&container) { container in
      if let inner = try? container.nestedContainer(keyedBy: AnyTextKey.self) {
        return try object(inner)
      }
      if var inner = try? container.nestedUnkeyedContainer() { return try array(&inner) }
      return try container.decode(ByNestedContainers.self).text
    }
  }
}

struct BySuperDecoders: WholeShape {
  let text: String
  init(from decoder: any Decoder) throws {
    text = try SluiceCodableTests.text(of: decoder) { container in
      try fields(container) { try BySuperDecoders(from: container.superDecoder(forKey: $0)).text }
    } array: { container in
      try elements(&container) { try BySuperDecoders(from: $0.superDecoder()).text }
    }
  }
}

/// Tries one kind after another, and passes over all errors but the last.
struct ByGuessing: WholeShape {
  let text: String
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      text = "null"
    } else if let number = try? container.decode(Double.self) {
      text = StrictTree.text(number)
    } else if let string = try? container.decode(String.self) {
      text = StrictTree.text(string)
    } else if let elements = try? container.decode([ByGuessing].self) {
      text = "[" + elements.map(\.text).joined(separator: ",") + "]"
    } else if let bool = try? container.decode(Bool.self) {
      text = "\(bool)"
    } else if let container = try? decoder.container(keyedBy: AnyTextKey.self) {
      text = StrictTree.text(
        container.allKeys.map {
          ($0.stringValue, (try? container.decode(ByGuessing.self, forKey: $0).text) ?? "nothing")
        })
    } else {
      text = "nothing"
    }
  }
}

/// Asks first whether the fields are there that documents mostly have, and then for all.
struct ByPresence: WholeShape {
  let text: String
  init(from decoder: any Decoder) throws {
    text = try SluiceCodableTests.text(of: decoder) { container in
      let known = RandomText.keys.map(AnyTextKey.init(stringValue:))
      let found = known.filter(container.contains)
      let others = container.allKeys.filter { key in
        !found.contains { $0.stringValue.utf8.elementsEqual(key.stringValue.utf8) }
      }
      return StrictTree.text(
        (found + others).map { key in
          // What can't be decoded is taken for null.
          let value = try? container.decodeIfPresent(ByPresence.self, forKey: key)
          return (key.stringValue, value?.text ?? "null")
        })
    } array: { container in
      try elements(&container) { try $0.decodeIfPresent(ByPresence.self)?.text ?? "null" }
    }
  }
}

struct ByDictionary: WholeShape {
  let text: String
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      let fields = try container.decode([String: ByDictionary].self)
      text = StrictTree.text(fields.map { ($0.key, $0.value.text) })
    } catch DecodingError.typeMismatch {
      text = try ByContainers(from: decoder).text
    } catch DecodingError.valueNotFound {
      text = "null"
    }
  }
}

/// A key of a dictionary that compares by bytes.
struct ByteKey: Hashable, Codable, CodingKeyRepresentable {
  let bytes: [UInt8]
  init(_ text: String) { bytes = Array(text.utf8) }
  init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
  var codingKey: any CodingKey { AnyTextKey(stringValue: String(decoding: bytes, as: UTF8.self)) }
}

struct ByByteKeys: WholeShape {
  let text: String
  init(from decoder: any Decoder) throws {
    do {
      let fields = try [ByteKey: ByByteKeys](from: decoder)
      text = StrictTree.text(
        fields.map { (String(decoding: $0.key.bytes, as: UTF8.self), $0.value.text) })
    } catch DecodingError.typeMismatch {
      text = try ByContainers(from: decoder).text
    } catch DecodingError.valueNotFound {
      text = "null"
    }
  }
}

/// By the parts of `JSON`.
struct ByJSONParts: WholeShape {
  let text: String
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(JSONNumber.self) {
      text = JSON.number(number).strictText
    } else if let fields = try? container.decode(JSONObject.self) {
      text = JSON.object(fields).strictText
    } else if let elements = try? container.decode(JSONArray.self) {
      text = JSON.array(elements).strictText
    } else {
      text = try JSON(from: decoder).strictText
    }
  }
}

/// Takes as many elements as the array says that it has.
struct ByCounting: WholeShape {
  let text: String
  init(from decoder: any Decoder) throws {
    text = try SluiceCodableTests.text(of: decoder) { container in
      try fields(container) { try container.decode(ByCounting.self, forKey: $0).text }
    } array: { container in
      let count = container.count ?? 0
      let texts = try (0..<count).map { _ in try container.decode(ByCounting.self).text }
      return "[" + texts.joined(separator: ",") + "]"
    }
  }
}
