import Foundation
import TestSupport

/// The library that is preloaded into the tool, and makes system calls fail (Shim/faults.c).
enum FaultShim {
  /// Why the shim is missing here; nil when it is present.
  static var reason: String? {
    switch built {
    case .success: nil
    case .failure(let failure): failure.description
    }
  }

  static var isThere: Bool { reason == nil }

  static func path() throws -> String { try built.get() }

  /// Compiled once for each run of the tests.
  private static let built: Result<String, PreloadedLibrary.Failure> = {
    atexit { if let path = try? FaultShim.path() { unsafe unlink(path) } }
    return PreloadedLibrary.compile(
      URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Shim/faults.c"),
      name: "faults")
  }()
}
