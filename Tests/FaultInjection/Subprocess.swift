import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process, started directly: tests start some thousands, and each must take milliseconds.
final class Subprocess {
  /// How a process ended.
  enum End: Equatable, CustomStringConvertible {
    case exit(Int32)
    case signal(Int32)

    var description: String {
      switch self {
      case .exit(let status): "exit \(status)"
      case .signal(SIGALRM): "hung (SIGALRM)"
      case .signal(let signal): "signal \(signal)"
      }
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let identifier: pid_t
  private var ended: End?

  /// `environment`: additions to this process's. `errors`: the file for standard error; standard output is
  /// discarded.
  init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    errors: String? = nil
  ) throws {
    let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe all.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer {
      unsafe words.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    if let errors {
      unsafe posix_spawn_file_actions_addopen(
        &actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    // The threads of a test block signals, and a process would inherit that.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var identifier: pid_t = 0
    let code = unsafe posix_spawn(&identifier, program, &actions, &attributes, &words, &variables)
    guard code == 0 else {
      throw Failure(
        description: unsafe "can't start \(program): \(String(cString: strerror(code)))")
    }
    self.identifier = identifier
  }

  deinit {
    guard ended == nil else { return }
    kill(identifier, SIGKILL)
    _ = end()
  }

  /// Waits for the process's end.
  @discardableResult
  func end() -> End {
    if let ended { return ended }
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let end: End = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
    ended = end
    return end
  }

  /// Whether it has ended by now.
  var hasEnded: Bool {
    if ended != nil { return true }
    var status: Int32 = 0
    guard unsafe waitpid(identifier, &status, WNOHANG) == identifier else { return false }
    let signal = status & 0x7F
    ended = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
    return true
  }

  func send(_ signal: Int32) { if ended == nil { kill(identifier, signal) } }
}
