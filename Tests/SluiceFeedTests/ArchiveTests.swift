import Sluice
import SluiceFeed
import SluiceTokenizer
import TestSupport
import Testing

@Suite("Archives")
struct ArchiveTests {
  private static func ids(_ range: Range<Int>) -> [UInt8] {
    Array(range.map { "{\"id\":\($0)}\n" }.joined().utf8)
  }

  private static let files: [TestArchive.File] = [
    .init("a.ndjson", ids(0..<300)),
    .init("logs/b.ndjson", "{\"id\":1}\n\n\nbad\n{\"id\":2}"),
    .init("empty"),
    .init("logs/ü b.ndjson.gz", Compression.gzip.compress(ids(0..<40_000))),
    .init("c.zst", Compression.zstd.compress(ids(5..<9), cutAt: [10])),
    .init("utf16", TestEncoding.utf16LE.encode("{\"id\":\"é\"}\n{}\n", mark: true)),
    .init("last.ndjson", ids(300..<310)),
  ]

  @Test(
    "each file is a source of its own, by its name", arguments: TestArchive.allCases, [1, 3])
  func asFiles(archive: TestArchive, jobs: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = archive.write(Self.files)
    var options = FeedOptions(checking: .full, windowSize: 4096, parallel: jobs)
    options.chunkSize = 5000
    let path = folder.put(bytes, to: "x")
    let expected = try DeliveredMembers(Self.files, of: path).items
    #expect(expected.count > 40_300)
    let whole = try DeliveredMembers(.file(path), options)
    #expect(whole.error == nil && whole.items == expected)
    #expect(whole.sources.first == "\(path)!a.ndjson" && whole.sources.count == 6)
    #expect(try DeliveredMembers(.bytes(bytes, name: path), options) == whole)
    // As one of several files, and in the framing of its first file.
    options.framing = .auto
    let plain = folder.put("{\"id\":-1}\n", to: "plain")
    let mixed = try DeliveredMembers(.files([plain, path, plain]), options)
    #expect(mixed.items.count == expected.count + 2)
    #expect(mixed.items[1].source == "\(path)!a.ndjson" && mixed.items[1].number == 2)
    #expect(mixed.items.last?.source == plain && mixed.positions.last?.file == ByteName(plain))
  }

  @Test(
    "an archive that is compressed is an archive", arguments: TestArchive.allCases,
    Compression.allCases)
  func compressed(archive: TestArchive, compression: Compression) throws {
    let bytes = archive.write(Self.files)
    let packed = compression.compress(bytes, cutAt: [700, bytes.count / 2])
    let expected = try DeliveredMembers(Self.files, of: "x").items
    for source in [FeedSource.bytes(packed, name: "x"), .bytes(bytes, name: "x")] {
      #expect(try DeliveredMembers(source).items == expected)
    }
  }

  @Test("a pipe is read as it comes", arguments: TestArchive.allCases, [1, 100, 70_000])
  func pipes(archive: TestArchive, chunk: Int) throws {
    let files = [Self.files[1], .init("b", Self.ids(0..<50))]
    let bytes = archive.write(files)
    let expected = try DeliveredMembers(files, of: "pipe").items.map(\.text)
    let found = try Pipe.delivered(bytes) { _ in chunk }
    #expect(found.items.map { String(decoding: $0.bytes, as: UTF8.self) } == expected)
    #expect(found.position.file == "pipe!b")
  }

  @Test(
    "a feed resumes after any record, in the file that its position names",
    arguments: TestArchive.allCases, [1, 3])
  func resumed(archive: TestArchive, jobs: Int) throws {
    let files = [
      TestArchive.File("a", Self.ids(0..<7)), .init("b"), .init("c", "bad\n{\"id\":1}\n"),
      .init("a", Compression.gzip.compress(Self.ids(7..<12))), .init("d", Self.ids(0..<3)),
    ]
    let folder = try TemporaryFolder()
    let path = folder.put(Compression.zstd.compress(archive.write(files)), to: "x.zst")
    let options = FeedOptions(checking: .full, parallel: jobs)
    let whole = try DeliveredMembers(.file(path), options)
    #expect(whole.items.count == 17)
    #expect(whole.sources == ["a", "c", "a#2", "d"].map { "\(path)!\($0)" })
    for (i, position) in whole.positions.enumerated() {
      let rest = try DeliveredMembers(.file(path), options, from: position)
      #expect(rest.items == Array(whole.items[(i + 1)...]), "\(position)")
      #expect(rest.positions == Array(whole.positions[(i + 1)...]))
      let among = try DeliveredMembers(.files([path]), options, from: position)
      #expect(among.items == rest.items)
    }
    let other = FeedPosition(offset: 0, line: 0, recordNumber: 0, file: "\(path)!gone")
    #expect(DeliveredUntilFailure.opening(.file(path), from: other)?.code == .io)
  }

  @Test("positions count the text of the files before theirs", arguments: [1, 3])
  func totals(jobs: Int) throws {
    let files = (0..<5).map { TestArchive.File("f\($0)", Self.ids(0..<(10 * $0))) }
    let whole = try DeliveredMembers(
      .bytes(TestArchive.tar(files), name: "x"), FeedOptions(checking: .full, parallel: jobs))
    #expect(whole.positions.last?.total == Int64(files.reduce(0) { $0 + $1.bytes.count }))
    #expect(zip(whole.positions, whole.positions.dropFirst()).allSatisfy { $0.total < $1.total })
  }

  @Test("a pattern chooses files, and must match one", arguments: TestArchive.allCases)
  func patterns(archive: TestArchive) throws {
    let bytes = archive.write(Self.files)
    func sources(_ pattern: String?, _ source: FeedSource) throws -> [String] {
      var options = FeedOptions(checking: .full)
      options.members = pattern
      return try DeliveredMembers(source, options).sources.map { String($0.dropFirst(2)) }
    }
    let source = FeedSource.bytes(bytes, name: "x")
    #expect(try sources("*.ndjson", source) == ["a.ndjson", "logs/b.ndjson", "last.ndjson"])
    #expect(try sources("logs/*", source) == ["logs/b.ndjson", "logs/ü b.ndjson.gz"])
    #expect(try sources("?.zst", source) == ["c.zst"])
    var options = FeedOptions()
    options.members = "*.csv"
    let none = try DeliveredMembers(source, options)
    #expect(none.items.isEmpty && none.error?.code == .io)
    #expect(none.error?.description.contains("\"*.csv\"") == true)
    // Sources that are no archives have no files to choose.
    #expect(try DeliveredMembers(.bytes(Self.ids(0..<3), name: "y"), options).items.count == 3)
  }

  @Test("an archive without files is an empty feed", arguments: TestArchive.allCases)
  func empty(archive: TestArchive) throws {
    for framing in [FeedFraming.lines, .auto, .concatenated] {
      let bytes = archive.write([])
      // A tar without files is nothing but zeros, which is text.
      if archive == .tar { continue }
      var feed = try JSONFeed(.bytes(bytes, name: "x"), options: FeedOptions(framing: framing))
      for _ in 1...2 {
        try feed.forEach { _ in
          Issue.record("a record")
        } rejected: { _ in
          Issue.record("a reject")
        }
      }
      #expect(feed.counts == FeedCounts())
    }
  }

  @Test("what is not a file holds no records")
  func otherKinds() throws {
    var files = Self.files
    for (type, name) in zip("123456".utf8, ["hard", "soft", "tty", "disk", "folder/", "fifo"]) {
      var file = TestArchive.File(name)
      file.type = type
      file.link = "a.ndjson"
      files.insert(file, at: Int(type - 0x30) - 1)
    }
    let whole = try DeliveredMembers(.bytes(TestArchive.tar(files), name: "x"))
    #expect(whole.error == nil)
    #expect(whole.items == (try DeliveredMembers(Self.files, of: "x").items))
  }

  @Test("names are only names, whatever they look like", arguments: TestArchive.allCases)
  func names(archive: TestArchive) throws {
    let names: [[UInt8]] = [
      "/etc/passwd", "../../up", "a\u{1B}[31mred", "C:x", "!", "a!b", "-rf", "a\nb", "é",
    ].map { Array($0.utf8) }
    let files = names.map { name in
      var file = TestArchive.File("", "{}\n")
      file.name = name
      return file
    }
    let whole = try DeliveredMembers(.bytes(archive.write(files), name: "x"))
    #expect(whole.error == nil)
    #expect(whole.sources == names.map { "x!" + String(decoding: $0, as: UTF8.self) })
    for (i, position) in whole.positions.enumerated() {
      let rest = try DeliveredMembers(
        .bytes(archive.write(files), name: "x"), from: position)
      #expect(rest.items.count == names.count - i - 1)
    }
    let error = JSONError(.io, at: 0, name: whole.sources[2], reason: nil)
    #expect(!error.description.utf8.contains(0x1B))
  }

  @Test("a name that is not UTF-8 is shown with replacement characters")
  func rawNames() throws {
    var files = [TestArchive.File("", "{\"id\":1}\n"), .init("", "{\"id\":2}\n")]
    files[0].name = [0x61, 0xFF]
    files[1].name = [0x61, 0xFE]
    let whole = try DeliveredMembers(.bytes(TestArchive.tar(files), name: "x"))
    #expect(whole.sources == ["x!a\u{FFFD}", "x!a\u{FFFD}#2"] && whole.texts.count == 2)
  }

  @Test("an encrypted file is an error with its name, unless it is not chosen")
  func encrypted() throws {
    var files = [TestArchive.File("open", "{}\n"), .init("secret", "{\"id\":1}\n")]
    files[1].flags = 1
    let bytes = TestArchive.zip(files, deflates: true)
    let whole = try DeliveredMembers(.bytes(bytes, name: "x"))
    #expect(whole.texts == ["{}"])
    #expect(whole.error?.code == .unsupportedEncoding)
    #expect(whole.error?.description.contains("x!secret") == true)
    var options = FeedOptions()
    options.members = "open"
    let chosen = try DeliveredMembers(.bytes(bytes, name: "x"), options)
    #expect(chosen.texts == ["{}"] && chosen.error == nil)
  }

  @Test("an archive inside an archive is refused", arguments: TestArchive.allCases)
  func nested(archive: TestArchive) throws {
    let inner = archive.write(Self.files)
    for bytes in [inner, Compression.gzip.compress(inner)] {
      let outer = TestArchive.tar([.init("a", "{}\n"), .init("inner", bytes)])
      let found = try DeliveredMembers(.bytes(outer, name: "x"))
      #expect(found.texts == ["{}"] && found.error?.code == .unsupportedEncoding)
      #expect(found.error?.description.contains("x!inner") == true)
    }
  }

  @Test("archives are refused where only one text can be read", arguments: TestArchive.allCases)
  func elsewhere(archive: TestArchive) async throws {
    let bytes = archive.write(Self.files)
    var tokenizer = try JSONTokenizer(.bytes(bytes, name: "x"))
    do {
      _ = try tokenizer.next()
      Issue.record("a token")
    } catch {
      #expect(error.code == .unsupportedEncoding)
    }
    let folder = try TemporaryFolder()
    let path = folder.put(bytes, to: "x")
    var options = FeedOptions()
    options.range = FeedRange(bytes: 0..<1000)
    #expect(throws: JSONError.self) { _ = try DeliveredMembers(.file(path), options) }
    #expect(
      try FeedPart.dividing([path], into: 3).map(\.obstacle).first??.contains("archive") == true)
    let chunks = AsyncStream<[UInt8]> { stream in
      stream.yield(bytes)
      stream.finish()
    }
    var feed = try AsyncJSONFeed(chunks)
    await #expect(throws: JSONError.self) {
      try await feed.forEach { _ in
        Issue.record("a record")
      } rejected: { _ in
      }
    }
  }

  @Test("any number of files are read, a hundred thousand in long rounds")
  func many() throws {
    let wanted = Rounds.count(2_000, long: 100_000)
    let files = (0..<wanted).map { TestArchive.File("\($0 % 1000)/\($0)", "{\"id\":\($0)}\n") }
    var feed = try JSONFeed(.bytes(TestArchive.tar(files), name: "x"))
    var (count, isInOrder) = (0, true)
    try feed.forEach { record in
      isInOrder = try isInOrder && record.cursor["id"].int == count
      count += 1
    } rejected: { _ in
    }
    #expect(count == wanted && isInOrder)
    #expect(feed.position.file == "x!999/\(wanted - 1)")
  }
}
