import Foundation

/// Certificates for servers on loopback, made by openssl (Tests/Servers/certificates.sh): by an authority of their
/// own, and by none.
public struct TestCertificates {
  /// What a server shows.
  public enum Kind: String, Sendable, CaseIterable {
    case good
    /// For another name.
    case elsewhere
    case expired
    /// Signed by itself.
    case lone
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  public static let openssl: String? = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  public let folder: TemporaryFolder

  public init() throws {
    folder = try TemporaryFolder()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Servers/certificates.sh")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [script.path]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: String(decoding: text, as: UTF8.self))
    }
  }

  /// The file of the authority's certificate.
  public var authority: String { folder["authority.pem"] }

  /// The certificate and the key of a server, as files.
  public func files(_ kind: Kind) -> [String] {
    [folder["\(kind).pem"], folder["\(kind).key"]]
  }
}
