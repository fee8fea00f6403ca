import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Commands on servers", .enabled(if: ObjectServer.python != nil, "python3 is not installed"))
struct RemoteSourceTests {
  private let folder: TemporaryFolder
  private let bucket: TestBucket

  init() throws {
    folder = try TemporaryFolder()
    bucket = try TestBucket(folder)
  }

  private func feed(_ numbers: Range<Int>) -> String {
    numbers.map { "{\"id\":\($0),\"user\":\"u\($0 % 7)\"}\n" }.joined()
  }

  private func put(_ key: String, _ text: String) throws {
    try bucket.server.put("/logs/\(key)", text)
  }

  private func importing(_ sources: [String], _ more: [String] = []) throws -> BuiltTool.Result {
    try bucket.run(
      ["import"] + sources + [
        "--into", "a.sqlite", "--table", "t", "--column", "id:int=id", "--column",
        "user:text=user", "--column", "place:source",
      ] + more)
  }

  private func ids() throws -> [Int] {
    try TestDatabase(folder["a.sqlite"]).rows("SELECT id FROM t ORDER BY rowid").compactMap {
      Int($0)
    }
  }

  @Test("read them as they read files")
  func commands() throws {
    try put("a=1/x y.ndjson", feed(0..<1000))
    let url = "s3://logs/a=1/x y.ndjson"
    let count = try bucket.run(["count", url, "--group-by", "user"])
    #expect(count.status == 0 && count.output.contains("u0\t143"), "\(count)")
    let selected = try bucket.run(
      [
        "select", url, "--column", "id:int=id", "--format", "csv", "--where", "id < 3", "--jobs",
        "2",
      ])
    #expect(selected.output == "id\r\n0\r\n1\r\n2\r\n", "\(selected)")
    let job = try bucket.run(["infer", url])
    #expect(job.output.contains("\"s3://logs/a=1/x y.ndjson\""), "\(job)")
    try put("doc", "{\"a\":[1,{\"b\":2}]}")
    let value = try bucket.run(["get", "/a/1", "s3://logs/doc"])
    #expect(value.output == "{\"b\":2}\n", "\(value)")
    #expect(try bucket.run(["check", "s3://logs/doc"]).output == "s3://logs/doc: ok\n")
    let missing = try bucket.run(["check", "s3://logs/none"])
    #expect(missing.status == 2 && missing.errors.contains("404 NoSuchKey"), "\(missing)")
    let range = try bucket.run(["count", url, "--range", "1000..2000"])
    #expect(range.status == 0, "\(range)")
    for refused in [
      ["count", url, "--follow"], ["edit", "s3://logs/doc", "--set", "/a=1"],
    ] {
      #expect(try bucket.run(refused).status == 2, "\(refused)")
    }
  }

  @Test("were one object when their names looked alike, and one of two was left out")
  func lookAlikeNames() throws {
    for (i, name) in ["caf\u{E9}", "cafe\u{301}"].enumerated() {
      try put(name, feed(i * 10..<i * 10 + 10))
    }
    let first = try importing(["s3://logs/caf*"])
    #expect(first.status == 0 && first.errors.contains("20 records"), "\(first)")
    #expect(try ids().sorted() == Array(0..<20))
    let second = try importing(["s3://logs/caf*"])
    #expect(second.errors.contains("nothing new in 2 of 2 files"), "\(second)")
  }

  @Test("import all objects of a prefix once, and afterwards what is new")
  func prefix() throws {
    for day in 0..<7 { try put("day=\(day)", feed(day * 100..<day * 100 + 100)) }
    let first = try importing(["s3://logs/day=*"], ["--jobs", "2"])
    #expect(first.status == 0 && first.errors.contains("700 records"), "\(first)")
    #expect(try ids() == Array(0..<700))
    _ = try bucket.server.log()
    let second = try importing(["s3://logs/day=*"])
    #expect(second.errors.contains("nothing new in 7 of 7 files"), "\(second)")
    // The list tells that none has changed: no object is asked for.
    #expect(try bucket.server.log().allSatisfy { $0.target.contains("list-type=2") })
    try put("day=7", feed(700..<800))
    #expect(try importing(["s3://logs/day=*"]).errors.contains("100 records"))
    #expect(try ids() == Array(0..<800))
    #expect(bucket.leaks == [])
  }

  @Test("tell an object that grew from one that was replaced")
  func changes() throws {
    try put("a", feed(0..<1000))
    #expect(try importing(["s3://logs/a"]).status == 0)
    let again = try importing(["s3://logs/a"])
    #expect(again.status == 0 && again.errors.contains("nothing new"), "\(again)")
    try put("a", feed(0..<1500))
    let grown = try importing(["s3://logs/a"])
    #expect(grown.errors.contains("imported what was appended"), "\(grown)")
    #expect(try ids() == Array(0..<1500))
    for text in [feed(1..<1501), feed(0..<10), feed(5000..<9000), ""] {
      try put("a", text)
      let replaced = try importing(["s3://logs/a"])
      #expect(replaced.status == 2 && replaced.errors.contains("has changed"), "\(replaced)")
    }
    #expect(try ids() == Array(0..<1500))
  }

  @Test("import compressed objects as far as they are sound")
  func compressed() throws {
    try folder.write(feed(0..<5000), to: "x")
    #expect(try BuiltTool.shell("gzip x", in: folder).status == 0)
    let bytes = try folder.bytes("x.gz")
    try bucket.server.put("/logs/x", Array(bytes.dropLast(100)))
    let cut = try importing(["s3://logs/x"])
    #expect(try ids() == [] && cut.status == 0 && cut.errors.contains("left"), "\(cut)")
    try bucket.server.put("/logs/y", bytes)
    #expect(try importing(["s3://logs/y"]).status == 0)
    #expect(try ids() == Array(0..<5000))
    #expect(try importing(["s3://logs/y"]).errors.contains("nothing new"))
  }

  @Test("are divided among readers that together read each record once")
  func split() throws {
    try put("a", feed(0..<1000))
    try put("b", feed(1000..<1003))
    let split = try bucket.run(["split", "s3://logs/*", "--parts", "4"])
    let parts = split.output.split(separator: "\n").map {
      $0.split(separator: "\t").map(String.init)
    }
    #expect(split.status == 0 && Set(parts.map { $0[0] }) == ["1", "2", "3", "4"], "\(split)")
    for part in parts {
      let range = part[1] == "-" ? [] : ["--range", part[1]]
      #expect(try importing([part[2]], range).status == 0)
    }
    #expect(try ids() == Array(0..<1003))
  }

  @Test("are not divided where the server or the object does not allow it, which is said")
  func notDivided() throws {
    try folder.write(feed(0..<100), to: "x")
    #expect(try BuiltTool.shell("gzip x", in: folder).status == 0)
    try bucket.server.put("/logs/packed", try folder.bytes("x.gz"))
    try bucket.server.put("/logs/full", feed(0..<100), script: "{\"full\":true}")
    try bucket.server.put(
      "/logs/one", "[" + feed(0..<2).split(separator: "\n").joined(separator: ",") + "]")
    for (key, reason) in [
      ("packed", "it is compressed by gzip"), ("full", "the server does not take ranges"),
      ("one", "its framing is"),
    ] {
      let split = try bucket.run(["split", "s3://logs/\(key)", "--parts", "3"])
      #expect(split.status == 0 && split.errors.contains(reason), "\(split)")
      #expect(split.output.hasSuffix("\t-\ts3://logs/\(key)\n"), "\(split)")
    }
    let missing = try bucket.run(["split", "s3://logs/none", "--parts", "3"])
    #expect(missing.status == 2 && missing.output.isEmpty, "\(missing)")
    let secret = try bucket.run(["split", "http://me:geheim@127.0.0.1:1/a", "--parts", "3"])
    #expect(secret.status == 2 && !secret.errors.contains("geheim"), "\(secret)")
    #expect(secret.errors.contains("given with a secret"), "\(secret)")
  }

  @Test("take a range of an object, with a position of its own")
  func range() throws {
    let text = feed(0..<1000)
    try put("a", text)
    for range in ["0..9000", "9000..", "0..9000"] {
      #expect(try importing(["s3://logs/a"], ["--range", range]).status == 0)
    }
    #expect(try ids() == Array(0..<1000))
  }

  @Test("take URLs and patterns from job files, beside files")
  func jobFile() throws {
    try put("a", feed(0..<10))
    try put("b", feed(10..<20))
    try folder.write(feed(20..<30), to: "c.ndjson")
    try folder.write(
      """
      {"sources": ["s3://logs/*", "c.ndjson", "\(bucket.server.site)/none"],
       "into": "a.sqlite", "table": "t", "columns": [{"name":"id","type":"int","path":"id"}]}
      """, to: "job.json")
    let missing = try bucket.run(["import", "--job", "job.json"])
    #expect(missing.status == 2 && missing.errors.contains("403"), "\(missing)")
    try folder.write(
      try String(contentsOfFile: folder["job.json"], encoding: .utf8)
        .replacing(", \"\(bucket.server.site)/none\"", with: ""), to: "job.json")
    #expect(try bucket.run(["plan", "--job", "job.json"]).status == 0)
    #expect(try bucket.run(["import", "--job", "job.json"]).status == 0)
    #expect(try ids() == Array(0..<30))
  }

  @Test("print and store no secret")
  func secrets() throws {
    let plain = try ObjectServer()
    try plain.put("/a", feed(0..<100) + "{bad\n")
    try plain.put("/bad", "{bad\n")
    try folder.write("{}", to: "a.json")
    let url = "http://me:geheim@127.0.0.1:\(plain.port)/a"
    // A query is no part of this server's names.
    let imported = try importing(
      [url], ["--rejects", "r.ndjson", "--progress", "json", "--summary", "s.json"])
    #expect(imported.status == 1, "\(imported)")
    #expect(try plain.log().allSatisfy { $0.headers["authorization"]?.hasPrefix("Basic ") == true })
    #expect(folder.lines("r.ndjson").count == 1)
    for arguments in [
      ["count", url], ["count", url.replacing("/a", with: "/none")], ["plan", "--job", "none"],
      ["count", "http://me:geheim@127.0.0.1:1/a"], ["count", "http://me:geheim@:1:2/a"],
      ["infer", url], ["select", url, "--column", "place:source"],
      ["import", url, "--into", "b.sqlite", "--table", "t", "--column", "id:int=id", "--follow"],
      // Documents: sound ones, others, and files that aren't there.
      ["check", url], ["check", url.replacing("/a", with: "/bad")], ["get", "/none", url],
      ["get", "/id", url.replacing("/a", with: "/bad")], ["get", url, "/id"],
      ["format", url.replacing("/a", with: "/bad")], ["check", url.replacing("/a", with: "/none")],
      ["edit", url.replacing("/a", with: "/bad"), "--set", "/id=1"],
      ["edit", "a.json", "--patch", url.replacing("/a", with: "/bad")],
      // Words that only look like a source.
      ["count", "\(url)?code=geheim"], ["count", "ftp://me:geheim@127.0.0.1/a"],
      ["count", "http:/me:geheim@127.0.0.1/a"], ["check", "ftp://me:geheim@127.0.0.1/a"],
      ["count", "a.json", "--rejects", url], ["plan", "--job", url],
    ] {
      let result = try bucket.run(arguments)
      #expect(!(result.output + result.errors).contains("geheim"), "\(arguments): \(result)")
    }
    let jobFile = try bucket.run(
      ["plan", url, "--into", "b.sqlite", "--table", "t", "--column", "id:int=id", "--job-file"])
    #expect(jobFile.status == 2 && jobFile.errors.contains("no file should hold"), "\(jobFile)")
    #expect(bucket.leaks == [])
  }

  @Test("warn of files of secrets that others can read")
  func exposed() throws {
    try put("a", feed(0..<10))
    try folder.write(
      "[default]\naws_access_key_id=KEYID\naws_secret_access_key=geheim\n"
        + "aws_session_token=geheim-token\n", to: "keys")
    unsafe chmod(folder["keys"], 0o644)
    var bucket = bucket
    for name in ["ACCESS_KEY_ID", "SECRET_ACCESS_KEY", "SESSION_TOKEN"] {
      bucket.environment["AWS_\(name)"] = nil
    }
    bucket.environment["AWS_SHARED_CREDENTIALS_FILE"] = folder["keys"]
    let count = try bucket.run(["count", "s3://logs/a"])
    #expect(count.status == 0 && count.errors.contains("exposed-secret: "), "\(count)")
    let imported = try bucket.run([
      "import", "s3://logs/a", "--into", "a.sqlite", "--table", "t", "--column", "id:int=id",
    ])
    let notes = imported.errors.split(separator: "\n").filter { $0.hasPrefix("exposed-secret") }
    #expect(imported.status == 0 && notes.count == 1, "\(imported)")
  }

  @Test("end at once by Ctrl-C while a server is silent", arguments: ["count", "import"])
  func interrupted(command: String) throws {
    try bucket.server.put("/logs/a", Array(feed(0..<10).utf8), script: "{\"silent\":0}")
    let process = try BuiltTool.process(
      command == "count"
        ? ["count", "s3://logs/a"]
        : ["import", "s3://logs/a", "--into", "a.sqlite", "--table", "t", "--column", "id:int=id"],
      in: folder)
    process.environment = bucket.environment
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    while try bucket.server.log().isEmpty { usleep(1000) }
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 130)
  }
}
