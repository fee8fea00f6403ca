import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("sluice import into a target that has changed")
struct TableChoiceTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write((1...9).map { "{\"id\":\($0)}\n" }.joined(), to: "f.ndjson")
  }

  enum Target: String, CaseIterable {
    case sqlite = "--into x.sqlite --table t"
    case csv = "--into x.csv"
  }

  private func run(_ command: String, _ target: Target, _ more: String = "") throws
    -> BuiltTool.Result
  {
    try BuiltTool.shell(
      "sluice \(command) \(target.rawValue) --column id:int=id --batch 2 \(more)", in: folder)
  }

  private func empty(_ target: Target) throws {
    switch target {
    case .sqlite: try TestDatabase(folder["x.sqlite"]).execute("DELETE FROM t")
    case .csv: try folder.write("id\r\n", to: "x.csv")
    }
  }

  @Test("exits with 2 and names the choices, as its plan does", arguments: Target.allCases)
  func refused(target: Target) throws {
    #expect(try run("import f.ndjson", target).status == 0)
    try empty(target)
    for command in ["import f.ndjson", "plan f.ndjson"] {
      let result = try run(command, target)
      #expect(result.status == 2)
      #expect(result.errors.contains("is empty, and 9 rows of "), "\(result.errors)")
      #expect(result.errors.contains("--table-may-be-empty") && result.errors.contains("--restart"))
    }
    #expect(try run("plan f.ndjson", target, "--restart").output.contains("from its start"))
    let restarted = try run("import f.ndjson", target, "--restart")
    #expect(restarted.status == 0 && restarted.errors.contains("9 rows"), "\(restarted.errors)")
    try empty(target)
    #expect(try run("import f.ndjson", target, "--table-may-be-empty").status == 0)
    #expect(try run("import f.ndjson", target).errors.contains("nothing new"))
  }

  @Test("adopts the one that has its name now", arguments: Target.allCases)
  func adopted(target: Target) throws {
    #expect(try run("import f.ndjson", target).status == 0)
    switch target {
    case .sqlite:
      try TestDatabase(folder["x.sqlite"]).execute("DROP TABLE t")
      try TestDatabase(folder["x.sqlite"]).execute("CREATE TABLE t (id INTEGER)")
      try TestDatabase(folder["x.sqlite"]).execute("INSERT INTO t VALUES (7)")
    case .csv: try folder.write("id\r\n" + String(repeating: "77\r\n", count: 20), to: "x.csv")
    }
    let result = try run("import f.ndjson", target)
    #expect(result.status == 2 && result.errors.contains("--adopt-table"), "\(result.errors)")
    #expect(try run("import f.ndjson", target, "--adopt-table").errors.contains("nothing new"))
    #expect(try run("import f.ndjson", target).errors.contains("nothing new"))
  }

  @Test("plans whether a replacement resumes or begins anew, and why", arguments: Target.allCases)
  func planned(target: Target) throws {
    try folder.write("{\"id\":1}\n{\"id\":2}\nbad\nbad\n{\"id\":3}\n", to: "a.ndjson")
    #expect(
      try run("plan a.ndjson", target, "--mode replace").output
        .contains("the rows of these sources replace all others when they are complete"))
    #expect(try run("import a.ndjson", target, "--mode replace --max-errors 1").status == 3)
    #expect(
      try run("plan a.ndjson", target, "--mode replace").output
        .contains("resumes the replacement that was interrupted"))
    #expect(
      try run("plan f.ndjson", target, "--mode replace").output
        .contains(
          "begins the replacement anew, and discards what was gathered: the interrupted one had other"
        ))
    #expect(
      try run("plan a.ndjson", target, "--mode replace --restart").output
        .contains("discards what was gathered: --restart says so"))
  }
}
