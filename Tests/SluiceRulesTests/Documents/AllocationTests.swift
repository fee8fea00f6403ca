import Foundation
import TestSupport
import Testing

/// Runs the counting program: see Tests/Allocations.
@Suite("What rules allocate")
struct AllocationTests {
  struct Counted {
    let allocations: Int
    let bytes: Int
    let large: Int
  }

  /// Returns the counts by name, and the size of the document; nil where counting is not available.
  private func counted() throws -> (size: Int, counts: [String: Counted])? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: try BuiltProgram.path("CountAllocations"))
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    if lines == ["not counted here"] { return nil }
    var counts: [String: Counted] = [:]
    var size = 0
    for line in lines {
      let words = line.split(separator: " ")
      if words.count == 2 { size = try #require(Int(words[1])) }
      guard words.count > 3 else { continue }
      let numbers = words.suffix(3).compactMap { Int($0) }
      try #require(numbers.count == 3)
      counts[words.dropLast(3).joined(separator: " ")] = Counted(
        allocations: numbers[0], bytes: numbers[1], large: numbers[2])
    }
    return (size, counts)
  }

  @Test("binding one integer of 10 MB allocates nothing that grows with the document")
  func nothingProportional() throws {
    guard let (size, counts) = try counted() else {
      print("skipped: allocations are not counted here")
      return
    }
    #expect(size > 10 << 20)
    // The first run allocates the reader's index, and for `Data` one copy of the bytes; later runs
    // nothing.
    let index = try #require(counts["padded, first"])
    #expect(index.large <= 2 && index.bytes < 5 * size + 1 << 20, "\(index)")
    let again = try #require(counts["padded, again"])
    #expect(again.large == 0 && again.bytes < 4096, "\(again)")
    let copy = try #require(counts["data, first"])
    #expect(copy.large <= 2 && copy.bytes < 2 * size, "\(copy)")
    let copyAgain = try #require(counts["data, again"])
    #expect(copyAgain.large == 0 && copyAgain.bytes < 4096, "\(copyAgain)")
  }

  @Test("a struct made through a ref costs one allocation, and a MakeRule none")
  func perObject() throws {
    guard let (_, counts) = try counted() else {
      print("skipped: allocations are not counted here")
      return
    }
    let structs = try #require(counts["structs"])
    #expect(structs.allocations >= 1000 && structs.allocations < 1100, "\(structs)")
    let made = try #require(counts["made"])
    #expect(made.allocations < 100, "\(made)")
  }
}
