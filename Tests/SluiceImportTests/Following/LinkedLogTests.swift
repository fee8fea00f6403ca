import Foundation
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Logs whose path is a link, as on every node of Kubernetes.
@Suite("A followed link to a log")
struct LinkedLogTests {
  let bench: LogBench
  init() throws { bench = try LogBench() }

  private func folder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: bench.folder[name], withIntermediateDirectories: true)
  }

  private func link(_ name: String, to target: String) throws {
    unsafe unlink(bench.folder[name])
    try #require(unsafe symlink(target, bench.folder[name]) == 0)
  }

  @Test(
    "goes on in the files that were rotated next to its target", arguments: [1, 2], [false, true])
  func rotatedBesideTarget(times: Int, isAlive: Bool) throws {
    try folder("containers")
    try folder("pods/x")
    try bench.write(0, to: "pods/x/0.log")
    try link("containers/app.log", to: "../pods/x/0.log")
    bench.log = bench.folder["containers/app.log"]
    let rotate: () throws -> Void = {
      for time in 1...times {
        try bench.move("pods/x/0.log", "pods/x/0.log.20260131-12100\(time)")
        try bench.write(time, to: "pods/x/0.log")
      }
    }
    let last = times * 10 + 10
    if isAlive {
      try bench.follow(until: last) { number in if number == 5 { try rotate() } }
    } else {
      try bench.follow(until: 10)
      try bench.append([], to: "pods/x/0.log")
      try rotate()
      try bench.follow(until: last)
    }
    #expect(try bench.ids() == Array(1...last))
    #expect(bench.notes.isEmpty)
  }

  @Test(
    "goes on when it leads to the next file, and reads those between",
    arguments: [
      ["app-20260101.log", "app-20260102.log", "app-20260103.log"], ["0.log", "1.log", "2.log"],
      ["a/0.log", "a/1.log", "a/2.log"],
      ["a/0.log-1769774400", "a/0.log-1769860800", "a/0.log-1769947200"],
      ["0.log.20260131-121000", "0.log.20260131-121001", "0.log.20260201-000000"],
    ], [false, true])
  func repointed(targets: [String], isAlive: Bool) throws {
    try folder("a")
    try bench.write(0, to: targets[0])
    try link("current", to: targets[0])
    bench.log = bench.folder["current"]
    let change: () throws -> Void = {
      try bench.append([11, 12], to: targets[0])
      try bench.append([13, 14], to: targets[1])
      try bench.append([15, 16], to: targets[2])
      try link("current", to: targets[2])
    }
    if isAlive {
      try bench.follow(until: 16) { number in if number == 5 { try change() } }
    } else {
      try bench.follow(until: 10)
      try change()
      try bench.follow(until: 16)
    }
    #expect(try bench.ids() == Array(1...16))
    #expect(bench.notes.filter { $0.kind.isLoss }.isEmpty)
  }

  @Test("says that a target between two others is missing")
  func missingTarget() throws {
    try bench.write(0, to: "0.log")
    try link("current", to: "0.log")
    bench.log = bench.folder["current"]
    try bench.follow(until: 10)
    try bench.write(1, to: "2.log")
    try link("current", to: "2.log")
    try bench.follow(until: 20)
    #expect(try bench.ids() == Array(1...20))
    #expect(bench.notes.filter { $0.kind.isLoss }.map(\.kind) == [.possibleLoss])
    #expect(bench.notes.last?.message.contains("no file has the number 1") == true)
  }

  @Test("goes on when a link to its folder leads to another folder")
  func folderLink() throws {
    try folder("one")
    try folder("two")
    try bench.write(0, to: "one/app.log")
    try link("logs", to: "one")
    bench.log = bench.folder["logs/app.log"]
    try bench.follow(until: 10)
    try bench.append([11, 12], to: "one/app.log")
    try bench.write(2, to: "two/app.log")
    try link("logs", to: "two")
    try bench.follow(until: 30)
    let ids = try bench.ids()
    #expect(ids == Array(1...12) + Array(21...30), "\(ids) \(bench.notes)")
    #expect(bench.notes.filter { $0.kind.isLoss }.isEmpty)
  }

  @Test(
    "in a circle, and a folder or a pipe at the path, are described errors",
    .timeLimit(.minutes(10))
  )
  func unusable() throws {
    try link("a", to: "b")
    try link("b", to: "a")
    try folder("d")
    try #require(unsafe mkfifo(bench.folder["f"], 0o600) == 0)
    for (name, reason) in [("a", "links"), ("d", "not a file"), ("f", "not a file")] {
      bench.log = bench.folder[name]
      let error = importError { try bench.follow(until: 1) }
      #expect(error?.kind == .source)
      #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }
  }

  @Test("names a file whose name is no UTF-8, so that it can be renamed")
  func illegibleName() throws {
    try bench.append(1...3)
    try bench.follow(until: 3)
    try bench.append(4)
    let name = bench.folder["saved"].utf8CString.dropLast() + [CChar(bitPattern: 0xFF), 0]
    try #require(
      unsafe name.withUnsafeBufferPointer { unsafe rename(bench.log, $0.baseAddress) } == 0)
    try bench.append(5)
    let error = importError { try bench.follow(until: 5) }
    #expect(error?.kind == .changedSource)
    #expect(error?.message.contains("saved\u{FFFD} now, which is no UTF-8") == true)
    // As the message says.
    try #require(
      unsafe name.withUnsafeBufferPointer { unsafe rename($0.baseAddress, bench.folder["saved"]) }
        == 0)
    try bench.follow(until: 5)
    #expect(try bench.ids() == [1, 2, 3, 4, 5])
  }
}
