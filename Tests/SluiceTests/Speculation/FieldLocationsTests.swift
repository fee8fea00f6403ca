import Sluice
import SluiceFeed
import Testing

private let paths = [
  ["level"], ["user"], ["user", "level"], ["status"], ["wrap", "user"], ["wrap", "user", "level"],
]

/// The offset of the value at a path by plain look-ups; nil if something on the way is missing or is not an object.
private func offset(
  of path: ArraySlice<String>, in object: JSONCursor
) throws(JSONError) -> Int? {
  guard let step = path.first else { return object.offset }
  guard object.position.byte == UInt8(ascii: "{"), let value = try object[ifPresent: step] else {
    return nil
  }
  return try offset(of: path.dropFirst(), in: value)
}

@Suite("Finding the values at paths")
struct FieldLocationsTests {
  /// The offsets found in each line; nil for a line that takes the slow path. Records an issue if plain look-ups find
  /// something else.
  private func find(_ lines: String, _ policy: DuplicateKeys? = nil) throws -> [[Int?]?] {
    var places: [Int] = []
    let table = FieldTable(
      paths.map { FieldPath($0.map { .key($0) }) }, takingNull: Set(paths.indices),
      locations: &places)
    let locations = FieldLocations(table)
    var all: [[Int?]?] = []
    var differing = 0
    var feed = try JSONFeed(
      .bytes(Array(lines.utf8), name: "lines"), options: FeedOptions(duplicateKeys: policy))
    try feed.forEach { record in
      let root = record.cursor.position
      guard let found = unsafe locations.find(in: root) else { return all.append(nil) }
      let offsets = places.map {
        unsafe found[$0] == .max ? nil : root.at(found[$0]).offset - root.offset
      }
      let expected = try paths.map { try offset(of: $0[...], in: record.cursor) }
      if offsets != expected {
        differing += 1
        let text = String(decoding: record.rawBytes, as: UTF8.self)
        if differing <= 3 { Issue.record("\(text): \(offsets), not \(expected)") }
      }
      all.append(offsets)
    } rejected: { _ in
    }
    #expect(differing == 0)
    return all
  }

  @Test(
    "finds the same as plain look-ups in adversarial objects",
    arguments: DuplicateKeys.allCases)
  func adversarial(policy: DuplicateKeys) throws {
    print("FieldLocationsTests: seed \(FieldPickerTests.seed)")
    var objects = AdversarialObjects(seed: FieldPickerTests.seed)
    var (found, careful) = (0, 0)
    for _ in 0..<30 {
      let all = try find((0..<1000).map { _ in objects.next() + "\n" }.joined(), policy)
      careful += all.count { $0 == nil }
      found += all.count { $0 != nil }
    }
    // Most are found at once; some have duplicates, faults, or a scalar on the way.
    #expect(found > careful && careful > 0)
  }

  @Test("treats a null on a path as missing")
  func nullOnTheWay() throws {
    let sound = #"{"level":1,"user":{"level":2},"status":3,"wrap":{"user":{"level":4}}}"#
    let lines = [
      sound, #"{"level":1,"user":null,"status":3,"wrap":{"user":null}}"#, sound,
      #"{"level":1,"user":null,"status":3,"wrap":null}"#,
      #"{"level":1,"user":null,"status":3,"wrap":{"user":null}}"#, sound,
    ]
    let found = try find(lines.map { $0 + "\n" }.joined())
    #expect(
      found.map { $0?.map { $0 != nil } } == [
        [true, true, true, true, true, true], [true, true, false, true, true, false],
        [true, true, true, true, true, true], [true, true, false, true, false, false],
        [true, true, false, true, true, false], [true, true, true, true, true, true],
      ])
  }

  @Test(
    "records that are not objects, or have a scalar or an array on the way, take the slow path",
    arguments: ["[1]", "7", #"{"user":5,"level":1}"#, #"{"user":[1],"level":1}"#])
  func careful(line: String) throws {
    let sound = #"{"user":{"level":1}}"# + "\n"
    let found = try find(sound + line + "\n" + sound + line + "\n")
    #expect(found.map { $0 == nil } == [false, true, false, true])
  }
}
