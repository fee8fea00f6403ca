import Foundation
import Sluice
import SluiceFeed
import SluiceRemote
import TestSupport
import Testing

/// A server that does everything that servers do wrong.
@Suite(
  "Servers that fail", .enabled(if: ObjectServer.python != nil, "python3 is not installed"))
struct RemoteFaultTests {
  private let remote: Remote
  private let lines = Remote.lines(5000)
  private let text: String

  init() throws {
    remote = try Remote()
    text = Remote.text(lines)
  }

  @Test(
    "lose and double nothing when they recover",
    arguments: [
      "[{\"status\":500},{\"status\":503},{}]",
      "[{\"status\":429,\"retry_after\":1},{}]",
      "[{\"cut\":0},{\"cut\":1},{\"cut\":70000},{}]",
      "[{\"cut\":100000,\"reset\":true},{\"cut\":1000,\"reset\":true},{}]",
      "[{\"cut\":5000},{\"full\":true}]",
      "[{\"cut\":5000},{\"full\":true,\"cut\":9000},{\"full\":true}]",
      "[{\"chunked\":true}]",
      "[{\"chunked\":true,\"cut\":60000},{}]",
      "[{\"chunked\":true,\"cut\":60000},{\"chunked\":true,\"full\":true}]",
      "[{\"plain\":true,\"cut\":60000},{\"plain\":true}]",
      "[{\"cut\":60000},{\"status\":500},{\"cut\":1},{\"status\":502},{}]",
    ])
  func recovering(script: String) throws {
    try remote.server.put("/a", text, script: script)
    #expect(try remote.records(remote.object("/a")) == lines)
  }

  @Test("are left when they are silent, and asked for the rest")
  func silence() throws {
    try remote.server.put("/a", text, script: "[{\"silent\":5000},{}]")
    let context = remote.context(patience: 0.2)
    #expect(try remote.records(remote.object("/a", context)) == lines)
  }

  @Test("are given up after some attempts without progress, with what they said last")
  func giveUp() throws {
    try remote.server.put("/a", text, script: "{\"status\":503}")
    let message = remote.message("/a", remote.context(attempts: 3))
    #expect(message.contains("503 Injected: as the script says"))
    #expect(message.contains("3 attempts"))
    #expect(try remote.server.log().count == 3)
    // A size that never comes.
    try remote.server.put("/b", text, script: "{\"length\":\(text.utf8.count + 10)}")
    let short = remote.message("/b", remote.context(attempts: 3))
    #expect(short.contains("bytes, and has \(text.utf8.count) now"), "\(short)")
  }

  @Test("that refused one object gave its connection to two readers at once")
  func sharedTransfers() throws {
    for _ in 0..<Rounds.count(3, long: 20) {
      #expect(remote.message("/none").contains("404"))
      let names = (0..<3).map { "/\($0)" }
      for name in names { try remote.server.put(name, text.replacing("xx", with: name)) }
      let delivered = try Delivered(.several(names.map { .url(remote.server.site + $0) }))
      #expect(delivered.items.count == 3 * lines.count)
      for (i, name) in names.enumerated() {
        let own = delivered.good[i * lines.count..<(i + 1) * lines.count]
        #expect(own.allSatisfy { $0.contains(name) })
      }
    }
  }

  @Test("are asked once when the fault is the request's", arguments: [400, 401, 403, 404, 410])
  func refusals(status: Int) throws {
    try remote.server.put("/a", text, script: "{\"status\":\(status)}")
    let message = remote.message("/a")
    #expect(message.contains("\(status)") && message.contains("127.0.0.1"), "\(message)")
    #expect(try remote.server.log().count == 1)
  }

  @Test("are not waited for longer than is bearable")
  func retryAfter() throws {
    try remote.server.put("/a", text, script: "[{\"status\":429,\"retry_after\":3000},{}]")
    #expect(remote.message("/a").contains("in 3000 s"))
    #expect(try remote.server.log().count == 1)
  }

  @Test(
    "that change an object in the middle are found out",
    arguments: [
      "[{\"cut\":5000},{\"etag\":\"\\\"other\\\"\"}]",
      "[{\"cut\":5000},{\"etag\":\"\\\"other\\\"\",\"ignore_match\":true}]",
      // Two ETags that look alike: é as one scalar and as two.
      #"[{"cut":5000,"etag":"\"\u00c3\u00a9\""},{"etag":"\"e\u00cc\u0081\"","ignore_match":true}]"#,
      "[{\"cut\":5000},{\"total\":99999999}]",
      "[{\"plain\":true,\"cut\":5000},{\"plain\":true,\"length\":99999999}]",
      "[{\"cut\":5000},{\"full\":true,\"etag\":\"\\\"other\\\"\",\"ignore_match\":true}]",
    ])
  func changes(script: String) throws {
    try remote.server.put("/a", text, script: script)
    let message = remote.message("/a")
    #expect(message.contains("changed while it was read"), "\(message)")
  }

  @Test("that tell neither size, time nor ETag are asked for all again, and can't cut for ever")
  func anonymous() throws {
    let cut = "{\"plain\":true,\"chunked\":true,\"cut\":50000}"
    try remote.server.put("/a", text, script: "[\(cut),\(cut),{}]")
    #expect(try remote.records(remote.object("/a")) == lines)
    #expect(try remote.server.log().allSatisfy { $0.headers["range"] == nil })
    try remote.server.put("/a", text, script: cut)
    let message = remote.message("/a", remote.context(attempts: 3))
    #expect(message.contains("so that each attempt begins anew"), "\(message)")
    #expect(try remote.server.log().count == 3)
  }

  @Test("may redirect, and the other host sees no password")
  func redirections() throws {
    let other = try ObjectServer()
    try other.put("/b", text)
    try remote.server.put("/a", text, script: "{\"redirect\":\"\(other.site)/b\"}")
    let url = "http://me:geheim@127.0.0.1:\(remote.server.port)/a"
    let object = try RemoteObject(SourceAddress(url), context: remote.context())
    #expect(try remote.records(object) == lines)
    #expect(object.name == "http://127.0.0.1:\(remote.server.port)/a")
    let first = try remote.server.log()
    #expect(first.map { $0.headers["authorization"] != nil } == [true])
    let second = try other.log()
    #expect(second.count == 1 && second[0].headers["authorization"] == nil)
    #expect(second.allSatisfy { $0.headers["cookie"] == nil })
    // To the same site the password belongs.
    try remote.server.put("/c", text, script: "{\"redirect\":\"/d\",\"code\":307}")
    try remote.server.put("/d", text)
    let same = try RemoteObject(
      SourceAddress("http://me:geheim@127.0.0.1:\(remote.server.port)/c"), context: remote.context()
    )
    #expect(try remote.records(same) == lines)
    #expect(try remote.server.log().allSatisfy { $0.headers["authorization"] != nil })
  }

  @Test(
    "may not redirect for ever, or to other schemes",
    arguments: [
      ("/a", "redirects more than 10 times"), ("file:///etc/passwd", "not an http or https URL"),
      ("ftp://127.0.0.1/x", "not an http or https URL"),
    ])
  func badRedirections(target: String, reason: String) throws {
    try remote.server.put("/a", text, script: "{\"redirect\":\"\(target)\"}")
    #expect(remote.message("/a").contains(reason), "\(remote.message("/a"))")
  }

  @Test("that send without end are stopped")
  func endless() throws {
    try remote.server.put("/a", text, script: "{\"endless\":true}")
    let stop = FeedStop()
    var feed = try JSONFeed(
      remote.object("/a"), end: nil, options: FeedOptions(), from: .start, stop: stop)
    var count = 0
    try feed.forEach { _ in
      count += 1
      if count == 12_345 { stop.stop() }
    }
    #expect(count >= 12_345)
  }

  @Test("that say nothing are left by a stop at once", arguments: [0, 5000])
  func stopped(silentAfter: Int) throws {
    try remote.server.put("/a", text, script: "{\"silent\":\(silentAfter)}")
    let stop = FeedStop()
    let context = remote.context(patience: 3600)
    let object = try remote.object("/a", context)
    let thread = Thread {
      // Once the request has come, the feed waits.
      while (try? remote.server.log().isEmpty) != false { usleep(1000) }
      stop.stop()
    }
    thread.start()
    let records = try remote.records(object, stop: stop)
    #expect(records.count < 100 || silentAfter > 0)
  }

  @Test("that are not there are named, and their passwords are not")
  func unreachable() throws {
    let port: Int
    do { port = try ObjectServer().port }
    let url = "http://me:geheim@127.0.0.1:\(port)/a?token=geheim"
    let object = try RemoteObject(SourceAddress(url), context: remote.context(attempts: 2))
    do {
      _ = try remote.records(object)
      Issue.record("nobody is there")
    } catch {
      #expect("\(error)".contains("127.0.0.1:\(port)"))
      #expect(!"\(error)".contains("geheim"))
    }
  }

  @Test("fail with the same error again")
  func again() throws {
    try remote.server.put("/a", text, script: "{\"status\":404}")
    var feed = try JSONFeed(
      remote.object("/a"), end: nil, options: FeedOptions(), from: .start, stop: nil)
    #expect(throws: JSONError.self) { try feed.forEach { _ in } }
    #expect(throws: JSONError.self) { try feed.forEach { _ in } }
    #expect(try remote.server.log().count == 1)
  }
}
