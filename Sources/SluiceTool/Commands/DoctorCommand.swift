import Sluice
import SluiceImport

/// `sluice doctor`: whether everything is there that jobs may need.
struct DoctorCommand: Command {
  static let name = "doctor"
  static let summary = "examine this machine: libraries, processor, limits, and what is missing"
  static let synopsis = "[--json]"
  static let discussion = """
    Shows the libraries with their versions, and loads the optional ones to see whether they are
    there; the SIMD kernel in use, and the instruction sets of the CPU; the limits of open files,
    memory and watched files; and the space for temporary files. Says what is missing, what needs
    it, and how to get it.

    Exits with 0 when all is there, with 1 when something is missing or small that a job may need,
    and with 2 when something does not work that every job needs. Changes nothing.
    """
  static let example = """
    sluice doctor
    sluice doctor --json | sluice get /status -
    """
  static let flags = [Flag("--json", nil, "print an object with all findings")]
  static var operands: Operands { .none }

  private let isJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
    isJSON = arguments.has("--json")
  }

  func files() -> FileRoles { FileRoles() }

  func run() throws -> ExitStatus {
    let diagnosis = Diagnosis()
    if isJSON {
      let json: JSON = [
        "version": .string(SluiceVersion.current), "status": .string(diagnosis.state.rawValue),
        "findings": .array(diagnosis.findings.map(\.json)),
      ]
      try unsafe StandardOutput.shared.write(json.serializedString(.pretty) + "\n")
    } else {
      try unsafe StandardOutput.shared.tell(DoctorCommand.text(diagnosis))
    }
    return switch diagnosis.state {
    case .ok: .success
    case .attention: .rejected
    case .fault: .failure
    }
  }

  private static func text(_ diagnosis: Diagnosis) -> String {
    var text = "sluice \(SluiceVersion.current)\n"
    var section = ""
    let width = diagnosis.findings.map(\.name.count).max() ?? 0
    for finding in diagnosis.findings {
      if finding.section != section {
        section = finding.section
        text += "\n\(section)\n"
      }
      let mark = finding.state == .ok ? " " : finding.state == .attention ? "!" : "x"
      let gap = String(repeating: " ", count: width - finding.name.count + 2)
      text += "\(mark) \(finding.name)\(gap)\(finding.value)\n"
      if let advice = finding.advice {
        text += String(repeating: " ", count: width + 4) + advice + "\n"
      }
    }
    let count = diagnosis.findings.filter { $0.state != .ok }.count
    return text
      + (count == 0
        ? "\nall is there\n"
        : "\n\(Figures.count(Int64(count), "finding")) to look at, marked by ! or x\n")
  }
}
