import Sluice
import SluiceSystem

/// Messages, summaries and progress: everything that is not data.
enum StandardError {
  static var isTerminal: Bool { FileDescriptor.standardError.isTerminal }

  /// A message of the tool's own.
  static func complain(_ message: String) {
    let text = LoginText.hidden(in: PrintableText.message(message))
    writeThrough("\(Colour.red("sluice:")) \(text)\n")
  }

  /// Writes text for people at once: nothing in it reaches the terminal as a command.
  static func write(_ text: String) {
    writeThrough(LoginText.hidden(in: PrintableText.lines(text)))
  }

  /// Writes the tool's own commands to the terminal, and JSON. Ignores a reader that has gone away.
  static func writeThrough(_ text: String) { FileDescriptor.standardError.writeLog(text) }
}
