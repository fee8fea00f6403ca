import Sluice
import SluiceImport
import SluiceSystem

/// `--metrics`: an import's counts for Prometheus, in a file that is replaced as a whole, or at a socket.
final class Metrics: ProgressReporter {
  enum Place {
    case file(String)
    /// Answers each request with the counts at that moment.
    case socket(String)
  }

  private struct ReportedMetrics {
    var lag = SourceLag()
    var latest = ReportedState()
    var hasFailed = false
    /// The socket that was made; nil: a file is written.
    var socket: FileIdentity?
  }

  let place: Place
  private let form: MetricsText
  private let state = LockedValue(ReportedMetrics())

  init(_ text: String, target: SinkTarget, table: String?) throws(UsageError) {
    let isSocket = text.starts(withText: "unix:")
    let path = isSocket ? String(text.unicodeScalars.dropFirst("unix:".utf8.count)) : text
    guard !path.isEmpty else {
      throw UsageError("--metrics takes FILE, or unix:PATH for a socket, found \"\(text)\"")
    }
    place = isSocket ? .socket(path) : .file(path)
    form = MetricsText(
      labels: [(name: "target", value: "\(target)")]
        + (table.map { [(name: "table", value: $0)] } ?? []))
  }

  var path: String {
    switch place {
    case .file(let path), .socket(let path): path
    }
  }

  /// Makes the first file, or listens at the socket. Throws ``ImportError`` where that can't be done: before
  /// the import begins.
  func begin() throws(ImportError) {
    switch place {
    case .file(let path):
      let text = form.text(ReportedState(), lag: state.withLock { $0.lag.now })
      try Leftovers.remove(ofDocument: path, beginning: Array(text.utf8.prefix(8)))
      try write(ReportedState())
    case .socket(let path): try listen(at: path)
    }
  }

  func note(_ progress: ImportProgress) { state.withLock { $0.lag.note(progress) } }

  func report(_ state: ReportedState) {
    self.state.withLock { $0.latest = state }
    guard case .file = place else {
      if state.end != nil { FileSystem.remove(path, of: self.state.withLock { $0.socket }) }
      return
    }
    do throws(ImportError) {
      try write(state)
    } catch {
      // The import goes on: its result does not depend on who watches it. One message is enough.
      let isFirst = self.state.withLock { state in
        defer { state.hasFailed = true }
        return !state.hasFailed
      }
      if isFirst { StandardError.complain("metrics are not written any more: \(error.message)") }
    }
  }

  private func write(_ state: ReportedState) throws(ImportError) {
    let lag = self.state.withLock { $0.lag.now }
    try OutputFile.write(Array(form.text(state, lag: lag).utf8), to: path, over: .anything)
  }

  // MARK: Socket

  private func listen(at path: String) throws(ImportError) {
    do throws(SystemError) {
      let listener = try LocalSocket.listen(at: path)
      let socket = try? FileStatus(at: path, followingLinks: false).identity
      state.withLock { $0.socket = socket }
      try WorkerThread { [self] in
        while let connection = try? LocalSocket.accept(at: listener) {
          answer(connection)
          connection.close()
        }
      }.detach()
    } catch {
      throw ImportError(.sink, "can't serve metrics at \(path): \(error.code)")
    }
  }

  /// Answers one request of HTTP. Every path has the same answer.
  private func answer(_ connection: FileDescriptor) {
    guard let isGet = Metrics.request(from: connection) else { return }
    guard isGet else {
      return connection.writeLog(
        "HTTP/1.1 405 Method Not Allowed\r\nAllow: GET\r\nContent-Length: 0\r\n"
          + "Connection: close\r\n\r\n")
    }
    let (latest, lag) = state.withLock { ($0.latest, $0.lag.now) }
    let text = form.text(latest, lag: lag)
    connection.writeLog(
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
        + "Content-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n" + text)
  }

  /// Reads up to the empty line after a request. Returns whether its method is GET; nil: there is no request.
  private static func request(from connection: FileDescriptor) -> Bool? {
    var request: [UInt8] = []
    while request.count < 16 << 10 {
      let count = unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { room in
        let count = (try? unsafe connection.read(into: room)) ?? 0
        unsafe request.append(contentsOf: room.prefix(count))
        return count
      }
      guard count > 0 else { return nil }
      if request.suffix(4) == [13, 10, 13, 10] { return request.starts(with: Array("GET ".utf8)) }
    }
    return nil
  }
}
