import SluiceFeed

/// All sources of a run: what commits need of those before the current one, and after it.
struct RunSources {
  let count: Int
  /// Those that wait for the next commit.
  var held: HeldSources
  /// The last checkpoints of sources about whose rejects the end of the run has something to record.
  var unsettled: [JobIdentity: Checkpoint] = [:]
  /// What was committed last, and of which source.
  private(set) var last: (job: JobIdentity, checkpoint: Checkpoint)?
  /// The bytes of the sources that were read before.
  var doneBytes: Int64 = 0
  /// The size of the sources that come after; nil when that of one of them is not known.
  var bytesAhead: Int64? = 0
  let progress: ((ImportProgress) -> Void)?
  /// What distinguishes this run from others.
  let id = RandomName.make()

  init(count: Int, longestWait: Duration, _ progress: ((ImportProgress) -> Void)?) {
    (self.count, self.progress) = (count, progress)
    held = HeldSources(longestWait: longestWait)
  }

  /// Notes what the end of the run has to know of a source.
  mutating func note(_ checkpoint: Checkpoint, of job: JobIdentity) {
    last = (job, checkpoint)
    unsettled[job] = checkpoint.isUnsettled ? checkpoint : nil
  }
}
