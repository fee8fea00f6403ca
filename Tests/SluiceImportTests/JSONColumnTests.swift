import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// A job that checks only what it accesses hands out a json column's text as a whole: it accesses all of it.
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
    ["value:json=v", "value:json=$", "value:json=$.v.*"])
  func refused(_ value: (text: String, code: String), column: String) throws {
    var bench = try ImportBench()
    bench.checking = .accessed
    let text = #"{"v":[{"sound":1}],"id":1}"# + "\n" + #"{"v":\#(value.text),"id":1}"# + "\n"
    let summary = try bench.run(.bytes(Array(text.utf8), name: "test"), ["id:int=id", column])
    #expect(summary.rows == 1 && summary.rejects == 1)
    let rejects = bench.folder.lines("rejects.ndjson")
    #expect(rejects.count == 1 && rejects[0].contains(value.code), "\(rejects)")
  }
}
