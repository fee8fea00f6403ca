import SluiceImport

extension ParsedArguments {
  /// The job of a command: its job file, if there is one, with the settings that the command line replaces.
  /// Every job goes through a job file's value, whether there is a file or not.
  func job() throws(UsageError) -> ImportJobFile {
    var file = ImportJobFile()
    if let path = value("--job") {
      file = try ParsedArguments.using { () throws(ImportError) in
        try ImportJobFile(contentsOf: path)
      }
    } else {
      _ = try someOperands("FEED")
      let target = try required("--into")
      if try ParsedArguments.using({ () throws(ImportError) in try SinkTarget(parsing: target) })
        .isDatabase
      {
        _ = try required("--table")
      }
      _ = try required("--column")
    }
    file = try settings(over: file)
    if !operands.isEmpty { file.sources = operands }
    file.columns = try columns(over: file.columns)
    for (flag, choice) in Flag.tableChoices where has(flag.name) { file.choices.insert(choice) }
    return file
  }
}
