import Sluice
import SluiceSystem

/// Idle sessions, so that the first small document is decoded as fast as the thousandth. Threads never wait for one: the
/// pool makes a session if all are in use.
///
/// Sound because a session is either in the pool, which is locked, or in the hands of one decode.
final class SessionPool: Sendable {
  static let shared = SessionPool()

  /// The most idle sessions, and the most memory that they hold in total.
  private static let (limit, memoryLimit) = (32, 64 << 20)

  private struct Idle {
    var sessions: [(owner: SessionOwner, memory: Int)] = []
    var memory = 0
  }

  private let idle = LockedValue(Idle())

  func take() throws(JSONError) -> SessionOwner {
    let last = idle.withLock { idle -> SessionOwner? in
      guard let last = idle.sessions.popLast() else { return nil }
      idle.memory -= last.memory
      return last.owner
    }
    if let last { return last }
    return try SessionOwner()
  }

  /// Frees the session if the pool has enough. A session that read a very large document is too large to keep.
  func putBack(_ owner: SessionOwner) {
    let memory = owner.session.storage.memory
    idle.withLock { idle in
      guard idle.sessions.count < SessionPool.limit,
        memory <= SessionPool.memoryLimit - idle.memory
      else { return }
      idle.memory += memory
      idle.sessions.append((owner, memory))
    }
  }
}
