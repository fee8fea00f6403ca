import Foundation

/// A temporary folder for a test, removed with this value.
public final class TemporaryFolder {
  public let path: String

  public init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("sluice-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A path in the folder.
  public subscript(name: String) -> String { path + "/" + name }

  /// Writes a file, and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: self[name]))
    return self[name]
  }

  public func append(_ text: String, to name: String) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: self[name]))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  public func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: self[name])))
  }

  /// Its contents, sorted.
  public var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  public func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: self[name]) }

  /// The lines of a file; empty when it is missing.
  public func lines(_ name: String) -> [String] {
    let bytes = (try? bytes(name)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The lines of a reject file without their target, in which jobs that are compared differ.
  public func rejects(_ name: String) -> [String] {
    lines(name).map { $0.replacing(/,"target":"(?:[^"\\]|\\.)*"(?=,"version":)/, with: "") }
  }
}
