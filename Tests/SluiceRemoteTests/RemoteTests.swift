import Foundation
import Sluice
import SluiceFeed
import SluiceRemote
import TestSupport
import Testing

@Suite("Objects on servers", .enabled(if: ObjectServer.python != nil, "python3 is not installed"))
struct RemoteTests {
  private let lines = Remote.lines(20_000)

  @Test("are read as files are, on one thread and on several", arguments: [1, 3])
  func plain(threads: Int) throws {
    let remote = try Remote()
    try remote.server.put("/logs/a.ndjson", Remote.text(lines))
    let options = FeedOptions(parallel: threads)
    #expect(try remote.records(remote.object("/logs/a.ndjson"), options) == lines)
    #expect(try remote.server.log().map(\.target) == ["/logs/a.ndjson"])
  }

  @Test("are sources by their URLs alone, which positions and rejects name")
  func byURL() throws {
    let remote = try Remote()
    try remote.server.put("/a", "{\"a\":1}\n{bad\n{\"a\":2}\n")
    let url = remote.server.site + "/a"
    let delivered = try Delivered(.url(url))
    #expect(delivered.items.map(\.isGood) == [true, false, true])
    #expect(delivered.position.version?.isEmpty == false)
    #expect(delivered.items.allSatisfy { $0.after.version == delivered.position.version })
    var feed = try JSONFeed(.url(url))
    #expect(feed.name == url)
    var messages: [String] = []
    try feed.forEach { _ in
    } rejected: {
      messages.append($0.description)
    }
    #expect(messages.count == 1 && messages[0].hasPrefix("\(url):2: "))
  }

  @Test("are decompressed by their first bytes, whatever their names are")
  func compressed() throws {
    let remote = try Remote()
    let folder = try TemporaryFolder()
    try folder.write(Remote.text(lines), to: "a")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/gzip")
    process.arguments = [folder["a"]]
    try process.run()
    process.waitUntilExit()
    try remote.server.put("/logs", folder.bytes("a.gz"))
    #expect(try remote.records(remote.object("/logs")) == lines)
  }

  @Test("of no bytes have no records")
  func empty() throws {
    let remote = try Remote()
    try remote.server.put("/empty", "")
    #expect(try remote.records(remote.object("/empty")) == [])
    let object = try remote.object("/empty")
    try object.inspect()
    #expect(object.size == 0)
  }

  @Test("come in order as one feed together with files, and are received ahead")
  func several() throws {
    let remote = try Remote()
    let folder = try TemporaryFolder()
    var sources: [FeedSource] = []
    for i in 0..<9 {
      if i == 4 {
        sources.append(.file(try folder.write("{\"n\":\(i)}\n", to: "4")))
      } else {
        try remote.server.put("/\(i)", "{\"n\":\(i)}\n")
        sources.append(.url("\(remote.server.site)/\(i)"))
      }
    }
    let delivered = try Delivered(.several(sources))
    #expect(delivered.good == (0..<9).map { "{\"n\":\($0)}" })
    #expect(delivered.items.map(\.after.file) == sources.map { ByteName($0.name) })
    // From a position in the middle, in that version.
    let rest = try Delivered(.several(sources), from: delivered.items[6].after)
    #expect(rest.good == ["{\"n\":7}", "{\"n\":8}"])
    try remote.server.put("/6", "{\"n\":7}\n{\"n\":8}\n")
    #expect(throws: JSONError.self) {
      try Delivered(.several(sources), from: delivered.items[6].after)
    }
  }

  @Test("are read from a position by a request of the rest")
  func position() throws {
    let remote = try Remote()
    let text = Remote.text(lines)
    try remote.server.put("/a", text)
    let object = try remote.object("/a")
    var feed = try JSONFeed(object, end: nil, options: FeedOptions(), from: .start, stop: nil)
    var after: FeedPosition?
    try feed.forEach { if $0.number == 19_000 { after = $0.positionAfter } }
    let start = try #require(after)
    _ = try remote.server.log()
    #expect(try remote.records(remote.object("/a"), from: start) == Array(lines[19_000...]))
    #expect(try remote.server.log().contains { $0.headers["range"] == "bytes=\(start.offset)-" })
  }

  @Test("are divided by ranges, of which each line is in one", arguments: [2, 7])
  func ranges(count: Int) throws {
    let remote = try Remote()
    let text = Remote.text(lines)
    try remote.server.put("/a", text)
    var all: [String] = []
    for range in FeedRange.dividing(Int64(text.utf8.count), into: count) {
      var options = FeedOptions()
      options.range = range
      all += try remote.records(remote.object("/a"), options)
    }
    #expect(all == lines)
  }

  @Test("tell apart what a URL shows and what is secret in it")
  func names() throws {
    let table = [
      ("https://user:geheim@host.example:443/a b?n=1#f", "https://host.example/a%20b?n=1"),
      ("http://h/a?X-Amz-Signature=geheim&X-Amz-Date=1&page=2", "http://h/a?page=2"),
      ("http://h/a?api_key=geheim&n=1", "http://h/a?api_key=***&n=1"),
      ("http://h?Authorization=geheim", "http://h/?Authorization=***"),
      ("http://h/a?pass=geheim&region=geheim", "http://h/a?pass=***&region=***"),
      ("http://h/a?geheim", "http://h/a?***"), ("http://h/a?geheim=", "http://h/a?***"),
      ("http://h/a?%70age=3&p%61ss=geheim", "http://h/a?%70age=3&p%61ss=***"),
      ("http://h/a?page=3;token=geheim", "http://h/a?page=***"),
      ("http://h/a;jsessionid=geheim/b;c", "http://h/a;jsessionid=***/b;c"),
      // Parameters of a signature are left out where there is one.
      ("http://h/a?sv=2024&se=2027&sig=geheim&page=3", "http://h/a?page=3"),
      ("http://h/a?policy_id=geheim&expires=geheim", "http://h/a?policy_id=***&expires=***"),
      ("http://h/a?prefix=x/y&versionId=1", "http://h/a?prefix=x/y&versionId=1"),
      ("s3://bucket/a=b+c d%/é?", "s3://bucket/a=b+c d%/é?"),
    ]
    for (url, name) in table {
      #expect(SourceAddress(url).description == name)
      #expect(FeedSource.url(url).name == name)
      #expect(SourceAddress(url).hasSecrets == url.contains("geheim"))
      var printed = "\(FeedSource.url(url))"
      dump(FeedSource.url(url), to: &printed)
      #expect(!printed.contains("geheim"), "\(printed)")
    }
    for bad in [
      "http://", "http:///a", "http://h:0/", "http://h:x/", "http://u:geheim@/a", "http://a b/",
      "http://h/\u{0}", "s3://", "s3://b", "s3://b/", "s3:///k", "s3://B!/k", "ftp://h/",
    ] {
      do {
        _ = try RemoteObject(SourceAddress(bad))
        Issue.record("\(bad) is no URL")
      } catch {
        #expect(error.code == .io)
        #expect(!"\(error)".contains("geheim"))
      }
    }
  }
}
