import Foundation

/// A MariaDB server of one test, which may kill it: scripts/with-mariadb, until this value is gone.
public final class PrivateMariaDB {
  public let address: String
  /// A program that kills the server and starts it again.
  public let restarting: String
  private let process = Process()
  private let input = Pipe()

  public init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let output = Pipe()
    process.executableURL = root.appendingPathComponent("scripts/with-mariadb")
    // The server stays until the command's input ends.
    process.arguments = [
      "sh", "-c", "echo \"$SLUICE_MARIADB\"; echo \"$SLUICE_MARIADB_RESTART\"; cat > /dev/null",
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var text = ""
    while text.split(separator: "\n").count < 2 || !text.hasSuffix("\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else {
        throw TestMariaDB.Failure(description: "scripts/with-mariadb did not start a server")
      }
      text += String(decoding: more, as: UTF8.self)
    }
    let lines = text.split(separator: "\n").map(String.init)
    (address, restarting) = (lines[0], lines[1])
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
