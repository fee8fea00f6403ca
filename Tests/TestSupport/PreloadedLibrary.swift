import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A library in C that tests compile, to preload it into processes that they start.
public enum PreloadedLibrary {
  /// Why it can't be compiled here.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// The C compiler on the PATH.
  public static var compiler: String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.flatMap { ["\($0)/clang", "\($0)/cc"] }
      .first(where: FileManager.default.isExecutableFile(atPath:))
  }

  /// Compiles a source file to a library in the tests' folder, which the caller removes. Returns its path.
  public static func compile(_ source: URL, name: String) -> Result<String, Failure> {
    #if os(Linux)
      guard ProcessInfo.processInfo.environment["SLUICE_SANITIZER"] == nil else {
        return .failure(Failure(description: "a sanitizer's runtime wants to be the first library"))
      }
      guard let compiler else {
        return .failure(Failure(description: "no C compiler (clang, cc) is on the PATH"))
      }
      // Next to the test bundle: the build's folder is writable.
      let library = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "sluice-\(name)-\(getpid()).so").path(percentEncoded: false)
      let process = Process()
      process.executableURL = URL(filePath: compiler)
      process.arguments =
        ["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-o", library]
        + [source.path(percentEncoded: false), "-ldl"]
      do { try process.run() } catch {
        return .failure(Failure(description: "\(compiler): \(error)"))
      }
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        return .failure(
          Failure(
            description:
              "\(compiler) can't compile \(source.lastPathComponent): \(process.terminationStatus)"
          ))
      }
      return .success(library)
    #else
      return .failure(Failure(description: "preloading a library is Linux's"))
    #endif
  }
}
