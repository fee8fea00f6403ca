import Sluice
import SluiceEditing
import Testing

/// What a cursor or a view answers about a document.
extension GrowthRow {
  private static func cursor(
    _ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String,
    _ body: @escaping @Sendable (Int, JSONCursor) throws -> Void
  ) -> GrowthRow {
    GrowthRow(name, size) { count in
      let text = text(count)
      var reader = JSONReader()
      return { try reader.withDocument(text) { try body(count, $0) } }
    }
  }

  private static func view(
    _ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String,
    _ body: @escaping @Sendable (Int, JSONView) throws -> Void
  ) -> GrowthRow {
    GrowthRow(name, size) { count in
      let root = try JSONDocument(parsing: text(count)).root
      return { try body(count, root) }
    }
  }

  private static func expectMissing(_ cursor: JSONCursor?) {
    let isMissing = cursor == nil
    #expect(isMissing)
  }

  private static func chain(_ depth: Int) -> String { String(repeating: "b.", count: depth) + "a" }
  private static func pointer(_ depth: Int) -> String {
    String(repeating: "/b", count: depth) + "/a"
  }

  private enum Few: String, CaseIterable { case k0, k1, none }

  static let cursors: [GrowthRow] = [
    cursor("JSONCursor, the last field", 4000, Samples.object) { count, root in
      let key = "k\(count - 1)"
      _ = try (root[key].int, root["k1"].int)
      try expectMissing(root[ifPresent: "none"])
      try expectMissing(root[ifPresent: "x" + key])
    },
    cursor("JSONCursor, the last element", 2000, Samples.objects) { count, root in
      _ = try root[count - 1]["id"].int
      try expectMissing(root[ifPresent: count])
    },
    cursor("JSONCursor, a deep path", 200, Samples.nested) { count, root in
      let (pointer, keys) = (pointer(count - 1), chain(count - 1))
      _ = try root.at(pointer: pointer).int + root.at(keyPath: keys).int
      _ = try root.at(JSONPointer(pointer)).int + root.at(keyPath: JSONKeyPath(keys)).int
      try expectMissing(root.at(pointerIfPresent: pointer + "x"))
      try expectMissing(root.at(ifPresent: JSONPointer(pointer + "x")))
      try expectMissing(root.at(keyPathIfPresent: keys + "x"))
      try expectMissing(root.at(keyPathIfPresent: JSONKeyPath(keys + "x")))
    },
    cursor("JSONCursor.fields, in order", 2000, Samples.object) { count, root in
      var (fields, values) = (try root.fields, try root.fields)
      for index in 0..<count {
        _ = try (fields.next(named: "k\(index)"), values.value(named: "k\(index)"))
      }
      let next = try fields.next() == nil
      #expect(next)
    },
    cursor("JSONCursor.fields, a name that is missing", 2000, Samples.object) { count, root in
      var (fields, values) = (try root.fields, try root.fields)
      try expectMissing(fields.next(named: "none"))
      try expectMissing(values.value(named: "none"))
    },
    cursor("JSONCursor.materialize(), detached()", 500, Samples.objects) { count, root in
      _ = try (root.materialize(), root.detached())
    },
    cursor("JSONCursor.materialize(), detached(), nesting", 100, Samples.nested) { count, root in
      _ = try (root.materialize(), root.detached())
    },
    cursor("JSONCursor.elements", 2000, Samples.objects) { count, root in
      var elements = try root.elements
      while let element = try elements.next() {
        unsafe try element.withRawBytes { bytes in #expect(bytes.count > 10) }
      }
    },
    cursor("FieldPicker.pick(from:), many unknown keys", 4000, Samples.object) { count, root in
      var picker = FieldPicker<Few>()
      let fields = try picker.pick(from: root)
      _ = try fields[.k1].int
      expectMissing(fields[ifPresent: .none])
    },
    view("JSONView.elements and fields", 1000, Samples.objects) { count, root in
      for element in try root.elements {
        for field in try element.fields { _ = try field.value.withUTF8Count() }
      }
      let elements = try root.elements
      for index in elements.indices { _ = try elements[index].fields.startIndex }
    },
    view("JSONView.fields, by position", 2000, Samples.object) { count, root in
      let fields = try root.fields
      for index in fields.indices { _ = try fields[index].value.int }
    },
    view("JSONView, a deep path", 200, Samples.nested) { count, root in
      let (pointer, keys) = (pointer(count - 1), chain(count - 1))
      _ = try root.at(pointer: pointer).int + root.at(keyPath: keys).int
      _ = try root.at(JSONPointer(pointer)).int + root.at(keyPath: JSONKeyPath(keys)).int
      #expect(try root.at(pointerIfPresent: pointer + "x") == nil)
      #expect(try root.at(ifPresent: JSONPointer(pointer + "x")) == nil)
      #expect(try root.at(keyPathIfPresent: keys + "x") == nil)
      #expect(try root.at(keyPathIfPresent: JSONKeyPath(keys + "x")) == nil)
    },
    view("JSONView.materialize(), detached(), edited, withCursor", 500, Samples.objects) {
      _, root in
      _ = try (root.materialize(), root.detached())
      _ = try root.edited { edit in edit[0]["id"] = 1 }
      _ = try root.document.edited { edit in edit[0]["id"] = 1 }
      try root.withCursor { try walk($0) }
      _ = try root.value(by: ArrayMapping(of: OwnedMapping()))
    },
    view("JSONView, bytes of the whole", 1000, Samples.objects) { _, root in
      _ = try unsafe root.withRawBytes { bytes in unsafe bytes.reduce(0, &+) }
      _ = unsafe root.document.withBytes { bytes in unsafe bytes.reduce(0, &+) }
    },
    GrowthRow("JSONView ==, hash(into:)", 500) { count in
      let left = try JSONDocument(parsing: Samples.object(count))
      let right = try JSONDocument(
        parsing: "{"
          + (0..<count).reversed().map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}")
      return {
        #expect(left == right && left.hashValue == right.hashValue && left.root == right.root)
      }
    },
    GrowthRow("JSONView ==, hash(into:), nesting", 100) { count in
      let (left, right) = (
        try JSONDocument(parsing: Samples.nested(count)),
        try JSONDocument(parsing: Samples.nested(count))
      )
      return { #expect(left == right && left.hashValue == right.hashValue) }
    },
    GrowthRow("JSONDocument.init(_:), of a value", 1000) { count in
      let json = try JSON(parsing: Samples.objects(count))
      return { _ = try JSONDocument(json) }
    },
  ]
}

extension JSONView {
  /// The length of a string, or 0.
  fileprivate func withUTF8Count() throws -> Int {
    guard try kind == .string else { return 0 }
    return unsafe try withUTF8 { $0.count }
  }
}
