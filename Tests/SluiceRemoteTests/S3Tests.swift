import Foundation
import Sluice
import SluiceFeed
import SluiceRemote
import TestSupport
import Testing

/// Against a server that checks signatures by the specification, not by curl.
@Suite("Objects in buckets", .enabled(if: ObjectServer.python != nil, "python3 is not installed"))
struct S3Tests {
  private static let keys = ["KEYID", "geheim/+=x", "token+/=="]

  /// A server that takes signed requests only, and an environment with the keys.
  private func signed(
    _ more: [String: String] = [:], page: Int = 1000, hasToken: Bool = true
  ) throws -> Remote {
    let keys = hasToken ? S3Tests.keys : Array(S3Tests.keys.prefix(2))
    var remote = try Remote(["--sign", keys.joined(separator: ":"), "--page", "\(page)"])
    remote.variables = [
      "AWS_ENDPOINT_URL_S3": remote.server.site, "AWS_ACCESS_KEY_ID": keys[0],
      "AWS_SECRET_ACCESS_KEY": keys[1], "AWS_REGION": "eu-central-1",
      "AWS_EC2_METADATA_DISABLED": "true",
    ]
    if hasToken { remote.variables["AWS_SESSION_TOKEN"] = keys[2] }
    remote.variables.merge(more) { $1 }
    return remote
  }

  /// Without any keys in the environment.
  private func keyless(_ variables: (Remote) -> [String: String]) throws -> Remote {
    var remote = try signed()
    remote.variables = [
      "AWS_ENDPOINT_URL_S3": remote.server.site, "AWS_EC2_METADATA_DISABLED": "1",
    ]
    .merging(variables(remote)) { $1 }
    return remote
  }

  private func object(_ url: String, _ remote: Remote) throws -> RemoteObject {
    try RemoteObject(SourceAddress(url), context: remote.context())
  }

  private func message(_ url: String, _ remote: Remote) -> String {
    do {
      return "no error: \(try remote.records(try object(url, remote)))"
    } catch {
      return "\(error)"
    }
  }

  static let strangeKeys = [
    "plain", "a=b", "a+b", "a b", "é", "%", "%41", "what?", "#", "a&b=c",
    "dt=2026-01-31/h=1/x.json",
    "~._-", "a//b", "./a/../b", "!*'();:@$,[]", "日本/🎉", "\"<>\\^`{|}", "x y+z=é%?&#",
  ]

  @Test("are found and signed under any key", arguments: strangeKeys)
  func keys(key: String) throws {
    guard !key.contains("*") else { return try pattern(key: key) }
    let remote = try signed()
    try remote.server.put("/bucket/\(key)", "{\"a\":1}\n")
    #expect(try remote.records(object("s3://bucket/\(key)", remote)) == ["{\"a\":1}"])
  }

  /// A key with an asterisk is found by the pattern that it is.
  private func pattern(key: String) throws {
    let remote = try signed()
    try remote.server.put("/bucket/\(key)", "{\"a\":1}\n")
    let found = try RemoteObject.objects(
      at: SourceAddress("s3://bucket/\(key)"), context: remote.context())
    #expect(found.map(\.name) == ["s3://bucket/\(key)"])
    #expect(try remote.records(found[0]) == ["{\"a\":1}"])
  }

  @Test("are listed page by page, in the order of their keys", arguments: [1, 3, 1000])
  func listing(page: Int) throws {
    let remote = try signed(page: page)
    let keys = S3Tests.strangeKeys.map { "p =+é/\($0)" }
    for key in keys { try remote.server.put("/bucket/\(key)", "{\"a\":1}\n") }
    try remote.server.put("/bucket/p =+é/", "")
    try remote.server.put("/bucket/q", "")
    let context = remote.context()
    let found = try RemoteObject.objects(at: SourceAddress("s3://bucket/p =+é/*"), context: context)
    #expect(
      found.map(\.name)
        == keys.map { "s3://bucket/\($0)" }.sorted {
          $0.utf8.lexicographicallyPrecedes($1.utf8)
        })
    #expect(found.allSatisfy { $0.size == 8 && $0.version != nil })
    for object in found { #expect(try remote.records(object).count == 1) }
    let some = try RemoteObject.objects(
      at: SourceAddress("s3://bucket/*/h=1/*.json"), context: context)
    #expect(some.map(\.name) == ["s3://bucket/p =+é/dt=2026-01-31/h=1/x.json"])
    #expect(throws: JSONError.self) {
      try RemoteObject.objects(at: SourceAddress("s3://bucket/none*"), context: context)
    }
  }

  @Test("of a list that changed since are refused")
  func changedSinceListing() throws {
    let remote = try signed()
    try remote.server.put("/b/a", "{\"a\":1}\n")
    let found = try RemoteObject.objects(at: SourceAddress("s3://b/*"), context: remote.context())
    try remote.server.put("/b/a", "{\"a\":2}\n")
    do {
      _ = try remote.records(found[0])
      Issue.record("it has changed")
    } catch {
      #expect("\(error)".contains("changed while it was read"))
    }
  }

  @Test("are refused to wrong keys, and the error has no secret")
  func wrongKeys() throws {
    let remote = try signed(["AWS_SECRET_ACCESS_KEY": "geheim2", "AWS_SESSION_TOKEN": ""])
    try remote.server.put("/b/a", "{\"a\":1}\n")
    let text = message("s3://b/a", remote)
    #expect(text.contains("403 InvalidToken"))
    let other = try signed(["AWS_SECRET_ACCESS_KEY": "geheim2"])
    try other.server.put("/b/a", "{\"a\":1}\n")
    let second = message("s3://b/a", other)
    #expect(second.contains("403 SignatureDoesNotMatch"), "\(second)")
    #expect(!text.contains("geheim") && !second.contains("geheim"))
    #expect(second.contains("the credentials of the environment"))
    #expect(try other.server.log().count == 1)
  }

  @Test("are asked for without a signature where there are no keys")
  func anonymous() throws {
    var remote = try Remote()
    remote.variables = [
      "AWS_ENDPOINT_URL": remote.server.site, "AWS_EC2_METADATA_DISABLED": "true",
    ]
    try remote.server.put("/b/a", "{\"a\":1}\n")
    #expect(try remote.records(object("s3://b/a", remote)) == ["{\"a\":1}"])
    #expect(try remote.server.log()[0].headers["authorization"] == nil)
    let closed = try keyless { _ in [:] }
    try closed.server.put("/b/a", "{\"a\":1}\n")
    #expect(message("s3://b/a", closed).contains("without credentials"))
    // Although there are some.
    let asked = try signed(["AWS_SKIP_SIGNATURE": "true"])
    #expect(message("s3://b/a", asked).contains("AWS_SKIP_SIGNATURE"))
  }

  @Test("are signed for the region that the server names")
  func region() throws {
    let remote = try signed()
    try remote.server.put(
      "/b/a", "{\"a\":1}\n", script: "[{\"status\":400,\"region\":\"ap-south-2\"},{}]")
    #expect(try remote.records(object("s3://b/a", remote)) == ["{\"a\":1}"])
    let scopes = try remote.server.log().compactMap { $0.headers["authorization"] }
    #expect(scopes.count == 2)
    #expect(scopes[0].contains("/eu-central-1/s3/") && scopes[1].contains("/ap-south-2/s3/"))
    // A name that could be a part of an address is not believed.
    try remote.server.put(
      "/b/b", "{\"a\":1}\n", script: "{\"status\":400,\"region\":\"evil.example/\"}")
    #expect(message("s3://b/b", remote).contains("400"))
    #expect(try remote.server.log().count == 1)
  }

  @Test("are not followed elsewhere with a signature")
  func redirection() throws {
    let other = try ObjectServer()
    let remote = try signed()
    try remote.server.put("/b/a", "", script: "{\"redirect\":\"\(other.site)/b/a\",\"code\":307}")
    #expect(message("s3://b/a", remote).contains("signed request"))
    #expect(try other.log().isEmpty)
  }

  // Where keys come from.

  @Test("are signed with the keys of a profile, which others should not read")
  func profiles() throws {
    let folder = try TemporaryFolder()
    let keys = S3Tests.keys
    try folder.write(
      """
      # a comment
      [default]
      aws_access_key_id = other
      aws_secret_access_key = other

      [ work ]
      aws_access_key_id=\(keys[0])
      aws_secret_access_key = \(keys[1])
      aws_session_token = \(keys[2])
      """, to: "credentials")
    let remote = try keyless { _ in
      [
        "AWS_PROFILE": "work", "AWS_SHARED_CREDENTIALS_FILE": folder["credentials"],
        "AWS_CONFIG_FILE": folder["config"], "AWS_ENDPOINT_URL_S3": "",
      ]
    }
    try folder.write(
      "[profile work]\nregion = sa-east-1\nendpoint_url = \(remote.server.site)\ns3 =\n  x = y\n",
      to: "config")
    try remote.server.put("/b/a", "{\"a\":1}\n")
    unsafe chmod(folder["credentials"], 0o644)
    let context = remote.context()
    let object = try RemoteObject(SourceAddress("s3://b/a"), context: context)
    #expect(try remote.records(object) == ["{\"a\":1}"])
    #expect(
      context.notes.all.count == 1 && context.notes.all[0].text.hasPrefix(folder["credentials"]))
    #expect(!context.notes.all[0].text.contains("geheim"))
    #expect(
      try remote.server.log()[0].headers["authorization"]?.contains("/sa-east-1/") == true)
    unsafe chmod(folder["credentials"], 0o600)
    let quiet = remote.context()
    _ = try remote.records(RemoteObject(SourceAddress("s3://b/a"), context: quiet))
    #expect(quiet.notes.all.isEmpty)
    var missing = remote
    missing.variables["AWS_PROFILE"] = "nobody"
    #expect(message("s3://b/a", missing).contains("no profile \"nobody\""))
  }

  @Test("are signed with keys that a token is exchanged for")
  func webIdentity() throws {
    let folder = try TemporaryFolder()
    try folder.write("the-token\n", to: "token")
    unsafe chmod(folder["token"], 0o600)
    let remote = try keyless { remote in
      [
        "AWS_WEB_IDENTITY_TOKEN_FILE": folder["token"], "AWS_ROLE_ARN": "arn:aws:iam::1:role/x",
        "AWS_ENDPOINT_URL_STS": remote.server.site,
      ]
    }
    try remote.server.put("/b/a", "{\"a\":1}\n")
    #expect(try remote.records(object("s3://b/a", remote)) == ["{\"a\":1}"])
    let log = try remote.server.log()
    #expect(log.count == 2)
    // The token is in the body, not in the address, which servers log.
    #expect(log[0].method == "POST" && !log[0].target.contains("the-token"))
    try folder.write("another-token\n", to: "token")
    let text = message("s3://b/a", remote)
    #expect(text.contains("400 InvalidIdentityToken") && !text.contains("another-token"))
  }

  @Test("are signed with the keys of a container's role")
  func container() throws {
    let remote = try keyless { remote in
      [
        "AWS_CONTAINER_CREDENTIALS_FULL_URI": remote.server.site + "/container",
        "AWS_CONTAINER_AUTHORIZATION_TOKEN": "container-token",
      ]
    }
    try remote.server.put("/b/a", "{\"a\":1}\n")
    #expect(try remote.records(object("s3://b/a", remote)) == ["{\"a\":1}"])
    var elsewhere = remote
    elsewhere.variables["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = "http://192.0.2.1/x"
    #expect(message("s3://b/a", elsewhere).contains("only from this machine"))
  }

  @Test("are signed with the keys of the machine's role")
  func instance() throws {
    let remote = try keyless { remote in
      [
        "AWS_EC2_METADATA_DISABLED": "",
        "AWS_EC2_METADATA_SERVICE_ENDPOINT": remote.server.site + "/",
      ]
    }
    try remote.server.put("/b/a", "{\"a\":1}\n")
    let context = remote.context()
    for _ in 0..<3 {
      let object = try RemoteObject(SourceAddress("s3://b/a"), context: context)
      #expect(try remote.records(object) == ["{\"a\":1}"])
    }
    // The keys are asked for once.
    #expect(
      try remote.server.log().map(\.target) == [
        "/latest/api/token", "/latest/meta-data/iam/security-credentials/",
        "/latest/meta-data/iam/security-credentials/role", "/b/a", "/b/a", "/b/a",
      ])
  }

  @Test("are not asked for with half of a key, or one that breaks a header")
  func halfKeys() throws {
    let half = try keyless { _ in ["AWS_ACCESS_KEY_ID": "x"] }
    #expect(message("s3://b/a", half).contains("AWS_SECRET_ACCESS_KEY"))
    let broken = try signed(["AWS_SESSION_TOKEN": "geheim\r\nX-Evil: 1"])
    let text = message("s3://b/a", broken)
    #expect(text.contains("line end") && !text.contains("geheim"))
    #expect(try broken.server.log().isEmpty)
  }

  @Test("need a time that can be read, and know when it has come")
  func times() {
    #expect(ISOTime.seconds("1970-01-01T00:00:00Z") == 0)
    #expect(ISOTime.seconds("2000-02-29T12:34:56Z") == 951_827_696)
    #expect(ISOTime.seconds("2026-11-26T11:00:00Z") == 1_795_690_800)
    #expect(ISOTime.seconds("2026-11-26T11:00:00.123Z") != nil)
    for bad in ["", "Z", "2026-13-01T00:00:00Z", "2026-01-01", "9999999999999999999-1-1T1:1:1Z"] {
      #expect(ISOTime.seconds(bad) == nil)
    }
    let soon = AWSCredentials(keyID: "a", secret: "geheim", token: nil, expires: 1)
    #expect(
      AWSIdentity(credentials: soon, source: "", region: nil, endpoint: nil).expiresSoon)
    var text = ""
    dump(soon, to: &text)
    #expect(!"\(soon) \(String(reflecting: soon)) \(text)".contains("geheim"))
  }

  @Test("match patterns whose asterisks stand for anything")
  func patterns() throws {
    let table = [
      ("a*", "a", true), ("a*", "abc/d", true), ("a*", "ba", false), ("*", "x", true),
      ("*.gz", "a/b.gz", true), ("*.gz", "a.gz.x", false), ("a*b*c", "axbxxbc", true),
      ("a*b*c", "axcb", false), ("**", "", true), ("a*é", "a/é", true),
    ]
    for (pattern, key, isMatch) in table {
      #expect(
        S3Address(bucket: "b", key: pattern).matches(key) == isMatch, "\(pattern) \(key)")
    }
  }
}
