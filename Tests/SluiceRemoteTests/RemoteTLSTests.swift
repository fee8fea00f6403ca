import Sluice
import SluiceFeed
import SluiceRemote
import TestSupport
import Testing

/// Servers with certificates of an authority that only the tests know.
@Suite(
  "Objects on servers with certificates",
  .enabled(
    if: ObjectServer.python != nil && TestCertificates.openssl != nil,
    "python3 or openssl is not installed"))
struct RemoteTLSTests {
  private let certificates: TestCertificates

  init() throws { certificates = try TestCertificates() }

  /// What reading from a server that shows a certificate ends with.
  private func read(
    _ kind: TestCertificates.Kind, trusting variables: [String: String]
  ) throws -> (message: String, requests: Int) {
    let remote = try Remote(
      ["--tls"] + certificates.files(kind), variables: variables)
    try remote.server.put("/a", "{\"id\":1}\n{\"id\":2}\n")
    let object = try RemoteObject(
      SourceAddress("https://127.0.0.1:\(remote.server.port)/a"), context: remote.context())
    let message: String
    do {
      message = "\(try remote.records(object).count) records"
    } catch {
      message = "\(error)"
    }
    return (message, try remote.server.log().count)
  }

  @Test(
    "are read where their authority is trusted", arguments: ["CURL_CA_BUNDLE", "SSL_CERT_FILE"])
  func trusted(variable: String) throws {
    let read = try read(.good, trusting: [variable: certificates.authority])
    #expect(read.message == "2 records")
  }

  @Test(
    "are refused before anything is asked, and told apart",
    arguments: [
      (TestCertificates.Kind.elsewhere, true, "127.0.0.1"), (.expired, true, "expired"),
      (.lone, true, "self-signed"), (.good, false, "unable to get local issuer certificate"),
    ])
  func refused(kind: TestCertificates.Kind, isTrusted: Bool, words: String) throws {
    let read = try read(
      kind, trusting: isTrusted ? ["CURL_CA_BUNDLE": certificates.authority] : [:])
    #expect(read.requests == 0)
    #expect(read.message.lowercased().contains(words), "\(read.message)")
    #expect(read.message.contains("https://127.0.0.1:"), "\(read.message)")
    // Trusting more authorities helps only where the authority is not known.
    #expect(
      read.message.contains("CURL_CA_BUNDLE") == [.lone, .good].contains(kind), "\(read.message)")
  }

  @Test("are refused with the name of a file of certificates that is not there")
  func noBundle() throws {
    let read = try read(.good, trusting: ["CURL_CA_BUNDLE": "/nowhere/authority.pem"])
    #expect(read.requests == 0)
    #expect(read.message.contains("/nowhere/authority.pem"), "\(read.message)")
  }

  @Test("are not followed from https to http")
  func redirected() throws {
    let remote = try Remote(
      ["--tls"] + certificates.files(.good),
      variables: ["CURL_CA_BUNDLE": certificates.authority])
    let plain = try ObjectServer()
    try plain.put("/b", "{}\n")
    try remote.server.put("/a", "", script: "{\"redirect\":\"\(plain.site)/b\",\"code\":302}")
    let object = try RemoteObject(
      SourceAddress("https://127.0.0.1:\(remote.server.port)/a"), context: remote.context())
    #expect(throws: JSONError.self) { try remote.records(object) }
    #expect(try plain.log().isEmpty)
  }
}
