import SluiceImport
import SluiceSystem

/// An import's state for systemd (sd_notify(3)): that it is ready, what it has done, and that it stops.
///
/// The import is ready at its first commit, when its feed was found and its target is open.
struct ServiceStatus: ProgressReporter {
  private struct Told {
    var isReady = false
    var text = ""
  }

  private let socket: String
  private let told = LockedValue(Told())

  /// Nil without a service manager that listens.
  init?() {
    guard let socket = Environment.value(of: "NOTIFY_SOCKET"), !socket.isEmpty else { return nil }
    self.socket = socket
  }

  func note(_ progress: ImportProgress) {
    let isFirst = told.withLock { told in
      defer { told.isReady = true }
      return !told.isReady
    }
    if isFirst { send("READY=1\nSTATUS=\(ServiceStatus.text(progress))") }
  }

  func report(_ state: ReportedState) {
    if let text = state.latest.map(ServiceStatus.text) {
      let isNew = told.withLock { told in
        defer { told.text = text }
        return told.text != text
      }
      if isNew { send("STATUS=\(text)") }
    }
    guard let end = state.end else { return }
    // A manager takes an end before the service is ready for a failure.
    let wasReady = told.withLock { $0.isReady }
    if !wasReady, end != .failed { send("READY=1") }
    send("STOPPING=1")
  }

  private static func text(_ now: ImportProgress) -> String {
    PrintableText.line(
      "\(Figures.count(now.rows, "row")), \(Figures.count(now.rejects, "reject")); \(now.source) up to"
        + " byte \(now.offset)")
  }

  /// A manager that is gone is no reason to fail.
  private func send(_ message: String) { try? LocalSocket.send(message, to: socket) }
}
