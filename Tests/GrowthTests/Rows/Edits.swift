import Sluice

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
  ]
}
