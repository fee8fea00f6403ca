import ConformanceSuite
import Sluice
import TestSupport
import Testing

/// A plan whose fields take what tells most about a walk: containers and parts of them, nulls, fallbacks, numbers.
private struct Plan {
  let plan: FieldPlan
  let count: Int

  init() {
    let keys: [(path: [FieldPath.Step], other: [FieldPath.Step]?, takesNull: Bool)] = [
      ([.key("level")], nil, false), ([.key("level")], nil, true),
      ([.key("user")], [.key("level"), .key("user")], false),
      ([.key("level"), .key("level")], nil, false), ([.key("status"), .name("1")], nil, true),
      ([.key("")], [.key("exactly8")], true), ([.key("a longer name than others")], nil, false),
      ([.key("host"), .index(0), .key("user")], [.key("lever")], false),
    ]
    var layout = FieldLayout()
    var fields = keys.map { key in
      unsafe PlanField(
        FieldPath(key.path), else: key.other.map { FieldPath($0) }, of: String.self, in: &layout,
        takesNull: key.takesNull, absent: nil
      ) { cursor in String(decoding: try cursor.rawBytes, as: UTF8.self) }
    }
    // Refuses most values.
    fields.append(
      unsafe PlanField(FieldPath([.key("status")]), of: Int.self, in: &layout, absent: nil) {
        try $0.int
      })
    plan = FieldPlan(fields, layout)
    count = fields.count
  }

  /// What the plan reads of a record: texts, missing or null, and the error.
  func reads(_ text: String, with reader: inout JSONReader) -> [String] {
    var found: [String] = []
    do {
      try reader.withDocument(text) { root in
        let frame = try FieldFrame(plan, of: root.position)
        defer { frame.end() }
        try frame.readAll(restart: { found = [] }) { frame, field, token in
          guard token != FieldFrame.absent else {
            return found.append("\(field): \(frame.isNull(field) ? "null" : "missing")")
          }
          try frame.read(field, at: token)
          guard field < count - 1, let slot = unsafe frame.claim(field) else { return }
          let text = unsafe slot.assumingMemoryBound(to: String.self).move()
          found.append("\(field): \(text)")
        }
      }
    } catch { found.append("\(error)") }
    return found
  }
}

@Suite("The shapes that a plan remembers")
struct PlanShapesTests {
  private static let policies: [DuplicateKeys?] = [nil, .firstWins, .lastWins, .reject]

  @Test("change nothing in what it reads", arguments: policies, [false, true])
  func agreement(policy: DuplicateKeys?, isShuffled: Bool) {
    let plan = Plan()
    for _ in 0..<Rounds.count(6, long: 60) {
      let seed = UInt64.random(in: 0 ... .max)
      var objects = AdversarialObjects(seed: seed, isShuffled: isShuffled)
      var reader = JSONReader(options: JSONOptions(duplicateKeys: policy))
      for number in 0..<600 {
        let text = objects.next()
        var fresh = JSONReader(options: JSONOptions(duplicateKeys: policy))
        let known = plan.reads(text, with: &fresh)
        let found = plan.reads(text, with: &reader)
        guard known == found else {
          Issue.record("seed \(seed), object \(number): \(text)\n\(found)\ninstead of \(known)")
          return
        }
      }
    }
  }

  @Test("are those of one plan: another one's records, and other readers, don't get them")
  func plans() {
    let texts = [#"{"level":1,"user":2}"#, #"{"user":3,"level":null}"#]
    let plans = [Plan(), Plan()]
    var reader = JSONReader()
    for number in 0..<300 {
      // 100 of one, 100 of the other, then in turns.
      let plan = plans[number < 200 ? number / 100 : number % 2]
      var fresh = JSONReader()
      let text = texts[number / 7 % 2]
      #expect(plan.reads(text, with: &reader) == plan.reads(text, with: &fresh))
      if number % 90 == 0 { reader.releaseMemory() }
    }
  }

  @Test(
    "count as memory of the reader, from the 33rd record on, where stage 1 gives kinds of tokens")
  func memory() throws {
    let (plan, text) = (Plan(), #"{"level":1,"user":2}"#)
    var reader = JSONReader()
    let hasKinds = try reader.withDocument(text) { unsafe $0.position.index.pointee.kinds != nil }
    let before = reader.memory
    for number in 1...40 {
      _ = plan.reads(text, with: &reader)
      #expect((reader.memory > before) == (hasKinds && number >= 32))
    }
  }
}
