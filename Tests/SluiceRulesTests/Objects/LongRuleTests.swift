import Sluice
import SluiceRules
import Testing

/// Rules as long as those of real models. They also test the compiler, which took minutes for such
/// chains when two forms fitted one closure.
@Suite("Long rules")
struct LongRuleTests {
  final class Item {
    var id: String!
    var index = 0
    var isActive: Bool!
    var balance: String?
    var age: Int?
    var tags: [String] = []
    var latitude = 0.0
  }

  static let chain = ClassRule(Item())
    .expect("_id", StringRule) { $0.id = $1 }
    .expect("index", IntRule) { $0.index = $1 }
    .expect("isActive", BoolRule) { $0.isActive = $1 }
    .optional("balance", StringRule) { $0.balance = $1 }
    .optional("age", IntRule) { $0.age = $1 }
    .expect("tags", ArrayRule(itemRule: StringRule)) { $0.tags = $1 }
    .expect("geo" / "latitude", DoubleRule) { $0.latitude = $1 }
    .optional("balance2", StringRule, ifNotFound: "") { $0.balance = $1 }
    .forceOptional("age2", IntRule) { $0.age = $1 }
    .optional("tags2", ArrayRule(itemRule: StringRule)) { $0.tags += $1 }
    .optional("geo" / "longitude", DoubleRule) { $0.latitude += $1 }
    .optional("balance3", StringRule) { $0.balance = $1 }
    .optional("age3", IntRule) { $0.age = $1 }
    .optional("list" / 0, IntRule) { $0.index += $1 }
    .required("index", IntRule) { $0 >= 0 }

  static let bothWays = ClassRule(Item())
    .expect("_id", StringRule, { $0.id = $1 }) { $0.id }
    .expect("index", IntRule, { $0.index = $1 }) { $0.index }
    .expect("isActive", BoolRule, { $0.isActive = $1 }) { $0.isActive }
    .optional("balance", StringRule, { $0.balance = $1 }) { $0.balance }
    .optional("age", IntRule, { $0.age = $1 }) { $0.age }
    .expect("tags", ArrayRule(itemRule: StringRule), { $0.tags = $1 }) { $0.tags }
    .expect("geo" / "latitude", DoubleRule, { $0.latitude = $1 }) { $0.latitude }
    .forceOptional("age2", IntRule, { $0.age = $1 }) { $0.age }
    .optional("balance2", StringRule, ifNotFound: "-", { $0.balance = $1 }) { $0.balance }
    .expect("_id2", StringRule, { $0.id = $1 }) { $0.id }
    .expect("index2", IntRule, { $0.index = $1 }) { $0.index }

  static let statements = ClassRule(Item()) { rule in
    rule.expect("_id", StringRule, \.id)
    rule.expect("index", IntRule, \.index)
    rule.expect("isActive", BoolRule, \.isActive)
    rule.optional("balance", StringRule, \.balance)
    rule.optional("age", IntRule, \.age)
    rule.expect("tags", ArrayRule(itemRule: StringRule), \.tags)
    rule.expect("geo" / "latitude", DoubleRule, \.latitude)
    rule.optional("balance2", StringRule) { $0.balance }
    rule.forceOptional("age2", IntRule) { $0.age }
  }

  @Test("chains and statements read and write the same")
  func same() throws {
    let text =
      #"{"_id":"a","index":1,"isActive":true,"tags":["x"],"geo":{"latitude":1.5},"balance":"$1"}"#
    let items = [try Self.chain.validated(text), try Self.statements.validated(text)]
    for item in items {
      #expect(item.id == "a" && item.index == 1 && item.isActive && item.age == nil)
      #expect(item.tags == ["x"] && item.latitude == 1.5)
    }
    let written = try Self.bothWays.written(items[1])
    let read = try Self.bothWays.validated(written)
    #expect(read.balance == "$1" && read.index == 1)
    #expect(
      try Self.statements.written(items[1])
        == #"{"_id":"a","index":1,"isActive":true,"tags":["x"],"geo":{"latitude":1.5},"balance":"$1","balance2":"$1","age2":null}"#
    )
  }
}
