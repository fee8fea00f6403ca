import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

/// Brokers that ask for TLS and a login: librdkafka's mock cluster behind Tests/Servers/kafka_tls.py.
@Suite(
  "A topic behind TLS",
  .enabled(
    if: TestTopic.isThere && ObjectServer.python != nil && TestCertificates.openssl != nil,
    "librdkafka, python3 or openssl is not installed"))
struct KafkaTLSTests {
  private let certificates: TestCertificates
  private let topic: TestTopic

  init() throws {
    certificates = try TestCertificates()
    topic = try TestTopic(partitions: 2)
    for partition in 0..<2 {
      try topic.send((0..<50).map { "{\"id\":\($0)}" }, to: partition)
    }
  }

  /// Counts the records through a proxy that shows a certificate and asks for a login, if one is given.
  private func count(
    _ kind: TestCertificates.Kind, login: String? = nil, _ properties: [String]
  ) throws -> BuiltTool.Result {
    try run(kind, login: login, properties) { ["count", $0] }
  }

  /// Runs the tool with a topic's address.
  private func run(
    _ kind: TestCertificates.Kind, login: String? = nil, _ properties: [String],
    _ arguments: (_ address: String) -> [String]
  ) throws -> BuiltTool.Result {
    let broker = try #require(topic.brokers.split(separator: ":").last)
    let proxy = try ObjectServer(
      [String(broker)] + certificates.files(kind) + (login.map { [$0] } ?? []),
      program: "kafka_tls.py")
    let folder = certificates.folder
    let lines =
      properties + ["ssl.ca.location=\(certificates.authority)", "socket.timeout.ms=3000"]
    try folder.write(lines.joined(separator: "\n") + "\n", to: "kafka.properties")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder["kafka.properties"])
    return try BuiltTool.run(
      arguments("kafka://127.0.0.1:\(proxy.port)/\(topic.name)?config=kafka.properties"), in: folder
    )
  }

  @Test("is read where the brokers' authority is trusted")
  func trusted() throws {
    let counted = try count(.good, ["security.protocol=ssl"])
    #expect(counted.status == 0, "\(counted)")
    #expect(counted.output.contains("records      100"), "\(counted)")
  }

  @Test(
    "is refused to brokers with other certificates, and the error says so",
    arguments: [TestCertificates.Kind.elsewhere, .expired, .lone])
  func refused(kind: TestCertificates.Kind) throws {
    let counted = try count(kind, ["security.protocol=ssl"])
    #expect(counted.status != 0 && counted.output.isEmpty, "\(counted)")
    #expect(counted.errors.contains("certificate verify failed"), "\(counted)")
  }

  /// The ways to log in. Kerberos (GSSAPI) needs a realm of its own, and is not among them.
  enum Mechanism: String, CaseIterable {
    case plain = "PLAIN"
    case scram256 = "SCRAM-SHA-256"
    case scram512 = "SCRAM-SHA-512"
    case bearer = "OAUTHBEARER"

    func properties(_ user: String, _ password: String) -> [String] {
      ["security.protocol=sasl_ssl", "sasl.mechanism=\(rawValue)"]
        + (self == .bearer
          ? [
            "enable.sasl.oauthbearer.unsecure.jwt=true",
            "sasl.oauthbearer.config=principal=\(user)",
          ]
          : ["sasl.username=\(user)", "sasl.password=\(password)"])
    }

    /// What brokers expect.
    func login(_ user: String, _ password: String) -> String { "\(rawValue):\(user):\(password)" }
  }

  @Test("is read with a login, which nothing prints", arguments: Mechanism.allCases)
  func login(_ mechanism: Mechanism) throws {
    let properties = mechanism.properties("reader", "geheim")
    let counted = try count(.good, login: mechanism.login("reader", "geheim"), properties)
    #expect(counted.status == 0, "\(counted)")
    #expect(counted.output.contains("records      100"), "\(counted)")
    let refused = try count(.good, login: mechanism.login("anders", "anders"), properties)
    #expect(refused.status != 0 && refused.output.isEmpty, "\(refused)")
    #expect(refused.errors.contains("SASL"), "\(refused)")
    #expect(!refused.errors.contains("geheim"), "\(refused)")
  }

  @Test("is written to with a login, which nothing prints", arguments: Mechanism.allCases)
  func target(_ mechanism: Mechanism) throws {
    try topic.makeTopic("sluice_progress")
    try certificates.folder.write(
      (0..<30).map { "{\"id\":\($0)}\n" }.joined(), to: "feed.ndjson")
    let properties = mechanism.properties("writer", "geheim")
    let arguments = { (address: String) in
      ["import", "feed.ndjson", "--into", address, "--column", "id:int=id"]
    }
    let refused = try run(.good, login: mechanism.login("anders", "anders"), properties, arguments)
    #expect(refused.status == 2 && refused.errors.contains("SASL"), "\(refused)")
    #expect(!refused.errors.contains("geheim"), "\(refused)")
    let login = mechanism.login("writer", "geheim")
    let stored = try run(.good, login: login, properties, arguments)
    #expect(stored.status == 0 && stored.errors.contains("30 rows"), "\(stored)")
    let counted = try count(.good, login: login, properties)
    #expect(counted.output.contains("records      130"), "\(counted)")
  }
}
