/// A sink that writes files on this machine, which must not be other files of the job.
protocol FileWritingSink: Sink {
  func addFiles(to roles: inout FileRoles)
}

extension FileSink: FileWritingSink {
  func addFiles(to roles: inout FileRoles) {
    if let descriptor {
      roles.writes(descriptor: descriptor, as: "standard output")
    } else {
      // Next to the file that a link leads to; what gathers a replacement has a name of its own.
      let path = (try? target()) ?? path
      roles.writes(path, as: "the target", besides: [".sluice"])
    }
  }
}

extension SQLiteSink: FileWritingSink {
  /// With the files of SQLite's journals (sqlite.org/tempfiles.html).
  func addFiles(to roles: inout FileRoles) {
    roles.writes(path, as: "the target", besides: ["-wal", "-shm", "-journal"])
  }
}

extension DuckDBSink: FileWritingSink {
  /// With the file of DuckDB's log.
  func addFiles(to roles: inout FileRoles) {
    roles.writes(path, as: "the target", besides: [".wal"])
  }
}
