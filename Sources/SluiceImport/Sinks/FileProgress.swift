import Sluice
import SluiceSystem

/// The progress of the jobs that write into a file, from the file `PATH.sluice` next to it: see
/// ``ProgressJournal`` for its form.
struct FileProgress {
  /// A job: its source, and its progress there.
  struct Job {
    let source: ByteName
    /// What it takes: its columns, and the other settings that decide which rows there are.
    let columns: ByteName
    /// The file that its rows went to: `fileID` at that time.
    var fileID: String
    var checkpoint: Checkpoint
  }

  /// A replacement that was begun: the files that gather it, in the target's folder.
  struct BegunReplacement: Hashable {
    /// The names of its rows' file and of its progress, without their folder.
    let part: String
    let journal: String
    /// Distinguishes it from another one. Its progress has it, too.
    let id: String
    /// The fingerprint of its sources and columns; nil: it can't be resumed.
    let sources: String?
    /// Whether it is complete, and takes the target's place, in the next run if not in this one.
    var isPublishing = false
    /// What it may replace then.
    var replaceable = Replaceable.anything
  }

  /// Distinguishes the file from another one at its path that earlier jobs did not write into.
  var fileID = RandomName.make()
  /// The length of the rows' file with the rows that the checkpoints count.
  var length: Int64 = 0
  /// What proves that a file is this one up to there; nil: nothing was written yet.
  var proof: FileProof?
  /// Whether the last commit ended its job; otherwise anything after `length` is a killed job's.
  var isFinished = true
  /// The mode of the last commit, as a word.
  var mode = ""
  /// The columns of all jobs: the file has one head.
  var columns: ByteName = ""
  /// Whether others remove rows.
  var mayBeEmpty = false
  var jobs = JournaledJobs()
  var replacement: BegunReplacement?
  /// The id of the replacement that a part belongs to, and the file that has its rows.
  var id: String?
  var inode: UInt64?

  static func path(besides path: String) -> String { "\(path).sluice" }

  /// The checkpoint of a job. Throws when that job took something else.
  func checkpoint(of job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    guard let job, let known = try jobs.job(of: job.source) else { return nil }
    guard known.columns == job.columns else {
      throw ImportError(
        .conflict,
        "\(job.source) was imported into this file with other columns: "
          + known.columns.text.split(separator: "\n").joined(separator: " ")
          + "; give the same, or name another file")
    }
    return known.checkpoint
  }

  func checkpoints(of jobs: [JobIdentity?]) throws(ImportError) -> [Checkpoint?] {
    try jobs.map { job throws(ImportError) in try checkpoint(of: job) }
  }

  mutating func forget(_ sources: Set<ByteName>) throws(ImportError) {
    for source in sources { try jobs.forget(source) }
  }

  /// Ties the progress of sources to the current file.
  mutating func adopt(_ sources: Set<ByteName>) throws(ImportError) {
    for source in sources { try jobs.adopt(source, fileID) }
  }

  /// Whether the file is unchanged up to the last commit.
  func fits(_ file: OutputFile) throws(ImportError) -> Bool {
    guard let proof else { return true }
    return try file.attempt { () throws(SystemError) in
      try proof.difference(inContentOf: file.descriptor)
    } == nil
  }

  /// What speaks against cutting off what comes after the last commit; nil: nothing does.
  func difference(
    forCutting file: OutputFile, linesBeginning beginning: [UInt8]?
  ) throws(ImportError) -> FileProof.Difference? {
    let proof = proof ?? FileProof(unprovenAt: length)
    return try file.attempt { () throws(SystemError) in
      try proof.difference(forCutting: file.descriptor, linesBeginning: beginning)
    }
  }

  /// Records the file as it is now.
  mutating func record(_ file: OutputFile) throws(ImportError) {
    length = file.length
    proof = try file.attempt { () throws(SystemError) in
      try FileProof(of: file.descriptor, length: file.length)
    }
  }
}
