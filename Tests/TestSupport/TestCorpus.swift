import Foundation

/// The folder of test data that `SLUICE_CORPUS` names, if any.
public enum TestCorpus {
  public static let path = ProcessInfo.processInfo.environment["SLUICE_CORPUS"]

  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
