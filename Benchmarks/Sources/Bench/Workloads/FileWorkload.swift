import CContenders
import Results
import Sluice

/// Fields of each record of a user's own file: `--file my.ndjson --path a.b --path c`.
enum FileWorkload {
  static func make(_ settings: Settings) throws -> Workload {
    guard let path = settings.file else { throw Unavailable(description: "needs --file") }
    return try make("file", try UserFile(path, paths: settings.paths), settings)
  }

  /// Fields of each record of a file, by cursors, and by JSON Pointers in C++.
  static func make(_ name: String, _ file: UserFile, _ settings: Settings) throws -> Workload {
    let pointers = file.paths.map { JSONPointerText.text($0) }
    let kind = file.isLines ? "lines" : "whole"
    for library in settings.libraries { library.setPaths(pointers) }
    return Workload(
      name: name, input: InputReport(file.name, Array(file.documents.all[0])),
      records: file.records, recordName: file.isLines ? "records" : "document",
      contenders: try [
        FileSluice("sluice", file, .accessed), FileSluice("sluice.full", file, .full),
        FileJSONSerialization(file),
      ]
        + CppContender.all(
          ["paths.ondemand.\(kind)": "simdjson", "paths.rapidjson.\(kind)": "rapidjson"],
          over: file.documents, settings))
  }
}

/// JSON Pointers (RFC 6901) of keys.
enum JSONPointerText {
  static func text(_ keys: [String]) -> String {
    keys.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }
}
