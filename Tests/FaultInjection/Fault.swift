#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A system call on a watched file, in the shim's notes.
struct SystemCall: CustomStringConvertible {
  let number: Int
  let name: String
  let byteCount: Int
  /// Relative to the watched folder; or `socket`.
  let file: String

  /// Nil when the line is incomplete.
  init?(_ line: Substring) {
    let words = line.split(separator: " ", maxSplits: 3)
    guard words.count == 4, let number = Int(words[0]), let byteCount = Int(words[2]) else {
      return nil
    }
    self.number = number
    name = String(words[1])
    self.byteCount = byteCount
    file = String(words[3])
  }

  var description: String { "\(name) of \(file), \(byteCount) bytes" }
}

/// The way a call fails: the words of Shim/faults.c.
enum FaultKind: String, CaseIterable {
  case error
  case full
  case short
  case torn
  case kill
  case interrupt
  case lost
  case lostSome = "lost-some"
  case lostNames = "lost-names"

  /// The ways that apply to a call. Killing after a call is killing before the next one.
  static func all(of call: SystemCall) -> [FaultKind] {
    let several: [FaultKind] = call.byteCount > 1 ? [.short] : []
    switch call.name {
    case "read", "pread", "pread64": return [.error] + several
    case "recv": return [.error, .kill] + several
    case "send": return [.error, .torn, .kill] + several
    case "write", "pwrite", "pwrite64":
      return [.error, .full, .torn, .kill, .interrupt, .lost, .lostSome, .lostNames] + several
    case "fsync", "fdatasync": return [.error, .lost, .lostSome, .lostNames]
    case "ftruncate", "ftruncate64": return [.error, .kill, .lost]
    case "rename", "link", "unlink": return [.error, .kill, .lost, .lostNames]
    case "create", "open-empty": return [.error, .full, .kill, .lostNames]
    case "poll": return [.error, .kill]
    default: return [.error]
    }
  }

  /// Whether it ends the process.
  var isDeadly: Bool {
    switch self {
    case .torn, .kill, .lost, .lostSome, .lostNames: true
    case .error, .full, .short, .interrupt: false
    }
  }
}

/// One call that fails in one way.
struct Fault: CustomStringConvertible {
  let call: SystemCall
  let kind: FaultKind

  /// In the form that SLUICE_FAULT takes.
  var name: String { "\(call.number):\(kind.rawValue)" }
  var description: String { "\(name) (\(call))" }

  var environment: [String: String] {
    let code =
      switch call.name {
      case "lock", "flock": ENOLCK
      case "send": EPIPE
      case "recv": ECONNRESET
      case "poll": ENOMEM
      default: EIO
      }
    return [
      "SLUICE_FAULTS_AT": "\(call.number)", "SLUICE_FAULTS_KIND": kind.rawValue,
      "SLUICE_FAULTS_ERRNO": "\(code)", "SLUICE_FAULTS_SEED": "\(call.number)",
    ]
  }
}
