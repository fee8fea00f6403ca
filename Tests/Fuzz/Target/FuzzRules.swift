import Sluice
import SluiceRules

/// A recursive rule on any document: it gives the same as the same questions to the owned value.
enum FuzzRules {
  nonisolated(unsafe) private static var reader = JSONReader(
    options: JSONOptions(checking: .full, duplicateKeys: .lastWins))

  /// Adds up the integers named `a` of the object, and of the good objects in its array `b`.
  private static let rule: StructRule<Int> = {
    let rule = StructRule(ref(0), { $0.optional("a", IntRule) { $0.value &+= $1 } })
    let children = ArrayRule(itemRule: rule) { _ in }
    return rule.optional("b", children) { $0.value &+= $1.reduce(0, &+) }
  }()

  static func run(_ document: [UInt8]) {
    try? reader.withDocument(document) { root in
      let found = try? rule.validate(root)
      let wanted = sum(try root.materialize())
      if found != wanted { disagreement("a rule and the owned value", document) }
    }
  }

  private static func sum(_ json: JSON) -> Int? {
    guard json.object != nil else { return nil }
    var sum = 0
    switch json["a"] {
    case nil, .null?: break
    case .bool(let bool)?: sum = bool ? 1 : 0
    case .number(let number)?:
      guard let integer = number.int else { return nil }
      sum = integer
    default: return nil
    }
    switch json["b"] {
    case nil, .null?: break
    case .array(let elements)?:
      for element in elements { if let inner = self.sum(element) { sum &+= inner } }
    default: return nil
    }
    return sum
  }
}
