import Foundation

/// The folder of test data that `SLUICE_CORPUS` names: public files, not part of this repository.
public struct Corpus: Sendable {
  public let root: URL

  /// Nil if the variable is unset; callers print the reason once.
  public static let current: Corpus? = {
    guard let path = ProcessInfo.processInfo.environment["SLUICE_CORPUS"], !path.isEmpty else {
      return nil
    }
    return Corpus(root: URL(filePath: path, directoryHint: .isDirectory))
  }()

  public static let isThere = current != nil
  public static let reasonForSkipping = "SLUICE_CORPUS is not set: the data files are elsewhere"

  public struct File: Sendable, CustomStringConvertible {
    /// The path below the corpus.
    public let name: String
    public let bytes: [UInt8]
    public var description: String { name }
    public var lastName: String { name.split(separator: "/").last.map(String.init) ?? name }
  }

  /// The files below `folder` whose names end in one of `endings`, sorted by name.
  public func files(
    _ folder: String = "", endings: [String] = [".json", ".ndjson"]
  ) throws -> [File] {
    let base = root.appending(path: folder, directoryHint: .isDirectory)
    guard
      let names = FileManager.default.enumerator(atPath: base.path(percentEncoded: false))
    else { return [] }
    var paths: [String] = []
    for case let name as String in names where endings.contains(where: name.hasSuffix) {
      paths.append(name)
    }
    return try paths.sorted().map { path in
      let url = base.appending(path: path)
      return File(
        name: folder.isEmpty ? path : folder + "/" + path, bytes: [UInt8](try Data(contentsOf: url))
      )
    }
  }

  /// All whole documents: every file, and each line of the NDJSON files.
  public func documents() throws -> [File] {
    try files().flatMap { file in
      guard file.name.hasSuffix(".ndjson") else { return [file] }
      return file.bytes.split(separator: UInt8(ascii: "\n")).enumerated().map { line, bytes in
        File(name: "\(file.name):\(line + 1)", bytes: Array(bytes))
      }
    }
  }
}
