import Foundation

/// A server of objects on loopback (Tests/Servers/objects.py), which ends with this value.
public final class ObjectServer: @unchecked Sendable {
  public struct Request: Decodable {
    public let method: String
    public let target: String
    public let headers: [String: String]
    public let body: String
  }

  public let port: Int
  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  /// One command at a time.
  private let lock = NSLock()

  public static let python: String? = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// A Python that has moto, a server of S3 from PyPI (`pip install 'moto[server,s3]'`): that of
  /// `SLUICE_MOTO_PYTHON` (scripts/with-moto), or the system's.
  public static let pythonWithMoto: String? = {
    let named = ProcessInfo.processInfo.environment["SLUICE_MOTO_PYTHON"] ?? python
    guard let named else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: named)
    process.arguments = ["-c", "import moto.server, boto3"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    return process.terminationStatus == 0 ? named : nil
  }()

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Servers").path

  /// `program`: another one of the same folder that prints its port and ends with its input.
  public init(
    _ arguments: [String] = [], program: String = "objects.py",
    python: String? = ObjectServer.python
  ) throws {
    struct Missing: Error {}
    guard let python else { throw Missing() }
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["\(ObjectServer.folder)/\(program)"] + arguments
    process.standardInput = commands
    process.standardOutput = answers
    try process.run()
    let line = ObjectServer.line(of: answers)
    guard let port = Int(line) else { throw Missing() }
    self.port = port
  }

  deinit {
    try? commands.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  public var site: String { "http://127.0.0.1:\(port)" }

  /// Puts an object. `path` is not encoded: `/bucket/a key`. `script`: JSON; see the server.
  public func put(
    _ path: String, _ body: [UInt8], script: String = "[]", states: [[UInt8]] = []
  ) throws {
    let path = try json(path)
    let others = states.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
    try send(
      "{\"put\":\(path),\"body\":\"\(Data(body).base64EncodedString())\",\"script\":\(script),"
        + "\"states\":[\(others)]}")
  }

  /// Puts an object that has several states: steps of the script name one by its number.
  public func put(_ path: String, states: [String], script: String) throws {
    let states = states.map { Array($0.utf8) }
    try put(path, states[0], script: script, states: states)
  }

  public func put(_ path: String, _ body: String, script: String = "[]") throws {
    try put(path, Array(body.utf8), script: script)
  }

  public func remove(_ path: String) throws { try send("{\"remove\":\(json(path))}") }

  /// Sets what is wrong with the next lists: JSON; see the server.
  public func setLists(_ script: String) throws { try send("{\"lists\":\(script)}") }

  /// Sets who may sign requests: secrets and tokens by keys.
  public func setKeys(_ keys: String) throws { try send("{\"keys\":\(keys)}") }

  /// The requests since the last call.
  public func log() throws -> [Request] {
    try JSONDecoder().decode([Request].self, from: Data(send("{\"log\":true}").utf8))
  }

  private func json(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }

  /// Sends a line, and returns the line that answers it.
  @discardableResult
  public func send(_ command: String) throws -> String {
    lock.lock()
    defer { lock.unlock() }
    try commands.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8))
    return ObjectServer.line(of: answers)
  }

  private static func line(of pipe: Pipe) -> String {
    var bytes: [UInt8] = []
    while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
