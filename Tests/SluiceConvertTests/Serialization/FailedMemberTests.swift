import Sluice
import SluiceConvert
import TestSupport
import Testing

/// An object some of whose members can't be written, at any depth.
private indirect enum Member: JSONSerializable {
  case number(Double)
  case list([Member])
  case object([(String, Member)])

  func toObject() -> JSONObject {
    var object = JSONObject()
    guard case .object(let members) = self else { return object }
    for (name, member) in members {
      switch member {
      case .number(let value): value --> object[name]
      case .list(let members): members.map(\.value) --> object[name]
      case .object: member --> object[name]
      }
    }
    return object
  }

  var value: Any {
    switch self {
    case .number(let value): value
    case .list(let members): members.map(\.value)
    case .object: self
    }
  }

  /// Nil: it fails. A member that fails is left out of its object, and fails a list.
  var tree: JSONTree? {
    switch self {
    case .number(let value): return value.isNaN ? nil : .number("\(Int(value))")
    case .list(let members):
      let trees = members.compactMap(\.tree)
      return trees.count == members.count ? .array(trees) : nil
    case .object(let members):
      return .object(
        members.compactMap { name, member in
          member.tree.map { JSONTree.Field(name, $0) }
        })
    }
  }

  static func random(_ depth: Int, _ random: inout SeededGenerator) -> Member {
    switch Int.random(in: 0..<(depth > 4 ? 3 : 6), using: &random) {
    case 0: return .number(.nan)
    case 1, 2: return .number(Double(Int.random(in: -9...9, using: &random)))
    case 3:
      return .list(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in .random(depth + 1, &random) })
    default:
      return .object(
        (0..<Int.random(in: 0...4, using: &random)).map { number in
          ("k\"\(number)", .random(depth + 1, &random))
        })
    }
  }
}

@Suite("Members that fail to be written")
struct FailedMemberTests {
  @Test("are left out of the text, which is JSON whatever fails")
  func programs() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("FailedMemberTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var count = 0
    for _ in 0..<Rounds.count(300, long: 3_000) {
      let member = Member.object([("root", .random(0, &random)), ("end", .number(1))])
      var text = "before"
      _ = failures { member --> text }
      #expect(try JSONTree(strictly: text) == member.tree, "seed \(seed)")
      count += text.utf8.count
      let list = Member.list([.random(0, &random), .number(2)])
      text = "before"
      _ = failures { list.value --> text }
      if let tree = list.tree {
        #expect(try JSONTree(strictly: text) == tree, "seed \(seed)")
      } else {
        #expect(text == "before", "seed \(seed)")
      }
    }
    #expect(count > 5000)
  }
}
