import TestSupport
import Testing

@Suite("Questions on the command line")
struct QuestionCommandTests {
  private let bad =
    "invalid-literal: 1, the first at feed.ndjson:5: expected a JSON value at $, found 'bad'\n"
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      {"id":1,"type":"push","pub":true,"n":5,"who":"ann"}
      {"id":2,"type":"push","pub":true,"n":1,"who":"bob"}
      {"id":3,"type":"push","pub":false,"n":3,"who":"ann"}
      {"id":1.0,"type":"fork","n":7.5,"who":"cyd"}
      bad
      {"type":"fork"}

      """, to: "feed.ndjson")
  }

  @Test("count groups by several paths, with quantiles, distinct values and the largest groups")
  func count() throws {
    let result = try BuiltTool.run(
      [
        "count", "feed.ndjson", "--group-by", "type,pub", "--distinct", "who", "--quantiles",
        "0.5,1", "n", "--top", "2",
      ], in: folder)
    #expect(result.status == 1)
    #expect(
      result.output == """
        type\tpub\tcount\tdistinct(who)\tp50(n)\tp100(n)\testimated
        fork\t\t2\t1\t7.5\t7.5\t
        push\ttrue\t2\t2\t1\t5\t

        """)
    #expect(result.errors == "and 1 more group of 1 record\n6 records, 1 bad\n" + bad)
    let json = try BuiltTool.run(
      [
        "count", "feed.ndjson", "--group-by", "type", "--group-by=/pub", "--top=1", "--format",
        "ndjson",
      ], in: folder)
    #expect(json.output == "{\"type\":\"fork\",\"count\":2}\n")
  }

  @Test("select ends after a limit, and takes samples that do not depend on the threads")
  func select() throws {
    let select = ["select", "feed.ndjson", "--column", "n:json=n", "--format", "ndjson"]
    let limited = try BuiltTool.run(select + ["--limit", "2"], in: folder)
    #expect(limited.status == 0 && limited.output == "{\"n\":5}\n{\"n\":1}\n")
    let one = try BuiltTool.run(select + ["--sample", "2", "--seed", "7"], in: folder)
    let two = try BuiltTool.run(select + ["--sample=2", "--seed=7", "--jobs", "2"], in: folder)
    #expect(one.output == two.output && one.output.split(separator: "\n").count == 2)
    #expect(one.status == 1 && one.errors == "1 record rejected\n" + bad)
    let all = try BuiltTool.run(select + ["--sample", "100%"], in: folder)
    #expect(all.output.split(separator: "\n").count == 5)
    let arrow = try BuiltTool.run(
      ["select", "feed.ndjson", "--column", "n:real=n", "--format", "arrow", "--limit", "1"],
      in: folder)
    #expect(arrow.status == 2 && arrow.errors.contains("--limit and --sample choose rows"))
  }

  @Test("select reads columns and filters by JSONPath")
  func queries() throws {
    let result = try BuiltTool.run(
      [
        "select", "-", "--format", "ndjson", "--column", "ids:json=$..id", "--where",
        "$..id > 1 and not exists `$[?@ == 'no']`",
      ], in: folder, input: "{\"a\":[{\"id\":1},{\"id\":2}]}\n{\"id\":1}\n{\"id\":3,\"x\":\"no\"}\n"
    )
    #expect(result.status == 0 && result.output == "{\"ids\":[1,2]}\n", "\(result.errors)")
  }

  @Test("dedupe prints the first or the last record of each key, and reports the rest")
  func dedupe() throws {
    let first = try BuiltTool.run(
      ["dedupe", "feed.ndjson", "--key", "id", "--rejects", "r"], in: folder)
    #expect(first.status == 1)
    #expect(
      first.output.split(separator: "\n").map { $0.prefix(8) } == [
        "{\"id\":1,", "{\"id\":2,", "{\"id\":3,",
      ])
    #expect(
      first.errors == "3 records, 1 duplicate left out, 2 bad\n" + bad
        + "missing-field: 1, the first at feed.ndjson:6: expected a field \"id\" at $, found none\n"
    )
    #expect(folder.lines("r").count == 2)
    #expect(folder.lines("r").last?.contains("missing-field") == true)
    let last = try BuiltTool.run(
      ["dedupe", "feed.ndjson", "--key", "id", "--keep", "last", "--jobs", "2"], in: folder)
    #expect(last.output.hasPrefix("{\"id\":2,") && last.output.hasSuffix("\"who\":\"cyd\"}\n"))
    #expect(last.errors == first.errors)
    let whole = try BuiltTool.run(["dedupe", "feed.ndjson", "--where", "id = 1"], in: folder)
    #expect(whole.errors == "2 records, 0 duplicates left out, 3 filtered, 1 bad\n" + bad)
    let most = try BuiltTool.run(
      ["dedupe", "feed.ndjson", "--key", "id", "--max-keys", "2"], in: folder)
    #expect(most.status == 2 && most.errors.contains("more than 2 different keys"))
    let kept = try BuiltTool.run(
      ["dedupe", "feed.ndjson", "--key", "id", "--keep", "last", "--max-errors", "0"], in: folder)
    #expect(kept.status == 3 && kept.output.isEmpty, "\(kept.errors)")
  }

  @Test(
    "reasons and first places of bad records are told when they exceed the limit, by diff, too",
    arguments: [
      ["count", "bad"], ["select", "bad", "--column", "id:int=id"],
      ["dedupe", "bad", "--key", "id"],
      ["diff", "bad", "good", "--key", "id"], ["diff", "good", "bad", "--key", "id"],
    ])
  func limit(words: [String]) throws {
    try folder.write("{\"id\":1}\nbad\n{\"id\":2}\nworse\n", to: "bad")
    try folder.write("{\"id\":1}\n", to: "good")
    let result = try BuiltTool.run(words + ["--max-errors", "1"], in: folder)
    #expect(result.status == 3, "\(result)")
    #expect(
      result.errors.contains(
        "\ninvalid-literal: 2, the first at bad:2: expected a JSON value at $, found 'bad'\n"),
      "\(result.errors)")
  }

  @Test("diff exits with 0 for equal feeds, with 1 for others, and with 2 in trouble")
  func diff() throws {
    try folder.write("{\"id\":1,\"v\":[1,2]}\n{\"id\":2}\n{\"id\":3}\n", to: "a")
    try folder.write("{\"id\":3}\n{\"v\":[1,2.0],\"id\":1}\n{\"id\":2.0}\n", to: "same")
    try folder.write("{\"id\":4}\n{\"id\":1,\"v\":[1,3],\"w\":null}\n{\"id\":3}\n", to: "b")
    let same = try BuiltTool.run(["diff", "a", "same", "--key", "id"], in: folder)
    #expect(same.status == 0 && same.output.isEmpty, "\(same.errors)")
    #expect(same.errors == "3 equal, 0 changed, 0 only in A, 0 only in B, 0 bad\n")
    let other = try BuiltTool.run(["diff", "a", "b", "--key", "id"], in: folder)
    #expect(other.status == 1)
    #expect(
      other.output == """
        ~ {"id":1}
            /v/1: 2 → 3
            /w: missing → null
        - {"id":2}
        + {"id":4}

        """)
    #expect(other.errors == "1 equal, 1 changed, 1 only in A, 1 only in B, 0 bad\n")
    let json = try BuiltTool.shell(
      "sluice diff a - --key id --format ndjson < b", in: folder)
    #expect(json.status == 1)
    #expect(
      json.output == """
        {"change":"changed","key":{"id":1},"values":[{"path":"/v/1","a":2,"b":3},{"path":"/w","b":null}],"record":{"id":1,"v":[1,2]}}
        {"change":"removed","record":{"id":2}}
        {"change":"added","record":{"id":4}}

        """)
    let bad = try BuiltTool.run(["diff", "a", "feed.ndjson", "--key", "id"], in: folder)
    #expect(bad.status == 2 && bad.errors.contains("the key of record 4 occurred before"))
    try folder.write("{\"id\":1,\"v\":[1,2]}\n{\"id\":2}\n{\"id\":3}\nbad\n", to: "c")
    let damaged = try BuiltTool.run(["diff", "a", "c", "--key", "id"], in: folder)
    #expect(
      damaged.status == 2
        && damaged.errors.hasSuffix(", 1 bad\n" + self.bad.replacing("feed.ndjson:5", with: "c:4")))
    let equalCopies = try BuiltTool.run(["diff", "a", "a", "--key", "id"], in: folder)
    #expect(equalCopies.status == 0)
  }
}
