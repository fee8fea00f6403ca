import Sluice
import TestSupport
import Testing

@Suite("Removing fields of large objects")
struct ObjectRemovalTests {
  private static func object(_ count: Int) -> JSONObject {
    JSONObject((0..<count).map { (key: "k\($0)", value: JSON($0)) })
  }

  private func check(_ object: JSONObject, _ expected: [(key: String, value: Int)]) {
    #expect(object.count == expected.count && object.isEmpty == expected.isEmpty)
    #expect(object.map(\.key) == expected.map(\.key))
    #expect(object.map(\.value.int) == expected.map(\.value))
    #expect(object.first?.key == expected.first?.key && object.last?.key == expected.last?.key)
    for (position, field) in expected.enumerated() {
      #expect(object.index(forKey: field.key) == position)
      #expect(object[position].key == field.key && object[field.key]?.int == field.value)
    }
    let again = JSONObject(expected.map { (key: $0.key, value: JSON($0.value)) })
    #expect(object == again && object.hashValue == again.hashValue)
    #expect(JSON.object(object).description == JSON.object(again).description)
  }

  @Test("leaves the others where a list of fields has them", arguments: 0..<8 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let first = Int.random(in: 0...300, using: &random)
    var object = Self.object(first)
    var expected = (0..<first).map { (key: "k\($0)", value: $0) }
    for step in 0..<600 {
      let key = "k\(Int.random(in: 0...400, using: &random))"
      let place = expected.firstIndex { $0.key == key }
      switch Int.random(in: 0...9, using: &random) {
      case 0, 1:
        object[key] = JSON(step)
        if let place { expected[place].value = step } else { expected.append((key, step)) }
      case 2 where !expected.isEmpty:
        #expect(object.removeValue(forKey: expected[0].key)?.int == expected.removeFirst().value)
      case 3 where !expected.isEmpty:
        let last = expected.removeLast()
        #expect(object.removeValue(forKey: last.key)?.int == last.value)
      default:
        #expect(object.removeValue(forKey: key)?.int == place.map { expected[$0].value })
        if let place { expected.remove(at: place) }
      }
      if step % 50 == 0 { check(object, expected) }
    }
    check(object, expected)
  }

  @Test("keeps a copy that was made before as it was")
  func copies() {
    let whole = Self.object(100)
    var object = whole
    for number in 10..<60 { object["k\(number)"] = nil }
    let half = object
    for number in 60..<100 { object["k\(number)"] = nil }
    object["new"] = true
    #expect(whole.count == 100 && half.count == 50 && half["k60"] == 60 && half["k10"] == nil)
    #expect(object.keys == (0..<10).map { "k\($0)" } + ["new"])
  }

  @Test("80,000 fields are removed one by one, from both ends, in the middle and all at once")
  func large() {
    let count = 80_000
    let whole = Self.object(count)
    var forward = JSON.object(whole)
    for number in 0..<count - 2 { forward["k\(number)"] = nil }
    #expect(forward == ["k79998": 79_998, "k79999": 79_999])
    var backward = whole
    for number in (1..<count).reversed() { backward.removeValue(forKey: "k\(number)") }
    #expect(backward == ["k0": 0])
    var first = whole
    var sum = 0
    while let field = first.first {
      sum += first.removeValue(forKey: field.key)?.int ?? 0
    }
    #expect(first.isEmpty && sum == count * (count - 1) / 2)
    var even = whole
    for number in 0..<count where number % 2 == 1 { even["k\(number)"] = nil }
    #expect(even.count == count / 2 && even[20_000].value == 40_000)
    even.removeAll { $0.value.int.map { $0 % 4 == 0 } ?? false }
    #expect(even.count == count / 4 && even[1].key == "k6" && even["k4"] == nil)
  }

  @Test("removeAll(where:) removes nothing if its closure throws")
  func throwing() {
    struct Stop: Error {}
    var object = Self.object(30)
    #expect(throws: Stop.self) {
      try object.removeAll { if $0.key == "k20" { throw Stop() } else { return true } }
    }
    #expect(object == Self.object(30))
    object.removeAll { $0.key != "k20" }
    #expect(object == ["k20": 20])
    object.removeAll { _ in true }
    #expect(object.isEmpty && object == [:])
  }
}
