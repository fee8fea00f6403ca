import SluiceFeed

extension ImportJob {
  /// The files that the job reads and writes.
  package func fileRoles() throws(ImportError) -> FileRoles {
    var roles = FileRoles()
    try roles.reads(source)
    for file in sink.files { roles.writes(file) }
    if let path = options.rejectFile {
      roles.writes(path, as: "the reject file", besides: [".sluice"])
    }
    return roles
  }
}
