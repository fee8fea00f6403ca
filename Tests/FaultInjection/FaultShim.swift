import Foundation

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

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Compiled once for each run of the tests.
  private static let built: Result<String, Failure> = {
    #if os(Linux)
      guard ProcessInfo.processInfo.environment["SLUICE_SANITIZER"] == nil else {
        return .failure(Failure(description: "a sanitizer's runtime wants to be the first library"))
      }
      let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
      let compilers = folders.flatMap { ["\($0)/clang", "\($0)/cc"] }
      guard let compiler = compilers.first(where: FileManager.default.isExecutableFile(atPath:))
      else { return .failure(Failure(description: "no C compiler (clang, cc) is on the PATH")) }
      let source = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Shim/faults.c").path(percentEncoded: false)
      // Next to the test bundle: the build's folder is writable.
      let library = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "sluice-faults-\(getpid()).so").path(percentEncoded: false)
      atexit { if let path = try? FaultShim.path() { unsafe unlink(path) } }
      do {
        let ended = try Subprocess(
          compiler, ["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-o", library, source, "-ldl"]
        ).end()
        guard ended == .exit(0) else {
          return .failure(Failure(description: "\(compiler) can't compile \(source): \(ended)"))
        }
      } catch {
        return .failure(Failure(description: "\(compiler): \(error)"))
      }
      return .success(library)
    #else
      return .failure(Failure(description: "preloading a library is Linux's"))
    #endif
  }()
}
