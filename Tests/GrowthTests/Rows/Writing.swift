import Sluice

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
  ]
}
