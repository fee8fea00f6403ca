import Foundation
import Sluice
import SluiceFeed
import SluiceRemote
import TestSupport
import Testing

/// Logs on web servers, to which something is appended between any two requests.
@Suite(
  "Objects that grow", .enabled(if: ObjectServer.python != nil, "python3 is not installed"))
struct GrowingObjectTests {
  private let remote: Remote
  private let lines = Remote.lines(6000)

  init() throws { remote = try Remote() }

  /// Puts a log that is in its next state at each request. `steps`: what else is to happen, by the number of the
  /// request.
  private func put(_ sizes: [Int], _ steps: [String], _ states: [[String]]? = nil) throws {
    let states = states ?? sizes.map { Array(lines.prefix($0)) }
    let script = steps.enumerated().map { i, step in
      "{\"state\":\(min(i, states.count - 1))\(step.isEmpty ? "" : "," + step)}"
    }
    try remote.server.put(
      "/a", states: states.map { Remote.text($0) }, script: "[\(script.joined(separator: ","))]")
  }

  /// An object whose first bytes were asked for, as a job does.
  private func examined() throws -> RemoteObject {
    let object = try remote.object("/a")
    try object.inspect()
    return object
  }

  /// What servers give.
  static let validators = ["", "\"etag\":\"W/\\\"1\\\"\"", "\"plain\":true"]

  @Test(
    "could not be read at all: between two requests, another state had come", arguments: validators)
  func between(validator: String) throws {
    try put([2000, 3000], [validator, validator])
    #expect(try remote.records(examined()) == Array(lines.prefix(3000)))
  }

  @Test("go on after a break with what the new state has more, after all was compared")
  func brokenOff() throws {
    try put([2000, 3000, 4000], ["", "\"cut\":100050", ""])
    #expect(try remote.records(examined()) == Array(lines.prefix(4000)))
    let requests = try remote.server.log()
    #expect(requests.map { $0.headers["range"] } == ["bytes=0-1023", nil, "bytes=100050-"])
    #expect(requests.map { $0.headers["if-range"] != nil } == [false, false, true])
  }

  @Test("are asked for as a whole where a server answers a range of another state")
  func ignoredCondition() throws {
    let ignores = "\"ignore_match\":true"
    try put([2000, 3000, 4000, 5000], ["", "\"cut\":100050", ignores, ignores])
    #expect(try remote.records(examined()) == Array(lines.prefix(5000)))
    let requests = try remote.server.log()
    #expect(requests.map { $0.headers["range"] } == ["bytes=0-1023", nil, "bytes=100050-", nil])
  }

  @Test(
    "go on from a place far from their start, whatever comes between two requests",
    arguments: ["", "\"ignore_match\":true"])
  func resumed(ignores: String) throws {
    try put([5500, 5600, 5700, 5800, 5900], Array(repeating: ignores, count: 8))
    let object = try examined()
    let offset = Int64(Remote.text(Array(lines.prefix(5400))).utf8.count)
    #expect(offset > 256 << 10)
    _ = try object.bytes(at: offset - 1024, count: 1024)
    let start = FeedPosition(offset: offset, line: 5400, recordNumber: 5400)
    let records = try remote.records(object, from: start)
    #expect(records.count > 300 && records == Array(lines[5400..<(5400 + records.count)]))
    let ranges = try remote.server.log().map { $0.headers["range"] }
    #expect(ranges.contains("bytes=\(offset)-"), "\(ranges)")
    // Another log with the same beginning, which is longer, is not taken for it.
    var other = lines
    other[5399] = other[5399].replacing("xxx", with: "yyy")
    try put([], ["", "", "", ""], [Array(lines.prefix(5500)), Array(lines.prefix(5500)), other])
    let rewritten = try examined()
    _ = try rewritten.bytes(at: offset - 1024, count: 1024)
    let error = try #require(throws: JSONError.self) {
      try remote.records(rewritten, from: start)
    }
    #expect("\(error)".contains("changed while it was read"), "\(error)")
  }

  @Test("are refused when what was read is not what the new state begins with")
  func rewritten() throws {
    var other = lines
    other[1000] = other[1000].replacing("xxx", with: "yyy")
    let states = [Array(lines.prefix(2000)), Array(lines.prefix(2000)), Array(other.prefix(4000))]
    for ignores in ["", "\"ignore_match\":true"] {
      try put([], ["", "\"cut\":100050", ignores, ignores], states)
      let object = try examined()
      let error = try #require(throws: JSONError.self) { try remote.records(object) }
      #expect("\(error)".contains("changed while it was read"), "\(error)")
    }
    // Nor when it has become shorter.
    try put([2000, 3000, 2500], ["", "\"cut\":100050", ""])
    let object = try examined()
    let error = try #require(throws: JSONError.self) { try remote.records(object) }
    #expect("\(error)".contains("changed while it was read"), "\(error)")
  }

  @Test("are refused when their first bytes are others than those that were examined")
  func otherHead() throws {
    try put([], ["", ""], [Array(lines.prefix(100)), Array(lines.dropFirst().prefix(200))])
    let object = try examined()
    let error = try #require(throws: JSONError.self) { try remote.records(object) }
    #expect("\(error)".contains("its bytes from"), "\(error)")
  }

  @Test("are not read by several at once in several states")
  func severalReaders() throws {
    try put([2000, 2000, 3000], ["", "", ""])
    let object = try examined()
    #expect(try remote.records(object) == Array(lines.prefix(2000)))
    // What the first one gave out is not compared with what a second one would.
    let error = try #require(throws: JSONError.self) { try remote.records(object) }
    #expect("\(error)".contains("changed while it was read"), "\(error)")
  }
}
