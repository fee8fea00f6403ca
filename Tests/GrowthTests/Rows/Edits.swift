import Sluice
import SluiceEditing
import Testing

extension GrowthRow {
  static let edits: [GrowthRow] = [
    GrowthRow("JSON.apply(_:), adds of fields", 1000) { count in
      let json: JSON = ["o": [:]]
      let patch = JSONPatch(
        try Samples.keys(count).map { .add(try JSONPointer("/o/\($0)"), 1) })
      return { _ = try json.applying(patch) }
    },
    GrowthRow("JSON.apply(_:), adds of elements", 1000) { count in
      let json: JSON = ["a": []]
      let patch = JSONPatch(try (0..<count).map { _ in .add(try JSONPointer("/a/-"), ["x": 1]) })
      return { _ = try json.applying(patch) }
    },
    GrowthRow("JSON.apply(_:), fields removed", 1000) { count in
      let json = try JSON(parsing: Samples.object(count))
      let patch = JSONPatch(try Samples.keys(count).map { .remove(try JSONPointer("/\($0)")) })
      return { _ = try json.applying(patch) }
    },
    GrowthRow("JSON.apply(_:), fields renamed", 1000) { count in
      let json = try JSON(parsing: Samples.object(count))
      let patch = JSONPatch(
        try Samples.keys(count).map {
          .move(from: try JSONPointer("/\($0)"), to: try JSONPointer("/x\($0)"))
        })
      return { _ = try json.applying(patch) }
    },
    GrowthRow("JSON.apply(_:), fields replaced", 1000) { count in
      let json = try JSON(parsing: Samples.object(count))
      let patch = JSONPatch(
        try Samples.keys(count).map { .replace(try JSONPointer("/\($0)"), true) })
      return { _ = try json.applying(patch) }
    },
    GrowthRow("JSON.apply(_:), fields tested", 1000) { count in
      let json = try JSON(parsing: Samples.object(count))
      let patch = JSONPatch(
        try (0..<count).map { .test(try JSONPointer("/k\($0)"), JSON($0)) })
      return { _ = try json.applying(patch) }
    },
    GrowthRow("JSON.apply(_:), nested", 100) { count in
      let json: JSON = [:]
      let patch = JSONPatch(
        try (1...count).map {
          .add(try JSONPointer(String(repeating: "/a", count: $0 % 50 + 1)), [:])
        }
        .sorted { "\($0)".utf8.count < "\($1)".utf8.count })
      return { _ = try json.applying(patch) }
    },
    GrowthRow("edited, repeated keys removed", 1000) { count in
      let text =
        "{" + (0..<2 * count).map { "\"k\($0 % count)\":\($0)" }.joined(separator: ",") + "}"
      let keys = Samples.keys(count)
      var reader = JSONReader()
      return {
        _ = try reader.withDocument(text) { root in
          try root.edited { edit in for key in keys { edit[key].remove() } }
        }
      }
    },
    GrowthRow("edited, fields removed", 1000) { count in
      let (text, keys) = (Samples.object(count), Samples.keys(count))
      var reader = JSONReader()
      return {
        _ = try reader.withDocument(text) { root in
          try root.edited { edit in for key in keys { edit[key].remove() } }
        }
      }
    },
    GrowthRow("edited, fields set", 1000) { count in
      let (text, keys) = (Samples.object(count), Samples.keys(2 * count))
      var reader = JSONReader()
      return {
        _ = try reader.withDocument(text) { root in
          try root.edited { edit in for key in keys { edit[key] = true } }
        }
      }
    },
    GrowthRow("edited, fields renamed", 1000) { count in
      let (text, keys) = (Samples.object(count), Samples.keys(count))
      var reader = JSONReader()
      return {
        _ = try reader.withDocument(text) { root in
          try root.edited { edit in for key in keys { edit[key].rename(to: "x" + key) } }
        }
      }
    },
    GrowthRow("JSONPatch.init(parsing:)", 500) { count in
      let text =
        "["
        + (0..<count).map { "{\"op\":\"add\",\"path\":\"/a/\($0)\",\"value\":{\"x\":1}}" }
        .joined(separator: ",") + "]"
      let json = try JSON(parsing: text)
      return {
        #expect(try JSONPatch(parsing: text) == JSONPatch(parsing: Array(text.utf8)))
        _ = try JSONPatch(json)
      }
    },
    GrowthRow("JSON.merge(_:), nesting", 100) { count in
      let json = try JSON(parsing: Samples.nested(count))
      let patch = try JSON(
        parsing: String(repeating: "{\"b\":", count: count) + "1"
          + String(repeating: "}", count: count))
      return {
        var merged = json
        merged.merge(patch)
      }
    },
    editing("edited, elements appended", 1000, Samples.objects) { count, edit in
      for index in 0..<count { edit.append(JSON(index)) }
    },
    editing("edited, elements inserted at the end", 500, Samples.objects) { count, edit in
      for index in 0..<count { edit.insert(JSON(index), at: count + index) }
    },
    editing("edited, elements inserted at the start", 500, Samples.objects) { count, edit in
      for index in 0..<count { edit.insert(JSON(index), at: 0) }
    },
    editing("edited, elements set", 1000, Samples.objects) { count, edit in
      for index in 0..<count { edit[index].set(["id": 1]) }
    },
    editing("edited, elements set to raw JSON", 1000, Samples.objects) { count, edit in
      for index in 0..<count { edit[index].set(rawJSON: "{\"id\":[1,2]}") }
    },
    editing("edited, fields at pointers removed", 1000, Samples.objects) { count, edit in
      for index in 0..<count { edit.remove("/\(index)/name") }
    },
    editing("edited, fields at pointers set", 1000, Samples.objects) { count, edit in
      for index in 0..<count { edit[JSONPointer(tokens: ["\(index)", "name"])] = true }
    },
    editing("edited, fields moved", 500, Samples.object) { count, edit in
      for index in 0..<count {
        edit.move(from: JSONPointer(tokens: ["k\(index)"]), to: JSONPointer(tokens: ["x\(index)"]))
      }
    },
    editing("edited, fields copied", 500, Samples.object) { count, edit in
      for index in 0..<count {
        edit.copy(from: JSONPointer(tokens: ["k\(index)"]), to: JSONPointer(tokens: ["x\(index)"]))
      }
    },
    editing("edited, patched", 500, Samples.object) { count, edit in
      edit.apply(JSONPatch((0..<count).map { .remove(JSONPointer(tokens: ["k\($0)"])) }))
    },
    editing("edited, merged", 500, Samples.object) { count, edit in
      edit.merge(JSON.object(JSONObject((0..<2 * count).map { (key: "k\($0)", value: [true]) })))
    },
  ]

  private static func editing(
    _ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String,
    _ changes: @escaping @Sendable (Int, inout JSONEditor) -> Void
  ) -> GrowthRow {
    GrowthRow(name, size) { count in
      let text = text(count)
      var reader = JSONReader()
      return {
        _ = try reader.withDocument(text) { root in try root.edited { changes(count, &$0) } }
      }
    }
  }
}
