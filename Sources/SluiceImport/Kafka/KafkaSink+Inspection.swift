import Sluice
import SluiceFeed
import SluiceKafka

extension KafkaSink {
  /// Reads what is committed now: a transaction that an interrupted run has left open may still be decided, before the
  /// job begins.
  public func inspect(
    for jobs: [JobIdentity?], columns: [ImportColumn]
  ) throws(ImportError) -> SinkInspection {
    _ = try keyColumns(in: columns)
    let target = try ImportError.topic(address, for: .examining, waits)
    let isThere = try KafkaSession.partitions(of: target) != nil
    let progress = try KafkaProgressTopic(beside: address, waits)
    let state = isThere ? SinkInspection.State.fits : .new(creation: nil)
    guard try progress.isThere() else {
      return SinkInspection(state: state, checkpoints: jobs.map { _ in nil })
    }
    let notes = try progress.check()
    _ = try progress.read(waits: false)
    let checkpoints = try jobs.map { job throws(ImportError) -> Checkpoint? in
      guard let job, let known = try progress.progress(of: job), !choices.contains(.restart) else {
        return nil
      }
      _ = try known.isOfThis(target, choices)
      return known.checkpoint
    }
    return SinkInspection(state: state, checkpoints: checkpoints, notes: notes)
  }
}
