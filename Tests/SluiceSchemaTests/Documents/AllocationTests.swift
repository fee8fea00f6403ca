import Foundation
import TestSupport
import Testing

/// Runs the counting program: see Tests/Allocations.
@Suite("What schemas allocate")
struct SchemaAllocationTests {
  struct Counted {
    let allocations: Int
    let bytes: Int
    let large: Int
  }

  /// Returns the counts by name; nil where counting is not available.
  private func counted() throws -> [String: Counted]? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: try BuiltProgram.path("CountSchemaAllocations"))
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    if lines == ["not counted here"] { return nil }
    var counts: [String: Counted] = [:]
    for line in lines {
      let words = line.split(separator: " ")
      guard words.count > 3 else { continue }
      let numbers = words.suffix(3).compactMap { Int($0) }
      try #require(numbers.count == 3)
      counts[words.dropLast(3).joined(separator: " ")] = Counted(
        allocations: numbers[0], bytes: numbers[1], large: numbers[2])
    }
    return counts
  }

  @Test(
    "one integer of 10 MB allocates nothing that grows; errors and objects allocate in proportion")
  func proportions() throws {
    guard let counts = try counted() else {
      print("skipped: allocations are not counted here")
      return
    }
    for name in ["typed", "decodeObject", "entity", "cursor"] {
      let count = try #require(counts[name])
      #expect(count.large == 0 && count.bytes < 16 << 10, "\(name): \(count)")
    }
    func pair(_ name: String) throws -> (Counted, Counted) {
      (try #require(counts["\(name) 1000"]), try #require(counts["\(name) 10000"]))
    }
    // Structs of two integers: a growing array, and nothing for each struct.
    let (typed, moreTyped) = try pair("typed")
    #expect(typed.allocations < 60 && moreTyped.allocations < 60, "\(typed) \(moreTyped)")
    // An entity is one allocation; unoptimised builds make two more.
    let (entities, moreEntities) = try pair("entities")
    #expect(entities.allocations < 3_100 && moreEntities.allocations < 30_100)
    // Ten times the errors cost ten times as much, not a hundred times.
    for name in ["typed errors", "entity errors"] {
      let (few, many) = try pair(name)
      let allocations = Double(many.allocations) / Double(few.allocations)
      #expect((9...11).contains(allocations), "\(name): \(few) \(many)")
      #expect(many.bytes < 15 * few.bytes, "\(name): \(few) \(many)")
    }
  }
}
