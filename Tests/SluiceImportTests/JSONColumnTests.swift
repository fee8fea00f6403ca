import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// A job that checks only what it accesses hands out a json column's text as a whole: it accesses all of it. So it does
/// with the record itself.
@Suite("Columns of type json, of records that are checked only where they are accessed")
struct JSONColumnTests {
  @Test(
    "never store what is not JSON",
    arguments: [
      (#"{"a":[1},"id":2]}"#, "unexpected-token"), (#"{"a":tru}"#, "invalid-literal"),
      (#"[1 2]"#, "unexpected-token"), (#"{"b":1.}"#, "invalid-number"),
      (#"[["\q"]]"#, "invalid-escape"), (#"[1e400]"#, "number-out-of-range"),
      (#"{"a":1,}"#, "unexpected-token"), (#"["\ud800"]"#, "invalid-escape"),
    ],
    ["value:json=v", "value:json=$", "value:json=$.v.*", "value:raw"])
  func refused(_ value: (text: String, code: String), column: String) throws {
    var bench = try ImportBench()
    bench.checking = .accessed
    let text = #"{"v":[{"sound":1}],"id":1}"# + "\n" + #"{"v":\#(value.text),"id":1}"# + "\n"
    let summary = try bench.run(.bytes(Array(text.utf8), name: "test"), ["id:int=id", column])
    #expect(summary.rows == 1 && summary.rejects == 1)
    let rejects = bench.folder.lines("rejects.ndjson")
    #expect(rejects.count == 1 && rejects[0].contains(value.code), "\(rejects)")
  }

  @Test(
    "never store a record with something after its value",
    arguments: ["value:raw", "value:json=$"])
  func afterwards(column: String) throws {
    var bench = try ImportBench()
    bench.checking = .accessed
    let text = #"{"id":1}"# + "\n" + #"{"id":1}}"# + "\n" + #"{"id":1} x"# + "\n"
    let summary = try bench.run(.bytes(Array(text.utf8), name: "test"), ["id:int=id", column])
    if column == "value:raw" { #expect(summary.rows == 1 && summary.rejects == 2) }
    #expect(try bench.rows("SELECT DISTINCT value FROM t") == [#"'{"id":1}'"#])
  }
}
