import Sluice
import SluiceRules
import Testing

protocol Shape: Sendable { var area: Double { get } }

struct Circle: Shape, Equatable {
  var radius = 0.0
  var area: Double { 3 * radius * radius }
}

struct Square: Shape, Equatable {
  var side = 0.0
  var area: Double { side * side }
}

struct Blob: Shape, Equatable {
  var area = 0.0
}

@Suite("Family rules")
struct FamilyRuleTests {
  static let circle = StructRule(ref(Circle())).expect("radius", DoubleRule, \.radius)
  static let square = StructRule(ref(Square())).expect("side", DoubleRule, \.side)
  static let shapes = FamilyRule<any Shape>(discriminator: "type")
    .member("circle", circle) { $0 }
    .member("square", square) { $0 }

  @Test("the discriminator selects an object's rule, and is written first")
  func members() throws {
    let rule = ArrayRule(itemRule: Self.shapes)
    let text = #"[{"type":"circle","radius":1},{"type":"square","side":2}]"#
    let read = try rule.validated(text)
    #expect(read.map(\.area) == [3, 4])
    #expect(try rule.written(read) == text)
    #expect(try rule.validate(rule.dump(read)).map(\.area) == [3, 4])
    #expect(
      try Self.shapes.validated(#"{"side": 3, "type": "circle", "type": "square"}"#).area == 9)
  }

  @Test("an unknown or missing discriminator is an error")
  func unknown() throws {
    let unknown = try Self.shapes.refusal(of: #"{"type": "blob"}"#)
    #expect(
      unknown.description
        == "Unable to validate family Shape. Unexpected member found: \"blob\".")
    #expect(
      unknown.summary
        == #"expected a member of Shape: "circle", "square" at $.type, found string "blob" (byte 9)"#
    )
    let missing = try Self.shapes.refusal(of: #"{"typ": "blob"}"#)
    #expect(
      missing.description
        == #"Unable to validate an object as Shape. Discriminator "type" not found in struct."#
    )
    #expect(missing.path == "$.type")
    #expect(
      missing.summary
        == #"expected a member of Shape: "circle", "square" at $.type, found nothing (byte 0)"#)
    let mixed = FamilyRule<any Shape>(discriminator: "type")
      .member(1, Self.circle) { $0 }.member(true, Self.square) { $0 }
      .member(2.5, Self.square) { $0 }
    #expect(
      try mixed.refusal(of: #"{"type": 7}"#).summary.hasPrefix(
        "expected a member of Shape: 1, true, 2.5 at $.type"))
    #expect(
      try Self.shapes.refusal(of: "1").description
        == "Value of unexpected type found: \"1\". Expected dictionary Shape.")
    let dump = try #require(throws: RuleError.self) { try Self.shapes.dump(Blob(area: 1)) }
    #expect(dump.description.hasPrefix("Unable to dump family Shape. Unexpected member given"))
  }

  @Test("a rule for all others reads unknown members")
  func otherwise() throws {
    let blob = StructRule(ref(Blob())).optional("area", DoubleRule, \.area)
    let rule = FamilyRule<any Shape>(discriminator: "type")
      .member("circle", Self.circle) { $0 }
      .otherwise(blob) { $0 }
    #expect(try rule.validated(#"{"type": "blob", "area": 5}"#).area == 5)
    #expect(try rule.validated("{}").area == 0)
    #expect(try rule.written(Blob(area: 5)) == #"{"area":5}"#)
  }

  enum Event: Equatable {
    case opened(String)
    case closed(Int)
  }

  @Test("cases of an enum are selected by numbers at a path")
  func cases() throws {
    let opened = StructRule(ref("")).expect("data" / "name", StringRule, { $0.value = $1 }) { $0 }
    let closed = StructRule(ref(0)).expect("data" / "code", IntRule, { $0.value = $1 }) { $0 }
    let rule = FamilyRule<Event>(discriminator: "data" / "kind")
      .member(1, opened, { .opened($0) }) { if case .opened(let name) = $0 { name } else { nil } }
      .member(2, closed, { .closed($0) }) { if case .closed(let code) = $0 { code } else { nil } }
    #expect(try rule.validated(#"{"data": {"kind": 1, "name": "a"}}"#) == .opened("a"))
    #expect(try rule.validated(#"{"data": {"code": 7, "kind": 2.0}}"#) == .closed(7))
    #expect(try rule.written(.closed(7)) == #"{"data":{"kind":2,"code":7}}"#)
    #expect(try rule.refusal(of: #"{"data": {"kind": 2}}"#).path == "$.data.code")
  }

  @Test("a member's own rule can write the discriminator")
  func ownDiscriminator() throws {
    let rule = FamilyRule<Int>(discriminator: "k").member(
      "x",
      StructRule(ref(0)).expect("n", IntRule, { $0.value = $1 }) { $0 }
        .expect("k", StringRule) { _ in "x" })
    #expect(try rule.written(4) == #"{"n":4,"k":"x"}"#)
    let scalar = FamilyRule<Int>(discriminator: "k").member("x", IntRule)
    #expect(throws: RuleError.self) { try scalar.dump(1) }
  }
}
