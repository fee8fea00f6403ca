import Sluice
import SluiceSystem

extension WorkerThread {
  /// Runs `body` on its own thread. Throws `io` naming `name` if the system can't create a thread.
  convenience init(
    for name: String, _ body: @escaping @Sendable () -> Void
  ) throws(JSONError) {
    do throws(SystemError) {
      try self.init(body)
    } catch {
      throw JSONError(
        .io, at: 0, name: name, reason: "no thread could be started: \(error.code)")
    }
  }
}
