import SluiceImport
import Testing

@Suite("Values on their way into SQLite")
struct ValueTests {
  @Test(
    "arrive exactly",
    arguments: [
      ("int", "7", "7"), ("int", "-9223372036854775808", "-9223372036854775808"),
      ("int", "9223372036854775807", "9223372036854775807"), ("int", "1.0", "1"),
      ("int", "1e3", "1000"), ("real", "2.5", "2.5"), ("real", "3", "3.0"),
      ("real", "1e-7", "1e-07"), ("real", "-0.0", "0.0"),
      ("text", "\"abc\"", "'abc'"), ("text", "\"\"", "''"),
      ("text", "\"a\\u0041\\n\\\"\"", "'aA\n\"'"), ("text", "\"\\ud83d\\ude00 ß\"", "'😀 ß'"),
      ("text", "\"a\\u0000b\"", "'a\u{0}b'"), ("text", "\"7\"", "'7'"),
      ("bool", "true", "1"), ("bool", "false", "0"),
      ("json", "{\"a\": [1, 2.50]}", "'{\"a\": [1, 2.50]}'"), ("json", "[]", "'[]'"),
      ("json", "\"a\\u0041\"", "'\"a\\u0041\"'"), ("json", "1.0", "'1.0'"),
      ("json", "true", "'true'"), ("json", "123", "'123'"),
      ("int", "null", "NULL"), ("text", "null", "NULL"), ("json", "null", "NULL"),
    ])
  func exact(type: String, json: String, stored: String) throws {
    let bench = try ImportBench()
    let summary = try bench.run(text: "{\"before\":[{}],\"v\": \(json) ,\"z\":0}\n", "v:\(type)=v")
    #expect(summary.rows == 1)
    #expect(try bench.rows() == [stored])
  }

  @Test(
    "make the record a reject, with column and path, if their column doesn't take them",
    arguments: [
      ("int", "\"7\"", "type-mismatch"), ("int", "1.5", "number-out-of-range"),
      ("int", "9223372036854775808", "number-out-of-range"), ("int", "true", "type-mismatch"),
      ("int", "{}", "type-mismatch"), ("real", "\"1\"", "type-mismatch"),
      ("text", "7", "type-mismatch"), ("text", "[]", "type-mismatch"),
      ("bool", "0", "type-mismatch"), ("bool", "\"true\"", "type-mismatch"),
    ])
  func mismatch(type: String, json: String, code: String) throws {
    let bench = try ImportBench()
    let summary = try bench.run(
      text: "{\"a\":{\"v\":\(json)}}\n{\"a\":{}}\n", "col:\(type)=a.v")
    #expect(summary.rows == 1)
    #expect(summary.rejects == 1)
    #expect(try bench.rows() == ["NULL"])
    let reject = try #require(bench.rejects.first)
    #expect(reject.contains("\"code\":\"\(code)\""), "\(reject)")
    #expect(reject.contains("\"column\":\"col\""))
    #expect(reject.contains("\"path\":\"$.a.v\""))
  }

  @Test("make the record a reject below anything but an object; below null they are missing")
  func wayThere() throws {
    let bench = try ImportBench()
    let text = "{\"a\":7}\n{\"a\":null}\n{}\n[1]\nnull\n{\"a\":[]}\n{\"a\":{\"b\":1}}\n"
    let summary = try bench.run(text: text, "v:int=a.b")
    #expect(try bench.rows() == ["NULL", "NULL", "1"])
    #expect(summary.rejects == 4)
    #expect(bench.rejects.allSatisfy { $0.contains("\"code\":\"type-mismatch\"") })
    #expect(bench.rejects.map { $0.contains("\"column\":\"v\"") } == [true, true, true, true])
  }

  @Test("come from the first of duplicate keys, in any spelling")
  func duplicates() throws {
    let bench = try ImportBench()
    let text = """
      {"v":1,"v":2}
      {"\\u0076":3,"v":4}
      {"v" :5}
      {"vv":0,"w":1,"":2}
      """
    try bench.run(text: text, "v:int=v", "empty:int=/")
    #expect(try bench.rows() == ["1|NULL", "3|NULL", "5|NULL", "NULL|2"])
  }

  @Test("are found in any order of fields and columns, several at one place")
  func orders() throws {
    let bench = try ImportBench()
    let text = """
      {"a":{"x":1,"y":"p","z":[{"k":5},{"k":6}]},"b":2.5}
      {"b":3.5,"a":{"z":[{"k":7}],"y":"q","x":2}}
      {"a":{"z":[],"n":{"x":9}}}
      {"n":{"x":4},"c":[[1,2],[3,{"x":8}]],"a":{"y":null,"x":3}}
      """
    try bench.run(
      text: text, "k:int=a.z.1.k", "b:real=b", "y:text=a.y", "a:json=a", "x:int=a.x",
      "yy:text=a.y",
      "k0:int=a.z.0.k")
    #expect(
      try bench.rows("SELECT k, b, y, x, yy, k0, a FROM t ORDER BY rowid") == [
        "6|2.5|'p'|1|'p'|5|'{\"x\":1,\"y\":\"p\",\"z\":[{\"k\":5},{\"k\":6}]}'",
        "NULL|3.5|'q'|2|'q'|7|'{\"z\":[{\"k\":7}],\"y\":\"q\",\"x\":2}'",
        "NULL|NULL|NULL|NULL|NULL|NULL|'{\"z\":[],\"n\":{\"x\":9}}'",
        "NULL|NULL|NULL|3|NULL|NULL|'{\"y\":null,\"x\":3}'",
      ])
  }

  @Test("can be the record itself")
  func wholeRecord() throws {
    let bench = try ImportBench()
    try bench.run(text: "{\"a\": 1}\n[2]\n \"x\" \n", "raw:json=$")
    #expect(try bench.rows() == ["'{\"a\": 1}'", "'[2]'", "'\"x\"'"])
  }

  @Test("named by a number are elements of arrays or fields of objects, as the record has it")
  func numbers() throws {
    let bench = try ImportBench()
    let text = "[[7,8],\"x\"]\n{\"0\":{\"1\":9,\"01\":5},\"1\":\"y\"}\n[[3]]\n[]\n[{\"b\":1}]\n"
    try bench.run(text: text, "x:text=1", "n:int=0.1", "o:int=/0/01", "b:int=0.b")
    #expect(
      try bench.rows("SELECT n, x, o, b FROM t ORDER BY rowid") == [
        "8|'x'|NULL|NULL", "9|'y'|5|NULL", "NULL|NULL|NULL|NULL", "NULL|NULL|NULL|NULL",
        "NULL|NULL|NULL|1",
      ])
  }

  @Test("stay separate with long escaped strings in several columns")
  func longEscapes() throws {
    let bench = try ImportBench()
    let long = String(repeating: "ab\\n", count: 5000)
    let text = "{\"a\":\"\(long)\",\"b\":\"x\\t\(long)\",\"c\":\"y\\t\"}\n"
    try bench.run(text: text, "a:text=a", "b:text=b", "a2:text=a", "c:text=c")
    let stored = String(repeating: "ab\n", count: 5000)
    #expect(
      try bench.rows("SELECT a = a2, a, b, c FROM t") == ["1|'\(stored)'|'x\t\(stored)'|'y\t'"])
  }
}
