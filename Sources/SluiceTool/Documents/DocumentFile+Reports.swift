import Sluice
import SluiceFeed
import SluiceSystem

extension DocumentFile {
  /// A file's name for messages: of a URL, without its secrets.
  static func name(of file: String) -> String {
    PrintableText.line(SourceAddress(ifURL: file)?.description ?? file)
  }

  /// Runs `body` for each file. Reports a file that can't be read, and continues with the next one. Returns
  /// the worst status.
  static func forEach(
    _ files: [String], _ body: (String) throws -> ExitStatus
  ) throws -> ExitStatus {
    var worst = ExitStatus.success
    for file in files {
      let status: ExitStatus
      do {
        status = try body(file)
      } catch let error as JSONError {
        try unsafe StandardOutput.shared.flush()
        if error.code == .io {
          StandardError.write("sluice: \(error)\n")
          status = .failure
        } else {
          StandardError.write("sluice: \(name(of: file)): \(report(error))")
          status = .rejected
        }
      }
      if status.rawValue > worst.rawValue { worst = status }
    }
    return worst
  }

  /// The error, followed by the text around its position with a caret below.
  static func report(_ error: JSONError) -> String {
    guard let location = error.location else { return "\(error)\n" }
    let indent = String(repeating: " ", count: location.mark)
    return "\(error)\n    \(location.excerpt)\n    \(indent)^\n"
  }
}
