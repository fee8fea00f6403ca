import Foundation

/// A task that runs on the thread that asks for it, so that its CPU time is that thread's.
enum TaskOnThisThread {
  /// Runs the jobs of one task, in the order in which they come.
  private final class Executor: TaskExecutor, @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var hasEnded = false

    func enqueue(_ job: consuming ExecutorJob) {
      condition.lock()
      jobs.append(UnownedJob(job))
      condition.signal()
      condition.unlock()
    }

    func end() {
      condition.lock()
      hasEnded = true
      condition.signal()
      condition.unlock()
    }

    private func next() -> UnownedJob? {
      condition.lock()
      defer { condition.unlock() }
      while jobs.isEmpty, !hasEnded { condition.wait() }
      return jobs.isEmpty ? nil : jobs.removeFirst()
    }

    func run() {
      while let job = next() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
  }

  private final class Outcome: @unchecked Sendable {
    var result: Result<Void, any Error>?
  }

  static func run(_ body: @escaping @Sendable () async throws -> Void) throws {
    let (executor, outcome) = (Executor(), Outcome())
    Task(executorPreference: executor) {
      do {
        outcome.result = .success(try await body())
      } catch {
        outcome.result = .failure(error)
      }
      executor.end()
    }
    executor.run()
    try outcome.result?.get()
  }
}
