import SluiceImportTestSupport
import TestSupport
import Testing

/// libpq keeps a connection whose poll(2) failed, and gives the answer that it did not wait for to the next statement:
/// what a catalogue query then found was another query's rows, and the import ended by a trap.
@Suite("A failed wait for a server's answer")
struct FailedWaitTests {
  @Test(
    "is the connection's end: no statement is sent over it any more",
    .enabled(if: FaultShim.isThere, Comment(rawValue: FaultShim.reason ?? "")),
    .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)))
  func isLast() throws {
    for reference in ReferenceImport.servers {
      let bench = try FaultBench(reference)
      try bench.reset()
      let waits = try bench.run().calls.filter { $0.name == "poll" && $0.file == "socket" }
      try #require(waits.count > 20)
      // The first are those of connecting, which is given up.
      let step = Rounds.areLong ? 1 : waits.count / 6
      var tried = 0
      for wait in stride(from: 3, to: waits.count, by: step).map({ waits[$0] }) {
        try bench.reset()
        let run = try bench.run(Fault(call: wait, kind: .error))
        // How often a server is waited for differs from run to run, so that another call may have that number.
        guard run.calls.first(where: { $0.number == wait.number })?.name == "poll" else { continue }
        tried += 1
        #expect(run.isOrderly && !run.isComplete, "\(reference), \(wait.number): \(run)")
        let later = run.calls.filter { $0.number > wait.number && $0.name == "send" }
        // Five bytes say that the client leaves.
        #expect(later.allSatisfy { $0.byteCount <= 5 }, "\(reference), \(wait.number): \(later)")
      }
      #expect(tried > 0, "\(reference): no wait could be made to fail")
    }
  }
}
