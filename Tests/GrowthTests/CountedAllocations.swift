import Foundation
import TestSupport

/// The allocator that counts (Tests/Allocations/Counter), preloaded into another process of these tests: there, it
/// counts what every thread asks for.
enum CountedAllocations {
  struct Count: Codable {
    var allocations: UInt64 = 0
    var bytes: UInt64 = 0
  }

  /// What a row's work asked for at its size, and at four times that.
  struct Growth: Codable {
    let row: String
    let size: Int
    let small: Count
    let large: Count

    var tableRow: String {
      "| \(row) | \(size) | \(small.allocations) | \(large.allocations) | \(small.bytes) | \(large.bytes) |"
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The variable that has the file to which the other process writes its counts.
  static let variable = "SLUICE_GROWTH_COUNTS"

  /// Whether this process is the one that counts.
  static var areCounted: Bool { ProcessInfo.processInfo.environment[variable] != nil }

  /// Why nothing can be counted here; nil where it can.
  static var reason: String? {
    #if canImport(Glibc)
      ProcessInfo.processInfo.environment["SLUICE_SANITIZER"].map {
        "the \($0) sanitizer counts itself"
      }
    #else
      "only glibc's allocator is counted"
    #endif
  }

  /// Counts the rows in another process.
  static func ofRows() throws -> [Growth] {
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Allocations/Counter/counter.c")
    let library = try PreloadedLibrary.compile(source, name: "counter").get()
    defer { try? FileManager.default.removeItem(atPath: library) }
    let folder = FileManager.default.temporaryDirectory
    let counts = folder.appending(path: "sluice-growth-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: counts) }

    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [
      "--testing-library", "swift-testing", "--filter", "GrowthTests.CountedAllocationTests/count",
    ]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "LD_PRELOAD": library, variable: counts.path(percentEncoded: false),
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "the process that counts ended with \(process.terminationStatus)")
    }
    return try JSONDecoder().decode([Growth].self, from: Data(contentsOf: counts))
  }

  /// What a row's work asks for when it is done again: what is made once for each type is there by then.
  static func growth(of row: GrowthRow) throws -> Growth {
    func count(_ size: Int) throws -> Count {
      let work = try row.work(size)
      try work()
      try begin()
      let result = Result { try work() }
      let count = try end()
      try result.get()
      return count
    }
    return Growth(
      row: row.name, size: row.size, small: try count(row.size),
      large: try count(row.size * GrowthRow.factor))
  }

  private static func function(_ name: String) throws -> UnsafeMutableRawPointer {
    guard let function = unsafe dlsym(nil, name) else {
      throw Failure(description: "the counting allocator has no function \(name)")
    }
    return unsafe function
  }

  private static func begin() throws {
    typealias Begin = @convention(c) () -> Void
    unsafe unsafeBitCast(try function("counter_begin"), to: Begin.self)()
  }

  private static func end() throws -> Count {
    typealias End = @convention(c) (UnsafeMutablePointer<UInt64>) -> Void
    var counted: [UInt64] = [0, 0, 0]
    unsafe unsafeBitCast(try function("counter_read"), to: End.self)(&counted)
    return Count(allocations: counted[0], bytes: counted[1])
  }
}
