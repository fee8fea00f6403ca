import Foundation
import TestSupport

/// The tree that a program must come out as. Shares no code with an encoder, and knows nothing of text.
///
/// The law: a call of a container either encodes its value, and nothing of what was there before is left under the
/// key, or it throws and changes nothing. What a program encodes to the encoder of a superclass or to a nested container
/// stays, field by field, also if it fails later. A container that is asked for where something else is makes the whole
/// program fail.
public struct EncoderModel {
  /// How NaN is written; nil: it throws.
  private let nan: String?
  /// The key in the document.
  private let key: (String) -> String

  public init(nan: String? = nil, key: @escaping (String) -> String = { $0 }) {
    (self.nan, self.key) = (nan, key)
  }

  /// A value, or what there is of it.
  private final class Node {
    enum Content {
      case nothing
      case tree(JSONTree)
      case object([(key: String, value: Node)])
      case array([Node])
    }
    var content = Content.nothing

    /// A value that nothing was encoded to is an empty object.
    var tree: JSONTree {
      switch content {
      case .nothing: .object([])
      case .tree(let tree): tree
      case .object(let fields): .object(fields.map { JSONTree.Field($0.key, $0.value.tree) })
      case .array(let elements): .array(elements.map(\.tree))
      }
    }
  }

  private struct Refused: Error {}

  /// The tree of a program; nil: it throws.
  public func tree(of program: EncoderProgram) -> JSONTree? {
    let root = Node()
    mistakes.isAny = false
    guard (try? play(program, to: root)) != nil, !mistakes.isAny else { return nil }
    if case .nothing = root.content { return nil }
    return root.tree
  }

  private func play(_ program: EncoderProgram, to node: Node) throws {
    switch program {
    case .scalar(let scalar): try put(try tree(of: scalar), to: node)
    case .object(let steps, let fails):
      try play(steps, to: open(node, .object([])))
      if fails { throw Refused() }
    case .array(let steps, let fails):
      try play(steps, to: open(node, .array([])))
      if fails { throw Refused() }
    case .single(let attempts):
      for attempt in attempts {
        try attempt.play { program in
          guard case .nothing = node.content else { throw Refused() }
          do {
            try play(program, to: node)
          } catch {
            node.content = .nothing
            throw error
          }
        }
      }
    case .dictionary(let fields):
      guard case .nothing = node.content else { throw Refused() }
      // In any order: compared sorted.
      node.content = .object(try fields.map { ($0.key, try value(of: $0.value)) })
    case .list(let elements):
      let node = try open(node, .array([]))
      for program in elements { try append(try value(of: program), to: node) }
    case .json(let text): try put(try JSONTree(strictly: text), to: node)
    case .nothing(let fails): if fails { throw Refused() }
    }
  }

  /// A container of the node. Throws at its first use if the node is something else already: so does this.
  private func open(_ node: Node, _ content: Node.Content) throws -> Node {
    switch (node.content, content) {
    case (.nothing, _): node.content = content
    case (.object, .object), (.array, .array): break
    default:
      mistakes.isAny = true
      let refusing = Node()
      refusing.content = .tree(.null)
      return refusing
    }
    return node
  }

  private func put(_ tree: JSONTree, to node: Node) throws {
    guard case .nothing = node.content else { throw Refused() }
    node.content = .tree(tree)
  }

  private func value(of program: EncoderProgram) throws -> Node {
    let node = Node()
    try play(program, to: node)
    return node
  }

  private func set(_ name: String, to value: Node, of object: Node) throws {
    guard case .object(var fields) = object.content else { throw Refused() }
    fields.removeAll { $0.key == name }
    fields.append((name, value))
    object.content = .object(fields)
  }

  private func append(_ value: Node, to array: Node) throws {
    guard case .array(let elements) = array.content else { throw Refused() }
    array.content = .array(elements + [value])
  }

  private func tree(of scalar: EncoderProgram.Scalar) throws -> JSONTree {
    switch scalar {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .int(let value): return .number("\(value)")
    case .string(let value): return .string(value)
    case .double(let value): return try number(value, "\(value)")
    case .float(let value): return try number(Double(value), "\(value)")
    case .decimal(let value):
      if value.isNaN { throw Refused() }
      return .number(value.description)
    }
  }

  /// The programs have NaN, and numbers with a fraction, whose text is Swift's.
  private func number(_ value: Double, _ text: String) throws -> JSONTree {
    guard value.isNaN else { return .number(text) }
    guard let nan else { throw Refused() }
    return .string(nan)
  }

  private func play(_ steps: [EncoderProgram.KeyedStep], to object: Node) throws {
    for step in steps {
      switch step {
      case .value(let name, let attempt):
        try attempt.play { try set(key(name), to: try value(of: $0), of: object) }
      case .scalar(let name, let scalar, let isSwallowed):
        try swallowing(isSwallowed) {
          let node = Node()
          try put(try tree(of: scalar), to: node)
          try set(key(name), to: node, of: object)
        }
      case .nestedObject(let name, let steps, let isSwallowed):
        let node = try open(nested(key(name), of: object, isSuper: false), .object([]))
        try swallowing(isSwallowed) { try play(steps, to: node) }
      case .nestedArray(let name, let steps, let isSwallowed):
        let node = try open(nested(key(name), of: object, isSuper: false), .array([]))
        try swallowing(isSwallowed) { try play(steps, to: node) }
      case .superEncoder(let name, let attempt):
        let node = nested(key(name ?? "super"), of: object, isSuper: true)
        try attempt.play { try play($0, to: node) }
      }
    }
  }

  /// What nested containers of a key write to, which share it, or a superclass, which replaces all.
  private func nested(_ name: String, of object: Node, isSuper: Bool) -> Node {
    guard case .object(let fields) = object.content else {
      let refusing = Node()
      refusing.content = .tree(.null)
      return refusing
    }
    if !isSuper, let known = fields.first(where: { $0.key == name })?.value {
      if nestedNodes.contains(known) { return known }
      mistakes.isAny = true
    }
    let node = Node()
    nestedNodes.insert(node)
    object.content = .object(fields.filter { $0.key != name } + [(name, node)])
    return node
  }

  /// The nodes that nested containers made.
  private final class NodeSet {
    private var ids: Set<ObjectIdentifier> = []
    private var nodes: [Node] = []
    func contains(_ node: Node) -> Bool { ids.contains(ObjectIdentifier(node)) }
    func insert(_ node: Node) {
      ids.insert(ObjectIdentifier(node))
      nodes.append(node)
    }
  }
  private let nestedNodes = NodeSet()

  /// Whether a container was asked for where something else is.
  private final class Mistakes { var isAny = false }
  private let mistakes = Mistakes()

  private func play(_ steps: [EncoderProgram.UnkeyedStep], to array: Node) throws {
    for step in steps {
      switch step {
      case .value(let attempt): try attempt.play { try append(try value(of: $0), to: array) }
      case .scalar(let scalar, let isSwallowed):
        try swallowing(isSwallowed) {
          let node = Node()
          try put(try tree(of: scalar), to: node)
          try append(node, to: array)
        }
      case .nestedObject(let steps, let isSwallowed):
        let node = try open(nested(in: array), .object([]))
        try swallowing(isSwallowed) { try play(steps, to: node) }
      case .nestedArray(let steps, let isSwallowed):
        let node = try open(nested(in: array), .array([]))
        try swallowing(isSwallowed) { try play(steps, to: node) }
      case .superEncoder(let attempt):
        let node = nested(in: array)
        try attempt.play { try play($0, to: node) }
      }
    }
  }

  private func nested(in array: Node) -> Node {
    let node = Node()
    guard case .array(let elements) = array.content else {
      node.content = .tree(.null)
      return node
    }
    array.content = .array(elements + [node])
    return node
  }
}
