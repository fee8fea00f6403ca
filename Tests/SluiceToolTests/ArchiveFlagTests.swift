import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Feeds compressed by bzip2, xz and lz4")
struct ArchiveFlagTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static func isHere(_ program: String) -> Bool {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let isHere = folders.contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
    if !isHere { print("skipped: there is no \(program) on PATH") }
    return isHere
  }

  private func ids(_ range: ClosedRange<Int>) -> String {
    range.map { "{\"id\":\($0)}\n" }.joined()
  }

  @Test(
    "are read as the programs write them",
    arguments: [
      "bzip2 -1", "bzip2 -9", "xz -0", "xz -6 --check=sha256", "xz --check=none",
      "xz -T2 --block-size=20000", "lz4 -q", "lz4 -q -B4 -BX", "lz4 -q -BD --content-size",
      "lz4 -q --no-frame-crc -9",
    ], [1, 3])
  func programs(command: String, jobs: Int) throws {
    guard Self.isHere(String(command.prefix { $0 != " " })) else { return }
    try folder.write(ids(1...20_000), to: "a")
    try folder.write(ids(20_001...20_005) + "bad\n", to: "b")
    let packed = try BuiltTool.shell(
      "for f in a b; do \(command) < $f > $f.packed || exit 1; done; cat a.packed b.packed > all",
      in: folder)
    #expect(packed.status == 0, "\(packed.errors)")
    for feed in [["a.packed", "b.packed"], ["all"]] {
      let result = try BuiltTool.run(["count"] + feed + ["--jobs", "\(jobs)"], in: folder)
      #expect(result.status == 1)
      #expect(result.output.hasPrefix("records      20005\nbad records  1\n"), "\(result.output)")
    }
    let piped = try BuiltTool.run(["count", "-"], in: folder, input: try folder.bytes("all"))
    #expect(piped.output.hasPrefix("records      20005\nbad records  1\n"))
  }

  @Test("stop where a few bytes hold too much text, unless told otherwise")
  func bombs() throws {
    // 97 MB in some 10 KB, of lines that are long, so that reading them takes little time.
    try folder.write("{\"id\":1,\"t\":\"\(String(repeating: "a", count: 1000))\"}\n", to: "line")
    let made = try BuiltTool.shell(
      "yes \"$(cat line)\" | head -n 96000 | zstd -q > f.zst; ls f.zst", in: folder)
    guard made.status == 0 else { return print("skipped: there is no zstd on PATH") }
    let refused = try BuiltTool.run(["count", "f.zst"], in: folder)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("won't decompress all of f.zst"), "\(refused.errors)")
    #expect(refused.errors.contains("--max-ratio N, or off"))
    let trusted = try BuiltTool.run(["count", "f.zst", "--max-ratio", "off"], in: folder)
    #expect(trusted.status == 0 && trusted.output.hasPrefix("records      96000\n"))
    let total = try BuiltTool.run(
      ["count", "f.zst", "--max-ratio=off", "--max-decompressed", "1M"], in: folder)
    #expect(total.status == 2 && total.errors.contains("more than 1048576 bytes"))
    // A job compares checksums before it stores rows, and stores none of a bomb.
    let target = ["--into", "x.sqlite", "--table", "t", "--column", "id:int=id"]
    let imported = try BuiltTool.run(["import", "f.zst"] + target, in: folder)
    #expect(imported.status == 2 && imported.errors.contains("won't decompress all of f.zst"))
    try folder.write("{\"max-ratio\":\"off\"}", to: "job.json")
    let allowed = try BuiltTool.run(
      ["import", "f.zst", "--job", "job.json", "--where", "id = 2"] + target, in: folder)
    #expect(allowed.status == 0, "\(allowed.errors)")
  }

  @Test(
    "are imported once, resumed after what was added, and one part for split",
    arguments: ["bzip2", "xz", "lz4"])
  func imported(program: String) throws {
    guard Self.isHere(program) else { return }
    try folder.write(ids(1...10), to: "f")
    let target = ["--into", "x.sqlite", "--table", "t", "--column", "id:int=id"]
    func rows() throws -> [String] {
      try TestDatabase(folder["x.sqlite"]).rows("SELECT count(*), max(id) FROM t")
    }
    #expect(try BuiltTool.shell("\(program) -c f > f.packed", in: folder).status == 0)
    for _ in 1...2 {
      let run = try BuiltTool.run(["import", "f.packed"] + target, in: folder)
      #expect(run.status == 0, "\(run.errors)")
      #expect(try rows() == ["10|10"])
    }
    try folder.write(ids(11...12), to: "g")
    #expect(try BuiltTool.shell("\(program) -c g >> f.packed", in: folder).status == 0)
    #expect(try BuiltTool.run(["import", "f.packed"] + target, in: folder).status == 0)
    #expect(try rows() == ["12|12"])
    let name = program == "lz4" ? "LZ4" : program
    let split = try BuiltTool.run(["split", "f.packed", "--parts", "3"], in: folder)
    #expect(split.errors.contains("f.packed is not divided: it is compressed by \(name)"))
    let range = try BuiltTool.run(["count", "f.packed", "--range", "0..5"], in: folder)
    #expect(range.status != 0 && range.errors.contains("it is compressed by \(name)"))
    let followed = try BuiltTool.run(["import", "f.packed", "--follow"] + target, in: folder)
    #expect(followed.status != 0, "\(followed.errors)")
    let document = try BuiltTool.run(["check", "f.packed"], in: folder)
    #expect(document.status != 0 && document.output.contains("\(program) -dc FILE"))
  }

  #if os(Linux)
    @Test(
      "need their library only then, and without it say which package to install",
      arguments: [
        ("bzip2", ["libbz2.so.1.0", "libbz2.so.1"], "libbz2-1.0"),
        ("xz", ["liblzma.so.5"], "liblzma5"), ("lz4", ["liblz4.so.1"], "liblz4-1"),
      ])
    func missing(program: String, libraries: [String], package: String) throws {
      guard Self.isHere(program) else { return }
      try folder.write(ids(1...10), to: "f")
      #expect(try BuiltTool.shell("\(program) -c f > f.packed", in: folder).status == 0)
      // Found first, and not a library.
      for library in libraries { try folder.write("no library\n", to: library) }
      func run(_ feed: String) throws -> BuiltTool.Result {
        try BuiltTool.shell(
          "LD_LIBRARY_PATH='\(folder.path)' '\(BuiltTool.path)' count \(feed)", in: folder)
      }
      let plain = try run("f")
      #expect(plain.status == 0 && plain.output.hasPrefix("records      10\n"), "\(plain.errors)")
      let packed = try run("f.packed")
      #expect(packed.status != 0)
      for part in ["f.packed", libraries[0].prefix { $0 != "." } + "", package, "brew install"] {
        #expect(packed.errors.contains(part), "\(packed.errors)")
      }
      // A library without the functions.
      let compiled = try BuiltTool.shell(
        "echo 'int none;' > n.c && for l in \(libraries.joined(separator: " ")); do"
          + " rm $l; cc -shared -fPIC -o $l n.c || exit 1; done",
        in: folder)
      guard compiled.status == 0 else {
        print("skipped: there is no cc to make a library without functions")
        return
      }
      let other = try run("f.packed")
      #expect(other.status != 0 && other.errors.contains("it has no function"), "\(other.errors)")
    }
  #endif
}
