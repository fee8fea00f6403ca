import Foundation
import Sluice
import SluiceFeed
import SluiceRemote
import TestSupport
import Testing

/// Headers with secrets for web servers, from a file or the environment.
@Suite(
  "Headers of requests", .enabled(if: ObjectServer.python != nil, "python3 is not installed"))
struct RequestHeaderTests {
  private let remote: Remote
  private let folder: TemporaryFolder
  private let lines = Remote.lines(10)

  init() throws {
    remote = try Remote()
    folder = try TemporaryFolder()
  }

  private func with(file: String? = nil, text: String? = nil) throws -> Remote {
    var remote = remote
    if let file {
      try folder.write(file, to: "headers")
      unsafe chmod(folder["headers"], 0o600)
      remote.variables["SLUICE_HTTP_HEADERS_FILE"] = folder["headers"]
    }
    remote.variables["SLUICE_HTTP_HEADERS"] = text
    return remote
  }

  /// The values of a header in the requests since the last time.
  private func sent(_ name: String, to server: ObjectServer) throws -> Set<String?> {
    Set(try server.log().map { $0.headers[name] })
  }

  @Test("are sent to the server that their line names, from a file and from the environment")
  func sent() throws {
    try remote.server.put("/a", Remote.text(lines))
    let site = remote.server.site
    let both = try with(
      file: "# feeds\n\n\(site) Authorization: Bearer geheim\nhttp://other.example X-Key: geheim\n",
      text: "\(site)/ X-Api-Key:  geheim 2 ")
    #expect(try both.records(both.object("/a")) == lines)
    let requests = try remote.server.log()
    #expect(requests.count == 1)
    #expect(requests[0].headers["authorization"] == "Bearer geheim")
    #expect(requests[0].headers["x-api-key"] == "geheim 2")
    #expect(requests[0].headers["x-key"] == nil)
  }

  @Test("of a file are read for each request: a token may be renewed")
  func renewed() throws {
    try remote.server.put("/a", Remote.text(lines))
    let one = try with(file: "\(remote.server.site) Authorization: Bearer 1\n")
    let context = one.context()
    #expect(try one.records(one.object("/a", context)) == lines)
    try folder.write("\(remote.server.site) Authorization: Bearer 2\n", to: "headers")
    #expect(try one.records(one.object("/a", context)) == lines)
    #expect(
      try remote.server.log().map { $0.headers["authorization"] } == ["Bearer 1", "Bearer 2"])
  }

  @Test("never reach another host or port, nor one to which the server redirects")
  func otherHosts() throws {
    let other = try ObjectServer()
    try other.put("/b", Remote.text(lines))
    try remote.server.put("/a", "", script: "{\"redirect\":\"\(other.site)/b\"}")
    try remote.server.put("/c", "", script: "{\"redirect\":\"/d\"}")
    try remote.server.put("/d", Remote.text(lines))
    let with = try with(
      file: "\(remote.server.site) Authorization: Bearer geheim\n\(other.site) X-Key: geheim\n")
    #expect(try with.records(with.object("/a")) == lines)
    #expect(try sent("authorization", to: remote.server) == ["Bearer geheim"])
    // Not even its own: who redirects does not choose who gets which secret.
    let redirected = try other.log()
    #expect(redirected.count == 1)
    #expect(redirected[0].headers["authorization"] == nil && redirected[0].headers["x-key"] == nil)
    // On the same server they stay.
    #expect(try with.records(with.object("/c")) == lines)
    #expect(try sent("authorization", to: remote.server) == ["Bearer geheim"])
  }

  @Test("that are missing are named after a 401, with the file and the server; no message has them")
  func refused() throws {
    let site = remote.server.site
    try remote.server.put("/a", "", script: "{\"status\":401,\"says\":\"who is geheim-1?\"}")
    #expect(
      remote.message("/a").contains(
        "; a token is sent if a line of the file that SLUICE_HTTP_HEADERS_FILE names is: \(site)"
          + " Authorization: Bearer TOKEN"))
    let wrong = try with(file: "\(site) Authorization: Bearer geheim-1\n")
    let text = wrong.message("/a")
    #expect(
      text.contains(
        "401 Injected: who is ***?; Authorization of \(folder["headers"]) was sent, and no longer counts"
      ),
      "\(text)")
    #expect(!text.contains("geheim"))
  }

  @Test(
    "that are not a server and a header are refused, without their text",
    arguments: [
      ("geheim", "there is one word"), ("Authorization: Bearer geheim", "address of a server"),
      ("SITE/path A: geheim", "it has a login, a path or a query"),
      ("http://me:geheim@h A: geheim", "it has a login"),
      ("SITE geheim", "no colon"), ("SITE : geheim", "the name"), ("SITE a b: geheim", "the name"),
      ("SITE A:", "no value"), ("SITE A: geheim\u{1}", "control characters"),
      ("SITE range: bytes=geheim", "the header range, which Sluice sets itself"),
    ])
  func invalid(line: String, reason: String) throws {
    try remote.server.put("/a", Remote.text(lines))
    let bad = try with(
      file: "# one\n" + line.replacing("SITE", with: remote.server.site) + "\n")
    let text = bad.message("/a")
    #expect(text.contains(reason) && text.contains("in line 2"), "\(text)")
    #expect(text.contains("SLUICE") || text.contains(folder["headers"]), "\(text)")
    #expect(!text.contains("geheim"), "\(text)")
    #expect(try remote.server.log().isEmpty)
  }

  @Test("and a login are too much, a file that is missing is an error, and an exposed one is noted")
  func conflicts() throws {
    try remote.server.put("/a", Remote.text(lines))
    var both = try with(file: "\(remote.server.site) authorization: Bearer geheim\n")
    let login = "http://me:geheim@127.0.0.1:\(remote.server.port)/a"
    let text =
      "\(try error { try both.records(RemoteObject(SourceAddress(login), context: both.context())) })"
    #expect(text.contains("remove one of them") && !text.contains("geheim"), "\(text)")
    unsafe chmod(folder["headers"], 0o644)
    let context = both.context()
    #expect(try both.records(both.object("/a", context)) == lines)
    #expect(context.notes.all.map(\.kind) == ["exposed-secret"])
    both.variables["SLUICE_HTTP_HEADERS_FILE"] = folder["none"]
    #expect(both.message("/a").contains("none"))
  }

  private func error(_ body: () throws -> some Any) throws -> any Error {
    try #require(throws: (any Error).self) { _ = try body() }
  }
}
