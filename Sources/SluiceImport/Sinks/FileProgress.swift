import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How far the jobs have come that write into a file: a JSON object in the file `PATH.sluice` beside
/// it. It is written anew at each commit, and renamed into its place.
struct FileProgress {
  /// A job: its source, and where it is.
  struct Job {
    let source: String
    /// What it takes: its columns, and what else decides which rows there are.
    let columns: String
    var checkpoint: Checkpoint
  }

  /// How long the rows' file is with the rows that the checkpoints count.
  var length: Int64 = 0
  /// Whether the last commit was a job's last: what is behind `length` otherwise is a killed job's.
  var isFinished = true
  /// Of a job that replaces the file: whether all was written that is to take its name.
  var isReplaced = false
  /// The mode of the last commit, as a word.
  var mode = ""
  /// The columns of all jobs: the file has one head.
  var columns = ""
  var jobs: [Job] = []

  static func path(besides path: String) -> String { "\(path).sluice" }

  /// The checkpoint of a job. Throws when that job took something else.
  func checkpoint(of job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    guard let job, let known = jobs.first(where: { $0.source == job.source }) else { return nil }
    guard known.columns == job.columns else {
      throw ImportError(
        .conflict,
        "\(job.source) was imported into this file with other columns: "
          + known.columns.split(separator: "\n").joined(separator: " ")
          + "; give the same, or name another file")
    }
    return known.checkpoint
  }

  mutating func set(_ checkpoint: Checkpoint, of job: JobIdentity) {
    if let known = jobs.firstIndex(where: { $0.source == job.source }) {
      jobs[known].checkpoint = checkpoint
    } else {
      jobs.append(Job(source: job.source, columns: job.columns, checkpoint: checkpoint))
    }
  }

  /// Nil: there is no such file.
  static func read(besides path: String) throws(ImportError) -> FileProgress? {
    let place = self.path(besides: path)
    guard let json = try OutputFile.json(at: place, unreadable: { unreadable(place, $0) }) else {
      return nil
    }
    guard let length = json["length"]?.int64, length >= 0,
      let isFinished = json["finished"]?.bool, let mode = json["mode"]?.string,
      let columns = json["columns"]?.string, let jobs = json["jobs"]?.array
    else { throw unreadable(place, "a field is missing") }
    var progress = FileProgress(
      length: length, isFinished: isFinished, isReplaced: json["replaced"]?.bool ?? false,
      mode: mode, columns: columns)
    for job in jobs {
      guard let source = job["source"]?.string, let columns = job["columns"]?.string,
        let checkpoint = job["checkpoint"].flatMap({ Checkpoint($0) })
      else { throw unreadable(place, "a job has no checkpoint") }
      progress.jobs.append(Job(source: source, columns: columns, checkpoint: checkpoint))
    }
    return progress
  }

  private static func unreadable(_ place: String, _ reason: String) -> ImportError {
    ImportError(
      .conflict,
      "\(place) keeps the progress of imports and can't be read: \(reason). Remove it together with"
        + " the rows' file, or name another target")
  }

  /// Written in full before it takes the old one's place.
  func write(besides path: String) throws(ImportError) {
    let place = FileProgress.path(besides: path)
    let text: [UInt8]
    do throws(JSONError) {
      text = try bytes()
    } catch {
      throw ImportError(.sink, "can't write \(place): \(error.summary)")
    }
    try OutputFile.write(text, to: place)
  }

  private func bytes() throws(JSONError) -> [UInt8] {
    var writer = JSONWriter(options: .pretty)
    try writer.beginObject()
    try writer.key("length")
    try writer.value(length)
    try writer.key("finished")
    try writer.value(isFinished)
    if isReplaced {
      try writer.key("replaced")
      try writer.value(true)
    }
    try writer.key("mode")
    try writer.value(mode)
    try writer.key("columns")
    try writer.value(columns)
    try writer.key("jobs")
    try writer.beginArray()
    for job in jobs {
      try writer.beginObject()
      try writer.key("source")
      try writer.value(job.source)
      try writer.key("columns")
      try writer.value(job.columns)
      try writer.key("checkpoint")
      try job.checkpoint.write(to: &writer)
      try writer.endObject()
    }
    try writer.endArray()
    try writer.endObject()
    return try writer.takeBytes()
  }
}
