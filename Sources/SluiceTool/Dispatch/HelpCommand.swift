import SluiceImport

/// `sluice help`: what the tool and its commands do.
struct HelpCommand: Command {
  static let name = "help"
  static let summary = "explain the tool or a command, or print the manual page"
  static let synopsis = "[COMMAND] | --man"
  static let discussion = """
    Without a command, lists all commands and the meanings of exit statuses. With --man, prints the
    manual page of the whole tool, for man or groff.
    """
  static let example = """
    sluice help import
    sluice help --man | man -l -
    sluice help --man > /usr/local/share/man/man1/sluice.1
    """
  static let flags = [Flag("--man", nil, "print the manual page (roff)")]
  static var operands: Operands { .words(Tool.commands.map { $0.name }) }

  private let text: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    if arguments.has("--man") {
      try arguments.noOperands()
      text = ManualPage.text
    } else if arguments.operands.isEmpty {
      text = Help.overview
    } else {
      text = Help.text(for: try Tool.command(named: try arguments.operand("COMMAND")))
    }
  }

  func files() -> FileRoles { FileRoles() }

  func run() throws -> ExitStatus {
    try unsafe StandardOutput.shared.write(text)
    return .success
  }
}
