import Foundation

/// The folder of corpus files, from `--corpus` or `SLUICE_CORPUS`.
struct Corpus {
  let folder: String?

  /// A file of the folder `documents`.
  func document(_ name: String) throws -> [UInt8] {
    guard let folder else {
      throw Unavailable(description: "no corpus: give --corpus DIR or set SLUICE_CORPUS")
    }
    let path = "\(folder)/documents/\(name)"
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Unavailable(description: "\(path) can't be read")
    }
    return [UInt8](data)
  }

  /// The webhook payloads, in the order of their paths.
  func payloads() throws -> [[UInt8]] {
    guard let folder else {
      throw Unavailable(description: "no corpus: give --corpus DIR or set SLUICE_CORPUS")
    }
    let root = "\(folder)/octokit-webhooks/payload-examples"
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    let payloads = names.filter { $0.hasSuffix(".json") }.sorted().compactMap {
      FileManager.default.contents(atPath: "\(root)/\($0)").map { [UInt8]($0) }
    }
    guard !payloads.isEmpty else { throw Unavailable(description: "\(root) has no payloads") }
    return payloads
  }
}
