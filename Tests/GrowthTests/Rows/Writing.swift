import Sluice
import SluiceFoundation
import Testing

extension GrowthRow {
  private static func writing(
    _ name: String, _ size: Int, _ options: JSONWriter.Options,
    _ body: @escaping @Sendable (Int, inout JSONWriter) throws -> Void
  ) -> GrowthRow {
    GrowthRow(name, size) { count in
      return {
        var writer = JSONWriter(options: options)
        try body(count, &writer)
        _ = try writer.takeBytes()
      }
    }
  }

  /// Objects inside of each other, each with its keys in the wrong order.
  private static func nested(_ depth: Int, _ writer: inout JSONWriter) throws {
    for _ in 0..<depth {
      try writer.beginObject()
      try writer.key("b")
    }
    try writer.value(0)
    for _ in 0..<depth {
      try writer.key("a")
      try writer.value(0)
      try writer.endObject()
    }
  }

  static let writing: [GrowthRow] = [
    writing("JSONWriter, canonical, nesting", 8000, .canonical, nested),
    writing("JSONWriter, sorted keys, nesting", 8000, JSONWriter.Options(sortsKeys: true), nested),
    writing("JSONWriter, compact, nesting", 8000, .compact, nested),
    writing("JSONWriter, canonical, fields", 1000, .canonical) { count, writer in
      try writer.beginObject()
      for index in (0..<count).reversed() {
        try writer.key("k\(index)")
        try writer.value(index)
      }
      try writer.endObject()
    },
    GrowthRow("JSONWriter, canonical, a parsed value in nesting", 200) { count in
      let json = try JSON(parsing: Samples.nested(count))
      return {
        var writer = JSONWriter(options: .canonical)
        try writer.value(json)
        _ = try writer.takeBytes()
      }
    },
    writing("JSONWriter, compact, scalars", 2000, .compact) { count, writer in
      try writer.beginArray()
      for index in 0..<count {
        try writer.value(index)
        try writer.value(Double(index) / 3)
        try writer.value(Float(index) / 3)
        try writer.value(index.isMultiple(of: 2))
        try writer.null()
      }
      try writer.endArray()
    },
    writing("JSONWriter, compact, long strings and keys", 20000, .compact) { count, writer in
      let text = String(repeating: "é\n", count: count)
      let bytes = Array(text.utf8)
      try writer.beginObject()
      try writer.key(text)
      try writer.beginArray()
      try writer.value(text)
      try writer.value(text.dropFirst())
      try writer.value(utf8: bytes)
      try unsafe bytes.withUnsafeBufferPointer { bytes in try unsafe writer.value(utf8: bytes) }
      try writer.endArray()
      try writer.endObject()
    },
    writing("JSONWriter, compact, JSON that is given", 1000, .compact) { count, writer in
      let text = Samples.objects(count)
      let bytes = Array(text.utf8)
      try writer.beginArray()
      try writer.value(rawJSON: text)
      try writer.value(rawJSON: bytes)
      try unsafe bytes.withUnsafeBytes { bytes in try unsafe writer.value(uncheckedJSON: bytes) }
      try writer.endArray()
    },
    writing("JSONWriter, canonical, JSON that is given", 1000, .canonical) { count, writer in
      try writer.value(rawJSON: Samples.objects(count))
    },
    writing("JSONWriter, a long number", 5000, .compact) { count, writer in
      try writer.value(JSONNumber("0." + String(repeating: "7", count: count)) ?? 0)
    },
    GrowthRow("JSONWriter, compact, what a cursor and a view are at", 1000) { count in
      let text = Samples.objects(count)
      let root = try JSONDocument(parsing: text).root
      var reader = JSONReader()
      return {
        var writer = JSONWriter()
        try writer.beginArray()
        try writer.value(root)
        try reader.withDocument(text) { cursor in
          try writer.value(cursor)
          try cursor.forEachElement { element in
            try element.forEachField { field in
              try writer.beginObject()
              try writer.key(field.key)
              try writer.value(field.key)
              try writer.endObject()
            }
          }
        }
        try writer.endArray()
        _ = try writer.takeString()
      }
    },
    GrowthRow("JSONWriter, to a sink, one value after another", 1000) { count in
      let json = try JSON(parsing: "{\"id\":1,\"name\":\"n\"}")
      return {
        var written = 0
        var writer = unsafe JSONWriter { bytes in written += bytes.count }
        try writer.beginArray()
        for _ in 0..<count {
          try writer.value(json)
          try writer.flush()
        }
        try writer.endArray()
        try writer.finish()
        #expect(written > count)
      }
    },
    GrowthRow("JSONWriter.reset(), one text after another", 1000) { count in
      return {
        var writer = JSONWriter()
        for index in 0..<count {
          try writer.value(index)
          unsafe writer.withBytes { bytes in #expect(bytes.count > 0) }
          writer.reset()
        }
      }
    },
    GrowthRow("JSON.serialized(_:)", 1000) { count in
      let json = try JSON(parsing: Samples.objects(count))
      return {
        for options in [.compact, .pretty, .canonical] as [JSONWriter.Options] {
          _ = try (json.serialized(options), json.serializedString(options))
          _ = try json.serializedData(options)
        }
      }
    },
    GrowthRow("mappings that write", 1000) { count in
      let mapping = ArrayMapping(
        of: NullableMapping(LazyMapping { DictionaryMapping(of: OwnedMapping()) }))
      let values = (0..<count).map { _ in ["a": JSON("x"), "b": [1, 2]] }
      return { _ = try mapping.serialized(values) }
    },
    GrowthRow("mappings of long strings and numbers", 5000) { count in
      let text = String(repeating: "é\n", count: count)
      let number = JSONNumber("0." + String(repeating: "7", count: count)) ?? 0
      var reader = JSONReader()
      return {
        let string = try StringMapping().serialized(text)
        #expect(try reader.value(of: string, by: StringMapping()) == text)
        let bytes = try NumberMapping().serialized(number)
        #expect(try reader.value(of: bytes, by: NumberMapping()) == number)
        _ = try reader.value(of: bytes, by: DoubleMapping())
        _ = try reader.value(of: bytes, by: FloatMapping())
        _ = try reader.value(of: bytes, by: ClosureMapping { try $0.rawBytes.count })
        _ = try reader.value(of: bytes, by: NumberMapping().map { $0.double })
      }
    },
  ]
}
