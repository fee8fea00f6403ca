import Sluice
import SluiceFeed
import SluiceRemote
import TestSupport
import Testing

/// A server of S3 that others wrote. It takes any signature: S3Tests check those.
@Suite(
  "Objects in moto's buckets",
  .enabled(
    if: ObjectServer.pythonWithMoto != nil,
    "moto is not installed: scripts/with-moto --install swift test"
  ))
struct MotoTests {
  @Test("are listed beyond one page, and read")
  func listing() throws {
    let count = Rounds.count(20, long: 1100)
    let keys = S3Tests.strangeKeys.filter { !$0.contains("..") && !$0.contains("*") }
    let server = try ObjectServer(
      ["\(count)"] + keys, program: "moto_server.py", python: ObjectServer.pythonWithMoto)
    let context = context(of: server)
    let many = try RemoteObject.objects(at: SourceAddress("s3://logs/many/*"), context: context)
    #expect(many.count == count)
    let found = try RemoteObject.objects(at: SourceAddress("s3://logs/keys/*"), context: context)
    #expect(Set(found.map(\.name)) == Set(keys.map { "s3://logs/keys/\($0)" }))
    for object in found + many.suffix(3) {
      var feed = try JSONFeed(object, end: nil, options: FeedOptions(), from: .start, stop: nil)
      var records = 0
      try feed.forEach { _ in records += 1 }
      #expect(records == 1, "\(object.name)")
    }
  }

  private func context(of server: ObjectServer) -> RemoteContext {
    let site = server.site
    return RemoteContext {
      [
        "AWS_ENDPOINT_URL_S3": site, "AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "x",
        "AWS_SESSION_TOKEN": "t",
      ][$0]
    }
  }

  /// (RemoteSourceTests has an import that would resume in an object that was replaced.)
  @Test("are read on from a position, and refused when they have changed since they were listed")
  func changed() throws {
    let server = try ObjectServer(
      ["0"], program: "moto_server.py", python: ObjectServer.pythonWithMoto)
    let context = context(of: server)
    let lines = Remote.lines(20_000)
    try server.put("/logs/day", Remote.text(lines))
    let listed = try #require(
      try RemoteObject.objects(at: SourceAddress("s3://logs/d*"), context: context).first)
    let object = try RemoteObject(SourceAddress("s3://logs/day"), context: context)
    var feed = try JSONFeed(object, end: nil, options: FeedOptions(), from: .start, stop: nil)
    var middle: FeedPosition?
    struct Enough: Error {}
    #expect(throws: Enough.self) {
      try feed.forEach {
        guard $0.number < 5000 else { throw Enough() }
        middle = $0.positionAfter
      }
    }
    func rest() throws -> Int {
      let again = try RemoteObject(SourceAddress("s3://logs/day"), context: context)
      var feed = try JSONFeed(
        again, end: nil, options: FeedOptions(), from: try #require(middle), stop: nil)
      var count = 0
      try feed.forEach { _ in count += 1 }
      return count
    }
    #expect(try rest() == lines.count - 4999)
    // As large as before.
    try server.put("/logs/day", Remote.text(lines.reversed()))
    var old = try JSONFeed(listed, end: nil, options: FeedOptions(), from: .start, stop: nil)
    #expect(throws: JSONError.self) { try old.forEach { _ in } }
  }
}
