import Sluice
import SluiceFeed
import SluiceImport
import SluiceKafka
import SluiceRemote
import SluiceSystem

/// Chooses the command, runs it, and turns what it throws into a message and an exit status.
enum Tool {
  static var version: String { SluiceVersion.current }

  static var commands: [any Command.Type] {
    [
      ImportCommand.self, PlanCommand.self, VerifyCommand.self, InferCommand.self,
      CountCommand.self,
      SelectCommand.self, DedupeCommand.self, DiffCommand.self, WatchCommand.self,
      SplitCommand.self, ReplayCommand.self, CheckCommand.self, GetCommand.self,
      FormatCommand.self, EditCommand.self, SampleCommand.self, DoctorCommand.self,
      CompletionsCommand.self,
      HelpCommand.self,
    ]
  }

  static func run() -> ExitStatus {
    SourceKind.register(.remote)
    SourceKind.register(.kafka)
    do {
      let status = try dispatch(try Words.ofCommandLine())
      try unsafe StandardOutput.shared.flush()
      try StandardStreams.closeOutput()
      return status
    } catch let error as OutputError {
      switch error {
      case .closed: return .success
      case .stopped: return .interrupted
      case .failed(let reason):
        StandardError.complain("can't write to standard output: \(reason)")
      }
    } catch let error as ImportError where error.kind == .stopped {
      StandardError.complain("\(error)")
      return .interrupted
    } catch {
      // Output from before the error comes first.
      try? unsafe StandardOutput.shared.flush()
      StandardError.complain("\(error)")
    }
    return .failure
  }

  private static func dispatch(_ words: [String]) throws -> ExitStatus {
    guard let first = words.first else {
      StandardError.write(Help.overview)
      return .failure
    }
    switch first {
    case "--help", "-h": try unsafe StandardOutput.shared.write(Help.overview)
    case "--version", "-V": try unsafe StandardOutput.shared.write("sluice \(version)\n")
    default:
      let command = try command(named: first)
      let rest = Array(words.dropFirst())
      if ParsedArguments.askForHelp(rest, flags: command.flags) {
        try unsafe StandardOutput.shared.write(Help.text(for: command))
        break
      }
      let arguments = try ParsedArguments(rest, of: command)
      let ready = try command.init(arguments)
      let files = try ready.files()
      try check(files)
      if ![VerifyCommand.name, PlanCommand.name].contains(command.name) { announce(files.awaited) }
      // Imports have them in their summaries.
      defer { if command != ImportCommand.self { tellNotes() } }
      return try ready.run()
    }
    return .success
  }

  /// Throws when a file would be written that is also another file of the command, or a standard stream.
  private static func check(_ files: FileRoles) throws(ImportError) {
    var (withOutput, withErrors) = (files, files)
    withOutput.writes(descriptor: .standardOutput, as: "standard output")
    withErrors.writes(descriptor: .standardError, as: "standard error")
    let isOutputTaken = files.include(descriptor: .standardOutput)
    if files.include(descriptor: .standardError) {
      // Not even this message may go there.
      StandardStreams.turnErrors(toOutput: !isOutputTaken)
    }
    try withOutput.check()
    try withErrors.check()
  }

  /// Says which logs have to appear before anything can be read.
  private static func announce(_ logs: [String]) {
    for log in logs {
      StandardError.write("waiting for \(PrintableText.line(log)): nothing is there yet\n")
    }
  }

  /// What was found about files of secrets, and about topics that no job reads.
  private static func tellNotes() {
    for note in SourceNotes.process.all {
      StandardError.write("\(note.kind): \(PrintableText.line(note.text))\n")
    }
  }

  static func command(named name: String) throws(UsageError) -> any Command.Type {
    if let command = commands.first(where: { $0.name == name }) { return command }
    if name.hasPrefix("-") {
      throw UsageError("there is no flag \(name) before a command; see sluice --help")
    }
    let known = commands.map { $0.name }
    throw UsageError(
      "there is no command \"\(name)\"\(Nearest.suggestion(for: name, among: known));"
        + " see sluice --help")
  }
}
