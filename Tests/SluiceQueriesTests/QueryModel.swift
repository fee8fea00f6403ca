import Sluice
import TestSupport

/// A random query, its text, and a plain evaluation on owned values: recursive, all at once, in the words of RFC 9535.
struct QueryModel {
  var segments: [Segment]

  struct Segment {
    let isDescendant: Bool
    let selectors: [Selector]
  }

  indirect enum Selector {
    case name(String), wildcard, index(Int), slice(Int?, Int?, Int?), filter(Filter)
  }

  indirect enum Filter {
    case not(Filter), and(Filter, Filter), or(Filter, Filter), exists(QueryModel)
    case less(Operand, Operand), equal(Operand, Operand)
  }

  enum Operand {
    case literal(JSON), path([Selector]), count(QueryModel)
  }

  static let names = ["a", "b", "id", "é'\\"]

  init(depth: Int, using random: inout SeededGenerator) {
    segments = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      Segment(
        isDescendant: Int.random(in: 0..<4, using: &random) == 0,
        selectors: (0..<(Int.random(in: 0..<4, using: &random) == 0 ? 2 : 1)).map { _ in
          Self.selector(depth, using: &random)
        })
    }
  }

  private static func selector(_ depth: Int, using random: inout SeededGenerator) -> Selector {
    func bound(_ random: inout SeededGenerator) -> Int? {
      Bool.random(using: &random) ? Int.random(in: -5...5, using: &random) : nil
    }
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
    case 0, 1, 2: return .name(names.randomElement(using: &random) ?? "a")
    case 3: return .wildcard
    case 4: return .index(Int.random(in: -4...4, using: &random))
    case 5: return .slice(bound(&random), bound(&random), bound(&random))
    default: return .filter(filter(depth - 1, using: &random))
    }
  }

  private static func filter(_ depth: Int, using random: inout SeededGenerator) -> Filter {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &random) {
    case 0: return .exists(QueryModel(depth: depth, using: &random))
    case 1: return .less(operand(depth, using: &random), operand(depth, using: &random))
    case 2: return .equal(operand(depth, using: &random), operand(depth, using: &random))
    case 3: return .not(filter(depth - 1, using: &random))
    case 4:
      return .and(filter(depth - 1, using: &random), filter(depth - 1, using: &random))
    default:
      return .or(filter(depth - 1, using: &random), filter(depth - 1, using: &random))
    }
  }

  private static func operand(_ depth: Int, using random: inout SeededGenerator) -> Operand {
    let literals: [JSON] = [nil, true, 0, 1, 2, "a", "é", .number(JSONNumber("1.5") ?? 0)]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .literal(literals.randomElement(using: &random) ?? nil)
    case 1: return .count(QueryModel(depth: depth - 1, using: &random))
    default:
      return .path(
        (0..<Int.random(in: 0...2, using: &random)).map { _ in
          Bool.random(using: &random)
            ? .name(names.randomElement(using: &random) ?? "a")
            : .index(Int.random(in: -2...2, using: &random))
        })
    }
  }
}

extension QueryModel {
  func text(_ start: String = "$") -> String {
    segments.reduce(start) { text, segment in
      text + (segment.isDescendant ? ".." : "")
        + "[\(segment.selectors.map(Self.text).joined(separator: ", "))]"
    }
  }

  private static func text(_ selector: Selector) -> String {
    switch selector {
    case .name(let name):
      "'\(name.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    case .wildcard: "*"
    case .index(let index): "\(index)"
    case .slice(let start, let end, let step):
      "\(start.map(String.init) ?? ""):\(end.map(String.init) ?? "")"
        + (step.map { ":\($0)" } ?? "")
    case .filter(let filter): "?\(text(filter))"
    }
  }

  private static func text(_ filter: Filter) -> String {
    switch filter {
    case .not(let filter): "!(\(text(filter)))"
    case .and(let left, let right): "(\(text(left))) && (\(text(right)))"
    case .or(let left, let right): "(\(text(left))) || (\(text(right)))"
    case .exists(let query): query.text("@")
    case .less(let left, let right): "\(text(left)) < \(text(right))"
    case .equal(let left, let right): "\(text(left)) == \(text(right))"
    }
  }

  private static func text(_ operand: Operand) -> String {
    switch operand {
    case .literal(let json): json.description
    case .path(let steps): "@" + steps.map { "[\(text($0))]" }.joined()
    case .count(let query): "count(\(query.text("@")))"
    }
  }
}

extension QueryModel {
  func values(in json: JSON) -> [JSON] {
    segments.reduce([json]) { nodes, segment in
      nodes.flatMap { node in
        (segment.isDescendant ? Self.descendants(of: node) : [node]).flatMap { node in
          segment.selectors.flatMap { Self.children($0, of: node) }
        }
      }
    }
  }

  private static func members(of node: JSON) -> [JSON] {
    switch node {
    case .array(let elements): Array(elements)
    case .object(let fields): fields.map(\.value)
    default: []
    }
  }

  private static func descendants(of node: JSON) -> [JSON] {
    [node] + members(of: node).flatMap(descendants)
  }

  private static func children(_ selector: Selector, of node: JSON) -> [JSON] {
    let array: [JSON]? = if case .array(let elements) = node { Array(elements) } else { nil }
    switch selector {
    case .name(let name):
      guard case .object(let fields) = node else { return [] }
      return fields.filter { $0.key.utf8.elementsEqual(name.utf8) }.map(\.value)
    case .wildcard: return members(of: node)
    case .index(let index):
      guard let array, array.indices.contains(index < 0 ? array.count + index : index) else {
        return []
      }
      return [array[index < 0 ? array.count + index : index]]
    case .slice(let start, let end, let step):
      guard let array else { return [] }
      return slice(start, end, step ?? 1, of: array)
    case .filter(let filter): return members(of: node).filter { holds(filter, $0) }
    }
  }

  /// The pseudocode of RFC 9535, section 2.3.4.2.2.
  private static func slice(_ start: Int?, _ end: Int?, _ step: Int, of array: [JSON]) -> [JSON] {
    func normalized(_ index: Int) -> Int { index >= 0 ? index : array.count + index }
    var found: [JSON] = []
    if step > 0 {
      var index = min(max(normalized(start ?? 0), 0), array.count)
      let upper = min(max(normalized(end ?? array.count), 0), array.count)
      while index < upper {
        found.append(array[index])
        index += step
      }
    } else if step < 0 {
      var index = min(max(normalized(start ?? array.count - 1), -1), array.count - 1)
      let lower = min(max(normalized(end ?? -array.count - 1), -1), array.count - 1)
      while lower < index {
        found.append(array[index])
        index += step
      }
    }
    return found
  }

  private static func holds(_ filter: Filter, _ node: JSON) -> Bool {
    switch filter {
    case .not(let filter): !holds(filter, node)
    case .and(let left, let right): holds(left, node) && holds(right, node)
    case .or(let left, let right): holds(left, node) || holds(right, node)
    case .exists(let query): !query.values(in: node).isEmpty
    case .equal(let left, let right): value(left, node) == value(right, node)
    case .less(let left, let right):
      switch (value(left, node), value(right, node)) {
      case (.number(let left), .number(let right)):
        // The numbers here are small.
        (left.double ?? 0) < (right.double ?? 0)
      case (.string(let left), .string(let right)):
        left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
      default: false
      }
    }
  }

  private static func value(_ operand: Operand, _ node: JSON) -> JSON? {
    switch operand {
    case .literal(let json): json
    case .path(let steps):
      steps.reduce([node]) { nodes, step in nodes.flatMap { children(step, of: $0) } }.first
    case .count(let query): JSON(query.values(in: node).count)
    }
  }
}
