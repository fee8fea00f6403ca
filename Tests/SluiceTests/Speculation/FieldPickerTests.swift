import ConformanceSuite
import Foundation
import Sluice
import SluiceFeed
import TestSupport
import Testing

private typealias Field = AdversarialObjects.Field

/// The result for an object: the offset of each field's value, or nil if it is missing; or the error.
private enum Found: Equatable {
  case fields([Int?])
  case fault(JSONError.Code, Int)
}

private typealias Names = CaseIterable & RawRepresentable

private func scanned<Field: Names>(_ object: JSONCursor, for _: Field.Type) -> Found
where Field.RawValue == String {
  do throws(JSONError) {
    var found: [Int?] = []
    for field in Field.allCases { found.append(try object[ifPresent: field.rawValue]?.offset) }
    return .fields(found)
  } catch {
    return .fault(error.code, error.offset)
  }
}

private func picked<Field: Names>(
  _ object: JSONCursor, by picker: inout FieldPicker<Field>
) -> Found where Field.RawValue == String {
  do throws(JSONError) {
    let fields = try picker.pick(from: object)
    var found: [Int?] = []
    for field in Field.allCases { found.append(fields[ifPresent: field]?.offset) }
    return .fields(found)
  } catch {
    return .fault(error.code, error.offset)
  }
}

@Suite("Picking fields")
struct FieldPickerTests {
  static let records =
    Int(ProcessInfo.processInfo.environment["SLUICE_SPECULATION_RECORDS"] ?? "")
    ?? Rounds.count(20_000, long: 100_000)
  static let seed =
    UInt64(ProcessInfo.processInfo.environment["SLUICE_SEED"] ?? "") ?? .random(in: 1...999_999)

  @Test(
    "finds the same as a plain search in adversarial objects",
    arguments: [DuplicateKeys.firstWins, .lastWins, .reject])
  func adversarial(policy: DuplicateKeys) throws {
    try compare(FieldPicker<Field>(), policy)
  }

  @Test(
    "finds the same as a plain search of short names in any order",
    arguments: [DuplicateKeys.firstWins, .lastWins, .reject], [true, false])
  func short(policy: DuplicateKeys, remembersShapes: Bool) throws {
    try compare(
      FieldPicker<AdversarialObjects.ShortField>(remembersShapes: remembersShapes), policy,
      isShuffled: true)
  }

  private func compare<Field: Names>(
    _ picker: consuming FieldPicker<Field>, _ policy: DuplicateKeys, isShuffled: Bool = false
  ) throws where Field.RawValue == String {
    print("FieldPickerTests \(policy): seed \(FieldPickerTests.seed)")
    var picker = picker
    var objects = AdversarialObjects(
      seed: FieldPickerTests.seed &+ UInt64(policy.rawValue), isShuffled: isShuffled)
    var (differing, faults, compared) = (0, 0, 0)
    while compared < FieldPickerTests.records / 3 {
      // Feeds of a thousand records each: shapes are remembered only in feeds.
      let lines = (0..<1000).map { _ in objects.next() + "\n" }.joined()
      compared += 1000
      var feed = try JSONFeed(
        .bytes(Array(lines.utf8), name: "adversarial"), options: FeedOptions(duplicateKeys: policy))
      try feed.forEach { record in
        let expected = scanned(record.cursor, for: Field.self)
        let found = picked(record.cursor, by: &picker)
        if case .fault = expected { faults += 1 }
        if found != expected {
          differing += 1
          let text = String(decoding: record.rawBytes, as: UTF8.self)
          if differing <= 3 { Issue.record("\(text): \(found), not \(expected)") }
        }
      } rejected: { _ in
      }
    }
    #expect(differing == 0)
    // Some are damaged, most are not: both kinds were tested.
    #expect(faults > compared / 1000 && faults < compared / 2)
  }

  @Test("forgets its shapes under another policy for duplicate keys")
  func policies() throws {
    var picker = FieldPicker<Field>()
    let text = #"{"user":1,"level":2,"status":0,"a longer name than others":0,"user":3}"#
    for _ in 0..<4 {
      for (policy, expected) in [(DuplicateKeys.firstWins, 1), (.lastWins, 3)] {
        var reader = JSONReader(options: JSONOptions(duplicateKeys: policy))
        for _ in 0..<3 {
          let user = try reader.withDocument(text) { try picker.pick(from: $0)[.user].int }
          #expect(user == expected)
        }
      }
      var reader = JSONReader(options: JSONOptions(duplicateKeys: .reject))
      let error = #expect(throws: JSONError.self) {
        try reader.withDocument(text) { _ = try picker.pick(from: $0)[.user].int }
      }
      #expect(error?.code == .duplicateKey)
    }
  }

  @Test("picks from an inner object like from the root")
  func nested() throws {
    var picker = FieldPicker<Field>()
    var reader = JSONReader()
    for number in 0..<20 {
      let text = #"[{"user":\#(number),"level":"x"},{"user":{"user":7}},{"level":\#(number)}]"#
      let found = try reader.withDocument(text) { root in
        let first = try picker.pick(from: root[0])[.user].int
        let second = try picker.pick(from: root[1])[.user]["user"].int
        let third = try picker.pick(from: root[2])[ifPresent: .user]?.offset
        return [first, second, third, try picker.pick(from: root[2])[.level].int]
      }
      #expect(found == [number, 7, nil, number])
    }
  }

  @Test("throws an error with the name of a missing field, or gives nil")
  func missing() throws {
    var picker = FieldPicker<Field>()
    var reader = JSONReader()
    for _ in 0..<3 {
      let error = #expect(throws: JSONError.self) {
        try reader.withDocument(#"{"level":1}"#) { _ = try picker.pick(from: $0)[.message] }
      }
      #expect(error?.code == .missingField)
      #expect(error?.description.contains("a longer name than others") == true)
    }
    let error = #expect(throws: JSONError.self) {
      try reader.withDocument("[1]") { _ = try picker.pick(from: $0)[.user] }
    }
    #expect(error?.code == .typeMismatch)
  }

  @Test("finds fields of objects whose keys are too long, or that are too large, for a shape")
  func large() throws {
    enum Wanted: String, CaseIterable { case last }
    var picker = FieldPicker<Wanted>()
    var reader = JSONReader()
    let many = (0..<500).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    let long = String(repeating: "k", count: 5000)
    for number in 0..<20 {
      for before in [many, #""\#(long)":1"#, #""\#(long.prefix(47))":1"#] {
        let text = #"{\#(before),"last":\#(number)}"#
        let found = try reader.withDocument(text) { try picker.pick(from: $0)[.last].int }
        #expect(found == number)
      }
    }
  }
}
