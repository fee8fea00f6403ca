import Foundation
import Sluice
import SluiceFeed
import SluiceRemote
import TestSupport
import Testing

/// Objects that change while they are read, under validators that do not tell.
@Suite(
  "States of an object on a server",
  .enabled(if: ObjectServer.python != nil, "python3 is not installed"))
struct RemoteStateTests {
  private let remote: Remote
  private let old = RemoteStateTests.lines("old", 2000)
  private let new = RemoteStateTests.lines("new", 2000)

  init() throws { remote = try Remote() }

  /// Lines of one length in every state.
  static func lines(_ state: String, _ count: Int) -> [String] {
    (0..<count).map {
      "{\"id\":\(100_000 + $0),\"state\":\"\(state)\",\"more\":\"\(String(repeating: "x", count: 40))\"}"
    }
  }

  /// What servers give beside a strong ETag.
  static let validators = [
    "\"etag\":\"W/\\\"1\\\"\"", "\"etag\":\"without-quotes\"", "\"plain\":true",
    "\"modified\":\"Sat, 31 Jan 2026 12:00:00 GMT\"", "\"plain\":true,\"chunked\":true",
    "\"etag\":\"W/\\\"1\\\"\",\"chunked\":true,\"full\":true",
  ]

  private func put(_ script: String, _ path: String = "/a") throws {
    try remote.server.put(
      path, states: [Remote.text(old), Remote.text(new)], script: script)
  }

  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "no error"
    } catch {
      return "\(error)"
    }
  }

  @Test("were spliced at byte 100,050 without a strong ETag", arguments: validators)
  func spliced(validator: String) throws {
    try put("[{\(validator),\"state\":0,\"cut\":100050},{\(validator),\"state\":1},{}]")
    let text = remote.message("/a")
    #expect(text.contains("changed while it was read"), "\(text)")
    // The same state goes on, whether the server answers the range or all.
    for full in ["", ",\"full\":true"] {
      try put("[{\(validator),\"state\":1,\"cut\":100050},{\(validator),\"state\":1\(full)}]")
      #expect(try remote.records(remote.object("/a")) == new)
    }
  }

  @Test("were spliced when the later one was shorter or longer", arguments: validators)
  func otherSizes(validator: String) throws {
    let first = "{\(validator),\"state\":0,\"cut\":100050}"
    for count in [1000, 3000] {
      let text = Remote.text(Array(RemoteStateTests.lines("old", 3000).prefix(count)))
      try remote.server.put(
        "/a", states: [Remote.text(old), text], script: "[\(first),{\(validator),\"state\":1}]")
      let message = remote.message("/a")
      // Without a length, a longer one is the same up to the break, and is read as a whole.
      let isRead = count == 3000 && validator.contains("chunked")
      #expect(
        isRead ? message == "no error: 3000 records" : message.contains("it was read"),
        "\(validator), \(count): \(message)")
    }
  }

  @Test("were joined when the second response named no ETag any more")
  func missingETag() throws {
    try put("[{\"state\":0,\"cut\":100050},{\"state\":0,\"plain\":true}]")
    #expect(remote.message("/a").contains("the server names none now"))
  }

  @Test("were told apart by nothing when the first bytes were asked for before")
  func head() throws {
    for validator in RemoteStateTests.validators {
      try put("[{\(validator),\"state\":0},{\(validator),\"state\":1}]")
      let object = try remote.object("/a")
      try object.inspect()
      let text = message { _ = try remote.records(object) }
      #expect(text.contains("its bytes from 0 on are others than before"), "\(validator): \(text)")
    }
  }

  @Test("were mixed by a range of bytes that began with another response")
  func range() throws {
    var options = FeedOptions()
    options.range = FeedRange("100000..120000")
    let width = old[0].utf8.count + 1
    let inRange = (100_000 + width - 1) / width..<(120_000 + width - 1) / width
    for validator in RemoteStateTests.validators {
      try put("[{\(validator),\"state\":0},{\(validator),\"state\":1}]")
      #expect(try remote.records(remote.object("/a"), options) == Array(old[inRange]))
      #expect(try remote.server.log().count == 1)
    }
  }

  @Test("were joined where a feed resumed in the middle")
  func resumed() throws {
    for validator in RemoteStateTests.validators + ["\"state\":0"] {
      try put("{\(validator)}")
      let url = remote.server.site + "/a"
      let middle = try Delivered(.url(url)).items[999].after
      try put("{\(validator)}")
      let text = message { _ = try Delivered(.url(url), from: middle) }
      #expect(text.contains("can't be told") == (validator != "\"state\":0"), "\(text)")
      try put("{\(validator),\"state\":1}")
      let replaced = message { _ = try Delivered(.url(url), from: middle) }
      #expect(replaced != "no error", "\(validator)")
    }
  }

  @Test("were mixed in a compressed object whose second half was another's")
  func compressed() throws {
    let packed = [old, new].map { Remote.gzip($0) }
    for validator in RemoteStateTests.validators {
      try remote.server.put(
        "/a", packed[0],
        script: "[{\(validator),\"state\":0,\"cut\":5000},{\(validator),\"state\":1}]",
        states: packed)
      let text = remote.message("/a")
      #expect(text.contains("it was read"), "\(validator): \(text)")
      try remote.server.put(
        "/a", packed[0],
        script: "[{\(validator),\"state\":0,\"cut\":5000},{\(validator),\"state\":0}]",
        states: packed)
      #expect(try remote.records(remote.object("/a")) == old)
    }
  }

  @Test("were mixed in one of several objects of a feed")
  func several() throws {
    let weak = RemoteStateTests.validators[0]
    try put("[{\(weak),\"state\":0}]", "/a")
    try put("[{\(weak),\"state\":0,\"cut\":100050},{\(weak),\"state\":1}]", "/b")
    let sources = ["/a", "/b"].map { FeedSource.url(remote.server.site + $0) }
    let text = message { _ = try Delivered(.several(sources)) }
    #expect(text.contains("/b") && text.contains("changed while it was read"), "\(text)")
  }

  // Lengths and ranges.

  @Test("of a longer one that came without a length were cut at the known one")
  func longer() throws {
    for etag in ["\"1\"", "W/\"1\""] {
      let etag = "\"etag\":\"\(etag.replacing("\"", with: "\\\""))\""
      let more = old + RemoteStateTests.lines("more", 10)
      try remote.server.put(
        "/a", states: [Remote.text(old), Remote.text(more)],
        script: "[{\(etag),\"state\":0},{\(etag),\"state\":1,\"chunked\":true,\"full\":true}]")
      let object = try remote.object("/a")
      try object.inspect()
      let text = message { _ = try remote.records(object) }
      #expect(text.contains("sends more than"), "\(text)")
    }
  }

  @Test("were taken from a range that was not the asked one")
  func ranges() throws {
    let size = Remote.text(old).utf8.count
    for range in [
      "bytes 99999-\(size - 1)/\(size)", "bytes 100051-\(size - 1)/\(size)",
      "bytes 100050-100049/\(size)", "bytes 100050-\(size)/\(size)",
      "bytes 100050-\(size - 1)/\(size + 1)", "bytes 100050-\(size - 1)/\(size - 1)",
      "bytes 100050-\(size - 2)/\(size)", "bytes 0-\(size - 1)/\(size)", "bytes */\(size)",
      "bytes -100050-\(size - 1)/\(size)", "bytes 100050-+\(size - 1)/\(size)", "lines 5-6/7",
      "bytes 100050-\(size - 1)/9223372036854775807",
      "bytes 100050-9223372036854775806/9223372036854775807",
      "bytes 100050-9223372036854775806/*", "bytes 100050-99999999999999999999/*",
    ] {
      try put("[{\"cut\":100050},{\"range\":\"\(range)\"},{}]")
      let text = remote.message("/a")
      #expect(!text.hasPrefix("no error"), "\(range)")
    }
    // More than was asked for.
    try put("[{\"range\":\"bytes 0-9999/\(size)\"}]")
    #expect(throws: JSONError.self) { try remote.object("/a").bytes(at: 0, count: 1000) }
  }

  @Test("came in parts that were shorter than asked for, and were taken as all")
  func partsOfRanges() throws {
    try put("[{\"cut\":100050},{\"most\":20000},{\"most\":30000},{}]")
    #expect(try remote.records(remote.object("/a")) == old)
    try put("[{\"cut\":100050},{\"most\":20000,\"total\":\"*\"},{}]")
    #expect(try remote.records(remote.object("/a")) == old)
    // The total is not known, and nothing tells that the next part belongs to it.
    try put("[{\"most\":20000,\"total\":\"*\",\"plain\":true}]")
    let text = message { _ = try remote.object("/a").bytes(at: 10, count: 30_000) }
    #expect(text.contains("whether more follow can't be told"), "\(text)")
  }

  @Test(
    "of lengths that no object has were begun",
    arguments: [
      ["9223372036854775807"], ["9223372036854775808"], ["99999999999999999999999"], ["-1"],
      ["+5"], ["0x10"], ["9007199254740993"], ["100", "200"], ["100, 200"], [""],
    ])
  func lengths(lengths: [String]) throws {
    let list = lengths.map { "\"\($0)\"" }.joined(separator: ",")
    try put("{\"full\":true,\"lengths\":[\(list)]}")
    let object = try remote.object("/a", remote.context(attempts: 2))
    #expect(throws: JSONError.self) { try object.inspect() }
    #expect(object.size == nil)
    let text = remote.message("/a", remote.context(attempts: 2))
    #expect(!text.hasPrefix("no error"), "\(text)")
  }

  @Test("that announced a length and sent chunks were cut at that length")
  func bothLengths() throws {
    try put("{\"full\":true,\"both\":true}")
    let text = remote.message("/a", remote.context(attempts: 2))
    #expect(text.contains("contradict each other"), "\(text)")
  }

  // Content codings.

  @Test(
    "in a content coding that was not asked for became rejects",
    arguments: ["br", "deflate", "compress", "BR", "gzip, br", "gzip, gzip", "x-unknown"])
  func codings(coding: String) throws {
    try put("{\"encoding\":\"\(coding)\"}")
    let text = remote.message("/a")
    #expect(
      text.contains("content coding \(coding.lowercased()), which was not asked for"), "\(text)")
    #expect(try remote.server.log().allSatisfy { $0.headers["accept-encoding"] == "identity" })
  }

  @Test("that are stored compressed, under a content coding that says so, are read")
  func stored() throws {
    let packed = Remote.gzip(old)
    for coding in ["gzip", "x-gzip", "identity", "identity, gzip"] {
      try remote.server.put("/a", packed, script: "{\"encoding\":\"\(coding)\"}")
      #expect(try remote.records(remote.object("/a")) == old)
    }
  }
}
