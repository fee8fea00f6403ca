import Sluice
import SluiceFeed
import TestSupport
import Testing

/// A server of S3 that others wrote. It takes any signature: S3Tests check those.
@Suite(
  "Objects in moto's buckets",
  .enabled(
    if: ObjectServer.pythonWithMoto != nil,
    "moto is not installed: pip install 'moto[server,s3]', and SLUICE_PYTHON names that Python"))
struct MotoTests {
  @Test("are listed beyond one page, and read")
  func listing() throws {
    let count = Rounds.count(20, long: 1100)
    let keys = S3Tests.strangeKeys.filter { !$0.contains("..") && !$0.contains("*") }
    let server = try ObjectServer(
      ["\(count)"] + keys, program: "moto_server.py", python: ObjectServer.pythonWithMoto)
    let context = RemoteContext {
      [
        "AWS_ENDPOINT_URL_S3": server.site, "AWS_ACCESS_KEY_ID": "x",
        "AWS_SECRET_ACCESS_KEY": "x",
      ][$0]
    }
    let many = try RemoteObject.objects(at: "s3://logs/many/*", context: context)
    #expect(many.count == count)
    let found = try RemoteObject.objects(at: "s3://logs/keys/*", context: context)
    #expect(Set(found.map(\.name)) == Set(keys.map { "s3://logs/keys/\($0)" }))
    for object in found + many.suffix(3) {
      var feed = try JSONFeed(object, end: nil, options: FeedOptions(), from: .start, stop: nil)
      var records = 0
      try feed.forEach { _ in records += 1 }
      #expect(records == 1, "\(object.name)")
    }
  }
}
