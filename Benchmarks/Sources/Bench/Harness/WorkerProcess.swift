import Foundation

/// A process that reads commands and writes answers, each a line.
final class WorkerProcess {
  /// No work takes longer: a process that is silent for this long is stuck, and is ended.
  private static let patience = 120.0

  private let process = Process()
  private let (input, output) = (Pipe(), Pipe())
  private var unread: [UInt8] = []

  init(_ command: [String]) throws {
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// It ends when its input closes.
  deinit {
    try? input.fileHandleForWriting.close()
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  /// Sends a line, and returns what follows `word` in the line that answers it.
  func ask(_ question: String, for word: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data("\(question)\n".utf8))
    return try line(for: word)
  }

  /// The next line, which must begin with that word, without it.
  func line(for word: String) throws -> String {
    let line = try nextLine()
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.first == word else {
      throw Unavailable(
        description: parts.first == "failed"
          ? parts.last ?? line : "said \"\(line.prefix(100))\", expected \"\(word)\"")
    }
    return parts.count > 1 ? parts[1] : ""
  }

  private func nextLine() throws -> String {
    let deadline = Date(timeIntervalSinceNow: WorkerProcess.patience)
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread.removeSubrange(...end) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      var waiting = pollfd(
        fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      let left = deadline.timeIntervalSinceNow
      let found = left > 0 ? poll(&waiting, 1, Int32(left * 1000) + 1) : 0
      // A signal, such as that of Ctrl-C, ends the waiting, not the work.
      if found < 0, errno == EINTR { continue }
      guard found > 0 else {
        throw Unavailable(description: "said nothing for \(Int(WorkerProcess.patience)) seconds")
      }
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else {
        throw Unavailable(description: "its process ended")
      }
      unread += bytes
    }
  }

  /// The CPU time of the process so far, of all its threads, user and system.
  func cpuSeconds() throws -> Double {
    #if canImport(Glibc)
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(process.processIdentifier, &clock) == 0,
        clock_gettime(clock, &time) == 0
      else { throw Unavailable(description: "its process ended") }
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    #else
      throw Unavailable(description: "another process's CPU time is read on Linux only")
    #endif
  }
}
