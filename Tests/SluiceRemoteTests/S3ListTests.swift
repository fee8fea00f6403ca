import Foundation
import Sluice
import SluiceFeed
import SluiceRemote
import TestSupport
import Testing

/// Lists of keys that are not what the bucket holds.
@Suite("Lists of keys", .enabled(if: ObjectServer.python != nil, "python3 is not installed"))
struct S3ListTests {
  private static let page = """
    \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
    <!-- a list -->
    <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>
      <Prefix/><EncodingType>url</EncodingType><KeyCount>5</KeyCount><IsTruncated>true</IsTruncated>
      <Contents><Key>a+b%2Fc</Key><Size>7</Size><ETag>&quot;e1&quot;</ETag><Owner><ID>x</ID></Owner></Contents>
      <Contents><ETag>&#34;e2&#x22;</ETag><Key><![CDATA[d&e]]></Key><Size>0</Size></Contents>
      <Contents><Key>f<!-- no part of it -->g</Key><Size>9007199254740992</Size></Contents>
      <Contents ><Key>h</Key><Size>1</Size><StorageClass kind='a "b"'>S</StorageClass></Contents >
      <CommonPrefixes><Prefix>p/</Prefix></CommonPrefixes>
      <NextContinuationToken>t&amp;1</NextContinuationToken><?app x?>
    </ListBucketResult>

    """

  private static let entries = [
    "a b/c 7 \"e1\"", "d&e 0 \"e2\"", "fg 9007199254740992 none", "h 1 none",
  ]

  private func page(_ text: String) throws -> S3ListPage { try S3ListPage(Array(text.utf8)) }

  private func entries(_ page: S3ListPage) -> [String] {
    page.entries.map { "\($0.key) \($0.size) \($0.etag ?? "none")" }
  }

  private func fault(_ text: String) -> String {
    do {
      return "no fault: \(try page(text).entries)"
    } catch {
      return (error as? XMLFault)?.reason ?? "\(error)"
    }
  }

  @Test("are read by what XML means")
  func whole() throws {
    let page = try page(S3ListTests.page)
    #expect(entries(page) == S3ListTests.entries)
    #expect(page.isCut && page.continuation == "t&1")
  }

  @Test("that end early were taken as whole, at any byte")
  func prefixes() throws {
    let bytes = Array(S3ListTests.page.utf8)
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: ">")))
    for count in 0...bytes.count {
      let prefix = Array(bytes[..<count])
      if count > end {
        #expect(try entries(S3ListPage(prefix)) == S3ListTests.entries)
      } else {
        #expect(throws: XMLFault.self, "the first \(count) bytes") { try S3ListPage(prefix) }
      }
    }
  }

  @Test("that contradict themselves were taken as they came")
  func contradictions() throws {
    let table = [
      ("<KeyCount>5<", "<KeyCount>6<", "expected 6 keys, as KeyCount says, found 5"),
      ("<KeyCount>5<", "<KeyCount>five<", "expected five keys"),
      ("<Size>7</Size>", "", "found none"),
      ("<Size>7<", "<Size>-7<", "found -7"),
      ("<Size>7<", "<Size>9223372036854775807<", "found 9223372036854775807"),
      ("<Size>7<", "<Size>99999999999999999999<", "found 99999999999999999999"),
      ("<Key>h</Key>", "", "expected a Key"),
      ("<Key>h</Key>", "<Key>h</Key><Key>i</Key>", "expected one Key in <Contents>, found 2"),
      ("<Key>h</Key>", "<Key>h<b/></Key>", "expected text in <Key>, found <b>"),
      ("<IsTruncated>true", "<IsTruncated>yes", "true or false, found yes"),
      ("<IsTruncated>true</IsTruncated>", "", "true or false, found none"),
      ("url</EncodingType>", "base64</EncodingType>", "found base64"),
      ("a+b%2Fc", "a>b", "expected an encoded key and an ETag, found a>b"),
      ("&quot;e1&quot;", "&lt;e1", "expected an encoded key and an ETag, found <e1"),
      ("</ListBucketResult>", "</ListBucketResult><x/>", "expected the end after"),
      ("</Contents >", "</Content>", "expected </Contents>, found </Content>"),
      ("<Prefix/>", "<Prefix>", "expected </Prefix>"),
      ("&amp;", "&amp", "expected a reference"), ("&amp;", "&none;", "expected a reference"),
      ("&amp;", "&#0;", "expected a reference"), ("&amp;", "&#xD800;", "expected a reference"),
      ("&amp;", "&#+38;", "expected a reference"), ("&amp;", "&", "expected a reference"),
      ("no part of it", "no -- part", "expected >"), ("t&amp;1", "]]>", "expected no ]]>"),
      ("<?app x?>", "<?xml version=\"1.0\"?>", "the declaration at the start only"),
      ("UTF-8", "UTF-16", "expected the encoding UTF-8, found UTF-16"),
      ("<!-- a list -->", "<!DOCTYPE x [<!ENTITY a \"b\">]>", "expected a name"),
      ("<!-- a list -->", "<![CDATA[x]]>", "expected a name"),
      ("<!-- a list -->", "text", "expected the root element"),
      ("t&amp;1", "\u{1}", "a character that XML allows"),
      ("t&amp;1", "\u{FFFF}", "a character that XML allows"),
      ("kind='a \"b\"'", "kind='a' kind='b'", "each attribute once"),
      ("kind='a \"b\"'", "kind=a", "a quotation mark"), ("kind='a \"b\"'", "k='<'", "no <"),
    ]
    for (before, after, reason) in table {
      let text = S3ListTests.page.replacing(before, with: after, maxReplacements: 1)
      #expect(text != S3ListTests.page, "\(before)")
      #expect(fault(text).contains(reason), "\(before) → \(after): \(fault(text))")
    }
    #expect(
      fault("<Error><Code>SlowDown</Code><Message>later</Message></Error>")
        == "expected <ListBucketResult>, found <Error>: SlowDown: later")
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(fault(deep).contains("at most 64 elements in each other"))
    #expect(throws: XMLFault.self) { try S3ListPage(Array("<a>".utf8) + [0xFF]) }
  }

  @Test("that are damaged gave other keys")
  func damage() throws {
    // Without what makes text of markup (CDATA) or drops text (comments), and with keys that are the same whether
    // they are decoded or not: a list that lost its whole EncodingType is well-formed.
    let page = S3ListTests.page.replacing("<![CDATA[d&e]]>", with: "d&amp;e")
      .replacing("f<!-- no part of it -->g", with: "fg").replacing("a+b%2Fc", with: "abc")
    let keys = S3ListTests.entries.map { $0.replacing("a b/c", with: "abc") }
    let bytes = Array(page.utf8)
    // Where text stands that nothing else tells: a key is what it says.
    var isText = [Bool](repeating: false, count: bytes.count)
    for value in [
      ">abc<", ">d&amp;e<", ">fg<", ">h<", "&quot;e1&quot;", "&#34;e2&#x22;", ">7<", ">0<", ">1<",
      "9007199254740992",
    ] {
      let found = try #require(bytes.firstRange(of: Array(value.utf8)))
      let isBetween = value.hasPrefix(">")
      for i in found where !isBetween || i != found.lowerBound && i != found.upperBound - 1 {
        isText[i] = true
      }
    }
    func withoutETag(_ entry: String) -> String {
      entry.split(separator: " ").dropLast().joined(separator: " ")
    }
    let etags: [String?] = ["\"e1\"", "\"e2\"", nil]
    var (refused, same) = (0, 0)
    for seed in 0..<UInt64(Rounds.count(3000, long: 100_000)) {
      var random = SeededGenerator(seed: seed)
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        let end = Int.random(in: place..<min(place + 120, bytes.count), using: &random)
        // Damage begins in the markup.
        guard place < damaged.count, !isText[place], damaged.count == bytes.count else { continue }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
        case 1: damaged[place] = bytes.randomElement(using: &random) ?? 0
        case 2: damaged.removeSubrange(place...end)
        default: damaged.insert(contentsOf: bytes[place...end], at: place)
        }
      }
      do {
        let page = try S3ListPage(damaged)
        // An ETag may be lost with its tags. It is one that the object has.
        let found = page.entries.map { "\($0.key) \($0.size)" }
        #expect(found == keys.map(withoutETag), "seed \(seed)")
        #expect(page.entries.allSatisfy { etags.contains($0.etag) }, "seed \(seed)")
        same += 1
      } catch {
        refused += 1
      }
    }
    print("damaged lists of keys: \(refused) refused, \(same) the same")
    #expect(refused > 1000 && same > 10)
  }

  // Over HTTP.

  private func bucket() throws -> Remote {
    var remote = try Remote(["--page", "3"])
    remote.variables = [
      "AWS_ENDPOINT_URL": remote.server.site, "AWS_EC2_METADATA_DISABLED": "true",
    ]
    for i in 0..<7 { try remote.server.put("/b/k\(i)", "{\"a\":\(i)}\n") }
    return remote
  }

  private func names(_ remote: Remote, attempts: Int) -> [String] {
    do {
      return try RemoteObject.objects(
        at: SourceAddress("s3://b/*"), context: remote.context(attempts: attempts)
      ).map(\.name)
    } catch {
      return ["\(error)"]
    }
  }

  @Test("that were cut were taken as whole: four keys of seven")
  func cut() throws {
    let remote = try bucket()
    let all = (0..<7).map { "s3://b/k\($0)" }
    for lists in [
      "[{},{\"cut\":200}]", "[{\"cut\":0},{\"cut\":300},{\"cut\":5}]",
      "[{},{},{\"replace\":[\"<KeyCount>1<\",\"<KeyCount>2<\"]}]",
      "[{\"replace\":[\"</ListBucketResult>\",\"\"]}]",
    ] {
      try remote.server.setLists(lists)
      #expect(names(remote, attempts: 4) == all, "\(lists)")
    }
    _ = try remote.server.log()
    // As often as other failures, and no more.
    try remote.server.setLists(
      "[{},{\"cut\":300},{\"cut\":300},{\"cut\":300},{\"cut\":300},{\"cut\":300}]")
    let refused = names(remote, attempts: 3)
    #expect(refused.count == 1 && refused[0].contains("is not whole: expected"), "\(refused)")
    #expect(refused[0].contains("at byte 300") && refused[0].contains("3 attempts failed"))
    #expect(refused[0].contains("s3://b/*") && refused[0].contains("try again"), "\(refused)")
    #expect(try remote.server.log().count == 4)
  }

  @Test("that came twice, in another order or in a circle are taken as before")
  func repeated() throws {
    let remote = try bucket()
    try remote.server.setLists("[{\"replace\":[\"k0\",\"k2\"]}]")
    #expect(
      names(remote, attempts: 2)
        == [1, 2, 2, 3, 4, 5, 6].map { "s3://b/k\($0)" })
    try remote.server.setLists(
      "[{},{\"replace\":[\"<NextContinuationToken>6b35\",\"<NextContinuationToken>6b32\"]}]")
    #expect(names(remote, attempts: 2)[0].contains("does not continue"))
  }

  @Test("of credentials that were cut had no time at which they expire")
  func credentials() throws {
    var remote = try Remote(["--sign", "KEYID:geheim:geheim-token"])
    let folder = try TemporaryFolder()
    try folder.write("the-token", to: "token")
    unsafe chmod(folder["token"], 0o600)
    remote.variables = [
      "AWS_WEB_IDENTITY_TOKEN_FILE": folder["token"], "AWS_ROLE_ARN": "arn:aws:iam::1:role/x",
      "AWS_ENDPOINT_URL_STS": remote.server.site,
      "AWS_ENDPOINT_URL_S3": remote.server.site, "AWS_EC2_METADATA_DISABLED": "1",
    ]
    try remote.server.put("/b/a", "{}\n")
    func object() throws -> RemoteObject {
      try RemoteObject(SourceAddress("s3://b/a"), context: remote.context(attempts: 2))
    }
    #expect(try remote.records(object()) == ["{}"])
    // Before the time at which they expire.
    try remote.server.setLists("[{\"cut\":180}]")
    do {
      _ = try remote.records(object())
      Issue.record("the credentials are not whole")
    } catch {
      #expect("\(error)".contains("holds no credentials") && !"\(error)".contains("geheim"))
    }
  }
}
