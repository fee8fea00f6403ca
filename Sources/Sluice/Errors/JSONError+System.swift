import SluiceSystem

extension JSONError {
  /// A failed system call. `name`: the file, for the message.
  package init(_ error: SystemError, name: String) {
    let isFolder = error.code == .isFolder && [.open, .read].contains(error.operation)
    self.init(
      .io, at: 0, name: name,
      reason: "\(error.code)\(isFolder ? SystemError.advice(forFolder: name) : "")")
  }

  /// Turns the system errors of `body` into `io` errors that name the file.
  package static func naming<R>(
    _ name: String, _ body: () throws(SystemError) -> R
  ) throws(JSONError) -> R {
    do throws(SystemError) {
      return try body()
    } catch {
      throw JSONError(error, name: name)
    }
  }
}
