import SluiceImportTestSupport
import TestSupport
import Testing

/// Progress does not keep secrets in URLs, and yet two URLs that differ in nothing else are two sources.
@Suite("URLs that differ only in a masked parameter")
struct MaskedParameterTests {
  let folder: TemporaryFolder
  let server: ObjectServer

  init() throws {
    folder = try TemporaryFolder()
    server = try ObjectServer([])
  }

  /// The server answers a path with the same object, whatever the parameters are.
  private func put(_ ids: Range<Int>) throws {
    let text = ids.map { "{\"id\":\($0)}\n" }.joined()
    try server.put("/o", Array(text.utf8))
  }

  private func importing(_ parameters: String...) throws -> BuiltTool.Result {
    try BuiltTool.run(
      ["import"] + parameters.map { "\(server.site)/o?\($0)" } + [
        "--into", "a.sqlite", "--table", "t", "--column", "id:int=id", "--rejects", "r.ndjson",
      ], in: folder, environment: TestBucket.environment(port: server.port, in: folder))
  }

  /// The files in the folder that hold a secret.
  private var leaks: [String] {
    folder.names.filter { name in
      String(decoding: (try? folder.bytes(name)) ?? [], as: UTF8.self).contains("geheim")
    }
  }

  private func count() throws -> [String] {
    try TestDatabase(folder["a.sqlite"]).rows("SELECT count(*), count(DISTINCT id) FROM t")
  }

  @Test("shared their progress: 500 of 800 rows")
  func twoKeys() throws {
    try put(0..<500)
    #expect(try importing("key=geheim1").status == 0)
    try put(500..<800)
    let second = try importing("key=geheim2")
    #expect(second.status == 0, "\(second)")
    #expect(try count() == ["800|800"])
    // Each goes on in what is its own.
    try put(0..<501)
    let first = try importing("key=geheim1")
    #expect(first.errors.contains("imported what was appended after byte 5390"), "\(first)")
    try put(500..<803)
    #expect(try importing("key=geheim2").errors.contains("3 rows"))
    #expect(try count() == ["804|803"])
    #expect(leaks.isEmpty)
  }

  @Test("are shown with stars and four letters, which are the same in every run")
  func shown() throws {
    try put(0..<3)
    #expect(try importing("key=geheim1&page=1").status == 0)
    try put(7..<9)
    let messages = try (0..<2).map { _ in try importing("key=geheim1&page=1").errors }
    #expect(
      messages[0].contains(try Regex("/o\\?key=\\*\\*\\*[a-z]{4}&page=1 has changed")),
      "\(messages)")
    #expect(messages[0] == messages[1])
  }

  @Test("are one source under a token that changes, as the text tells, and this is said")
  func otherToken() throws {
    try put(0..<500)
    #expect(try importing("token=geheim1").status == 0)
    try put(0..<510)
    let next = try importing("token=geheim2")
    #expect(next.status == 0 && next.errors.contains("10 rows"), "\(next)")
    #expect(next.errors.contains("same-source: "), "\(next)")
    #expect(try count() == ["510|510"])
    // From now on it is known by this one.
    #expect(try importing("token=geheim2").errors.hasPrefix("nothing new"))
  }

  @Test(
    "were shown if no list had their names",
    arguments: [
      "pass=geheim", "passphrase=geheim", "bearer=geheim", "otp=geheim", "ticket=geheim",
      "assertion=geheim", "hmac=geheim", "sid=geheim", "geheim", "page=1;token=geheim", "q=geheim",
    ])
  func unknownNames(parameter: String) throws {
    try server.put("/o", "{\"id\":1}\n{\"id\":\n")
    let imported = try BuiltTool.run(
      [
        "import", "\(server.site)/o?\(parameter)", "--into", "a.sqlite", "--table", "t", "--column",
        "id:int=id", "--column", "place:source", "--rejects", "r.ndjson", "--summary", "s.json",
        "--metrics", "m.prom",
      ], in: folder, environment: TestBucket.environment(port: server.port, in: folder))
    #expect(imported.status == 1 && folder.lines("r.ndjson").count == 1, "\(imported)")
    #expect(leaks.isEmpty)
    // A server that repeats what it was asked for.
    try server.put("/o", "", script: "{\"status\":404,\"says\":\"no /o?\(parameter)\"}")
    let refused = try importing(parameter)
    #expect(refused.status == 2 && refused.errors.contains("404 Injected: no /o?"), "\(refused)")
    for text in [imported.output, imported.errors, refused.output, refused.errors] {
      #expect(!text.contains("geheim"), "\(text)")
    }
  }

  @Test("are two sources if both texts are the same, unless it may be given out anew")
  func sameText() throws {
    try put(0..<5)
    #expect(try importing("region=eu").status == 0)
    let second = try importing("region=us")
    #expect(second.status == 0 && second.errors.contains("5 rows"), "\(second)")
    #expect(try importing("region=eu").errors.hasPrefix("nothing new"))
    #expect(try count() == ["10|5"])
  }

  @Test("may be sources of one job")
  func oneJob() throws {
    try put(0..<10)
    let both = try importing("key=geheim1", "key=geheim2")
    // The server gives both the same text, and each is read.
    #expect(both.status == 0 && both.errors.contains("20 records: 20 rows"), "\(both)")
    let again = try importing("key=geheim2", "key=geheim1")
    #expect(again.status == 0 && again.errors.contains("nothing new in 2 of 2"), "\(again)")
    #expect(leaks.isEmpty)
  }

  @Test(
    "were asked of the server by what messages show of them",
    arguments: [
      ["import", "URL", "--into", "a.csv", "--column", "id:int=id"],
      ["import", "URL", "--into", "a.csv", "--column", "id:int=id", "--jobs", "2"],
      ["import", "URL", "local.ndjson", "--into", "a.csv", "--column", "id:int=id"],
      ["plan", "URL", "--into", "a.csv", "--column", "id:int=id"],
      ["infer", "URL", "--as", "columns"], ["count", "URL"], ["count", "URL", "local.ndjson"],
      ["count", "URL", "--jobs", "2"], ["select", "URL", "--column", "id:int=id"],
      ["dedupe", "URL", "--key", "id"], ["diff", "URL", "local.ndjson", "--key", "id"],
      ["count", "URL", "--range", "0..100"], ["get", "/id", "URL"], ["check", "URL"],
      ["format", "URL"],
    ])
  func asked(words: [String]) throws {
    let isDocument = ["get", "check", "format"].contains(words[0])
    try put(0..<(isDocument ? 1 : 500))
    try folder.write("{\"id\":1000}\n", to: "local.ndjson")
    let target = "/o?key=geheim1&region=eu"
    let result = try BuiltTool.run(
      words.map { $0 == "URL" ? server.site + target : $0 }, in: folder,
      environment: TestBucket.environment(port: server.port, in: folder))
    #expect([0, words[0] == "diff" ? 1 : 0].contains(result.status), "\(result)")
    #expect(Set(try server.log().map(\.target)) == [target])
  }

  @Test("were asked for a rest by what messages show of them")
  func askedForRest() throws {
    for end in [500, 700] {
      try put(0..<end)
      #expect(try importing("key=geheim1", "sig=geheim2").status == 0)
    }
    #expect(Set(try server.log().map(\.target)) == ["/o?key=geheim1", "/o?sig=geheim2"])
  }
}
