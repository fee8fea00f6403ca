import Foundation

/// A program that the package's build puts beside the tests.
public enum BuiltProgram {
  /// No program of this name is beside the tests: a build of some products leaves others out.
  public struct Missing: Error, CustomStringConvertible {
    let name: String

    public var description: String {
      """
      the program \(name) is not beside the tests; build it with `swift build --product \(name)` and \
      the options of the tests' build, or run `scripts/test`, which builds what each module's tests start
      """
    }
  }

  /// Returns the program's path.
  ///
  /// - Throws: `Missing`, which says how to build it.
  public static func path(_ name: String) throws -> String {
    // The test bundle is the running program (Linux), or among its arguments (macOS).
    for argument in CommandLine.arguments where argument.contains(".xctest") {
      var folder = URL(filePath: argument)
      for _ in 0..<5 {
        folder.deleteLastPathComponent()
        let program = folder.appending(path: name).path(percentEncoded: false)
        if FileManager.default.isExecutableFile(atPath: program) { return program }
      }
    }
    throw Missing(name: name)
  }
}
