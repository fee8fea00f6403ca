import Foundation
import TestSupport

/// A bucket on loopback, and the tool with an environment in which only that is known, beside the settings of
/// sanitizers.
struct TestBucket {
  let server: ObjectServer
  let folder: TemporaryFolder
  var environment: [String: String]

  init(_ folder: TemporaryFolder, page: Int = 3) throws {
    self.folder = folder
    server = try ObjectServer(["--sign", "KEYID:geheim:geheim-token", "--page", "\(page)"])
    environment = TestBucket.environment(port: server.port, in: folder)
  }

  static func environment(port: Int, in folder: TemporaryFolder) -> [String: String] {
    let known = [
      "AWS_ENDPOINT_URL_S3": "http://127.0.0.1:\(port)", "AWS_ACCESS_KEY_ID": "KEYID",
      "AWS_SECRET_ACCESS_KEY": "geheim", "AWS_SESSION_TOKEN": "geheim-token",
      "AWS_REGION": "eu-central-1", "AWS_EC2_METADATA_DISABLED": "true", "HOME": folder.path,
      "AWS_MAX_ATTEMPTS": "3",
    ]
    let sanitizers = ProcessInfo.processInfo.environment.filter {
      ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
    }
    return known.merging(sanitizers) { known, _ in known }
  }

  @discardableResult
  func run(_ arguments: [String]) throws -> BuiltTool.Result {
    try BuiltTool.run(arguments, in: folder, environment: environment)
  }

  /// The files in the folder that hold a secret.
  var leaks: [String] {
    folder.names.filter { name in
      String(decoding: (try? folder.bytes(name)) ?? [], as: UTF8.self).contains("geheim")
    }
  }
}
