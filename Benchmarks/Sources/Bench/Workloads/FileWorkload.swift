import CContenders
import Results
import Sluice

/// Fields of each record of somebody's own file: `--file my.ndjson --path a.b --path c`.
enum FileWorkload {
  static func make(_ settings: Settings) throws -> Workload {
    guard let path = settings.file else { throw Unavailable(description: "needs --file") }
    let file = try UserFile(path, paths: settings.paths)
    let pointers = file.paths.map { JSONPointerText.text($0) }
    let kind = file.isLines ? "lines" : "whole"
    let cpp = try settings.libraries.flatMap { library in
      library.setPaths(pointers)
      return try [("paths.ondemand.\(kind)", "simdjson"), ("paths.rapidjson.\(kind)", "rapidjson")]
        .map { try CppContender($0.0, as: $0.1, from: library, over: file.documents) }
    }
    return Workload(
      name: "file", input: InputReport(file.name, Array(file.documents.all[0])),
      records: file.records, recordName: file.isLines ? "records" : "document",
      contenders: [
        FileSluice("sluice", file, .accessed), FileSluice("sluice.full", file, .full),
        FileJSONSerialization(file),
      ] + cpp)
  }
}

/// JSON Pointers (RFC 6901) of keys.
enum JSONPointerText {
  static func text(_ keys: [String]) -> String {
    keys.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
  }
}
