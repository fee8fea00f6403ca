import Foundation
import Sluice

/// A text in each form that readers take.
final class Forms {
  let text: String
  let bytes: [UInt8]
  let data: Data
  let padded: PaddedBytes

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    data = Data(bytes)
    padded = PaddedBytes(bytes)
  }
}

/// A file with a text, as long as this is there.
final class SampleFile {
  let path: String
  var url: URL { URL(filePath: path) }

  init(_ text: String) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "growth-\(UUID().uuidString)")
      .path(percentEncoded: false)
    try Data(text.utf8).write(to: url)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// An empty folder, as long as this is there.
final class SampleFolder: Sendable {
  private let path: URL

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "growth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: path) }

  /// The path of a file in it.
  subscript(name: String) -> String { path.appending(path: name).path(percentEncoded: false) }
}
