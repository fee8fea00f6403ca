import Sluice

extension DocumentFile {
  /// Runs `body` for each file. One that can't be read gets a message, and the next one its turn;
  /// the status is the worst of all.
  static func forEach(
    _ files: [String], _ body: (String) throws -> ExitStatus
  ) throws -> ExitStatus {
    var worst = ExitStatus.success
    for file in files {
      let status: ExitStatus
      do {
        status = try body(file)
      } catch let error as JSONError {
        try StandardOutput.shared.flush()
        if error.code == .io {
          StandardError.write("sluice: \(error)\n")
          status = .failure
        } else {
          StandardError.write("sluice: \(PrintableText.line(file)): \(report(error))")
          status = .rejected
        }
      }
      if status.rawValue > worst.rawValue { worst = status }
    }
    return worst
  }

  /// The error, and below it the text around the place with a caret under it.
  static func report(_ error: JSONError) -> String {
    guard let location = error.location else { return "\(error)\n" }
    let indent = String(repeating: " ", count: location.mark)
    return "\(error)\n    \(location.excerpt)\n    \(indent)^\n"
  }
}
