import CContenders
import Dispatch

/// A contender whose walk is asynchronous, in one task that the harness waits for.
protocol AwaitingContender: Contender, Sendable {
  func walk(into sink: inout some Sink) async throws
}

extension AwaitingContender {
  func run(passes: Int) throws -> Tally {
    try Waiting.value {
      var tally = Tally()
      for _ in 0..<passes { try await self.walk(into: &tally) }
      return tally
    }
  }

  func values() throws -> [UInt8] {
    try Waiting.value {
      var text = Text()
      try await self.walk(into: &text)
      return text.bytes
    }
  }
}

private enum Waiting {
  /// Sound to share: it is written before the signal and read after it.
  private final class Outcome<Value>: @unchecked Sendable {
    var result: Result<Value, any Error>?
  }

  static func value<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let outcome = Outcome<Value>()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        outcome.result = .success(try await work())
      } catch {
        outcome.result = .failure(error)
      }
      done.signal()
    }
    done.wait()
    guard let result = outcome.result else { throw Unavailable(description: "no result") }
    return try result.get()
  }
}
