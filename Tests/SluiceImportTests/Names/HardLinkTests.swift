import Sluice
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

@Suite("A file with several names")
struct HardLinkTests {
  @Test("is one source, in a later run and in the same one", arguments: NamesBench.targets)
  func source(target: String) throws {
    let bench = try NamesBench(target)
    try bench.write(0..<50, to: "a.ndjson")
    try bench.hardLink("b.ndjson", to: "a.ndjson")
    try bench.run("a.ndjson")
    let second = try bench.run("b.ndjson")
    #expect(second.rows == 0 && second.notes.map(\.kind) == [.sameSource])
    try bench.append(50..<52, to: "b.ndjson")
    #expect(try bench.run("b.ndjson", "a.ndjson").rows == 2)
    #expect(try bench.run(.glob(bench.folder["[ab].ndjson"])).rows == 0)
    // Its second name was recorded, so that the first may go.
    try bench.remove("a.ndjson")
    try bench.append(52..<53, to: "b.ndjson")
    #expect(try bench.run("b.ndjson").rows == 1)
    #expect(try bench.rows() == 53)
  }

  @Test("is one source when it is new, and when it is replaced", arguments: ["append", "replace"])
  func new(mode: String) throws {
    let bench = try NamesBench("csv")
    try bench.write(0..<5, to: "a.ndjson")
    try bench.hardLink("b.ndjson", to: "a.ndjson")
    let sink = try FileSink(
      path: bench.folder["out.csv"], format: .csv, mode: mode == "append" ? .append : .replace)
    let files = ["a.ndjson", "b.ndjson"].map { bench.folder[$0] }
    try runJob(.files(files), into: sink, ["id:int=id"])
    #expect(try bench.rows() == 5)
  }

  @Test("is one source when it is followed by another name")
  func followed() throws {
    let bench = try NamesBench("sqlite")
    try bench.write(0..<5, to: "a.log")
    try bench.hardLink("b.log", to: "a.log")
    try bench.run("a.log")
    try bench.append(5..<7, to: "a.log")
    try bench.follow("b.log", rows: 2)
    #expect(try bench.rows() == 7)
  }

  @Test(
    "does not make one source of two files with the same records", arguments: ["csv", "sqlite"])
  func equal(target: String) throws {
    let bench = try NamesBench(target)
    try bench.write(0..<5, to: "a.ndjson")
    try bench.write(0..<5, to: "b.ndjson")
    try bench.run("a.ndjson")
    #expect(try bench.run("b.ndjson").rows == 5)
  }
}

@Suite("A target with several names")
struct HardLinkedTargetTests {
  let bench: NamesBench

  init() throws {
    bench = try NamesBench("csv")
    try bench.write(0..<5, to: "a.ndjson")
    try bench.run("a.ndjson")
  }

  private func run(into name: String, _ mode: WriteMode = .append, _ choices: TableChoices = [])
    throws -> ImportSummary
  {
    let sink = try FileSink(path: bench.folder[name], format: .csv, mode: mode, choices: choices)
    return try runJob(.file(bench.folder["a.ndjson"]), into: sink, ["id:int=id"])
  }

  @Test("has one progress under all of its names, and under links to them")
  func found() throws {
    try bench.hardLink("other.csv", to: "out.csv")
    try bench.link("link.csv", to: "other.csv")
    for name in ["other.csv", "link.csv"] { #expect(try run(into: name).rows == 0, "\(name)") }
    try bench.append(5..<6, to: "a.ndjson")
    #expect(try run(into: "other.csv").rows == 1)
    #expect(try run(into: "out.csv").rows == 0)
    #expect(try bench.rows() == 6)
    #expect(!bench.folder.has("other.csv.sluice"))
  }

  // The end of such a name and the dot after it are one character, so that `.sluice` was not found.
  @Test("has one progress, even if one name ends with a sign that joins what follows")
  func joined() throws {
    let name = "out\u{600}"
    #expect(try run(into: name).rows == 5)
    try bench.hardLink("other.csv", to: name)
    #expect(try run(into: "other.csv").rows == 0)
  }

  @Test("is refused by a name in another folder, where its progress is not seen")
  func refused() throws {
    try bench.makeFolder("far")
    try bench.hardLink("far/out.csv", to: "out.csv")
    let before = try bench.folder.bytes("out.csv")
    let error = importError { _ = try run(into: "far/out.csv") }
    #expect(error?.kind == .conflict)
    #expect(error?.message.contains("a file with 2 names (hard links)") == true)
    #expect(try bench.folder.bytes("out.csv") == before)
    // The choice that the message names.
    #expect(try run(into: "far/out.csv", .append, .restart).rows == 5)
    #expect(try bench.rows() == 10)
  }

  @Test("keeps its other name's rows when one name is replaced")
  func replaced() throws {
    try bench.hardLink("other.csv", to: "out.csv")
    let before = try bench.folder.bytes("out.csv")
    #expect(try run(into: "other.csv", .replace).rows == 5)
    #expect(try bench.folder.bytes("out.csv") == before)
    #expect(try run(into: "out.csv").rows == 0)
  }
}
