import SluiceImport

/// `sluice completions`: completion scripts for shells.
struct CompletionsCommand: Command {
  static let name = "completions"
  static let summary = "print what a shell needs to complete commands, flags and their values"
  static let synopsis = "bash|zsh|fish"
  static let discussion = """
    Prints a script for that shell. It completes the names of commands, their flags, the values of
    flags that take a fixed set of words, and file names elsewhere.
    """
  static let example = """
    source <(sluice completions bash)
    sluice completions zsh > "${fpath[1]}/_sluice"
    sluice completions fish > ~/.config/fish/completions/sluice.fish
    """
  static let flags: [Flag] = []
  static var operands: Operands { .words(Shell.allCases.map(\.rawValue)) }

  private enum Shell: String, CaseIterable { case bash, zsh, fish }

  private let shell: Shell

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let name = try arguments.operand("SHELL")
    guard let shell = Shell(rawValue: name) else {
      throw UsageError("sluice completions takes bash, zsh or fish, found \"\(name)\"")
    }
    self.shell = shell
  }

  func files() -> FileRoles { FileRoles() }

  func run() throws -> ExitStatus {
    let script =
      switch shell {
      case .bash: Completions.bash
      case .zsh: Completions.zsh
      case .fish: Completions.fish
      }
    try unsafe StandardOutput.shared.write(script)
    return .success
  }
}
