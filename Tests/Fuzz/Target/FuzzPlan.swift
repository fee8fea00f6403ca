import Sluice

/// Reads records, which may be broken, by a plan. For a valid document it must give the same as lookups that take the
/// last of equal keys.
enum FuzzPlan {
  nonisolated(unsafe) private static var reader = JSONReader(
    options: JSONOptions(duplicateKeys: .lastWins))

  private static let paths: [[FieldPath.Step]] = [
    [.key("a")], [.key("b")], [.key("a"), .key("b")], [.key("a"), .key("a"), .key("b")],
    [.key("b"), .index(1)], [.key("b"), .index(1), .key("a")], [.key("")], [.key(#"a\b"#)],
    [.key("longer name")], [],
  ]

  private static let (plan, count): (FieldPlan, Int) = {
    var layout = FieldLayout()
    let fields = paths.map { path in
      PlanField(FieldPath(path), of: UInt32.self, in: &layout, absent: nil) { cursor in
        cursor.position.token
      }
    }
    return (FieldPlan(fields, layout), fields.count)
  }()

  static func run(_ document: [UInt8]) {
    reader.options.checking = .accessed
    try? reader.withDocument(document) { root in _ = try tokens(of: root) }
    reader.options.checking = .full
    try? reader.withDocument(document) { root in
      guard let kind = try? root.kind, kind == .object || kind == .array else { return }
      guard let tokens = try? tokens(of: root) else {
        disagreement("a plan fails on a valid document", document)
      }
      for (path, token) in zip(paths, tokens) where token != expected(path, in: root) {
        disagreement("a plan and lookups disagree at \(path)", document)
      }
    }
  }

  private static func tokens(of root: JSONCursor) throws -> [UInt32?] {
    guard root.position.byte == UInt8(ascii: "{") || root.position.byte == UInt8(ascii: "[") else {
      return []
    }
    let frame = try FieldFrame(plan, of: root.position)
    defer { frame.end() }
    try frame.readAll(restart: {}) { frame, field, token in
      if token != FieldFrame.absent { try frame.read(field, at: token) }
    }
    return (0..<count).map { field in
      frame.claim(field).map { $0.assumingMemoryBound(to: UInt32.self).pointee }
    }
  }

  private static func expected(_ path: [FieldPath.Step], in root: JSONCursor) -> UInt32? {
    var position = root.position
    for step in path {
      let cursor = JSONCursor(unchecked: position)
      guard let kind = try? cursor.kind else { return nil }
      if kind == .object, let key = step.key {
        guard let value = try? cursor[ifPresent: key] else { return nil }
        position = value.position
      } else if kind == .array, let index = step.index {
        guard let value = try? cursor[ifPresent: index] else { return nil }
        position = value.position
      } else {
        return nil
      }
    }
    return JSONCursor(unchecked: position).isNull ? nil : position.token
  }
}
