import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A ClickHouse server of one test: a real engine (PyPI: chdb-core) behind Tests/Servers/clickhouse.py, which puts
/// faults between it and the client.
public final class TestClickHouse {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  public static let password = "s3cr3t"

  /// A Python that has the engine: that of `SLUICE_CHDB_PYTHON` or `SLUICE_PYTHON`, or the system's.
  public static let python: String? = {
    let environment = ProcessInfo.processInfo.environment
    let named = [
      environment["SLUICE_CHDB_PYTHON"], environment["SLUICE_PYTHON"], "/usr/bin/python3",
    ]
    return named.compactMap { $0 }.first { program in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = ["-c", "from chdb import session"]
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }
  }()
  public static var isThere: Bool { python != nil }
  /// For `.enabled(if:)`.
  public static let reason =
    "chdb is not installed: run scripts/with-chdb"

  public let port: Int
  private let folder: String
  private var process = Process()
  private var input = Pipe()

  public init() throws {
    folder = NSTemporaryDirectory() + "sluice-clickhouse-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    (process, input, port) = try TestClickHouse.start(in: folder, port: 0)
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func start(in folder: String, port: Int) throws -> (Process, Pipe, Int) {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let (process, input, output) = (Process(), Pipe(), Pipe())
    guard let python else { throw Failure(description: reason) }
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [
      root.appendingPathComponent("Servers/clickhouse.py").path, folder, "\(port)",
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.hasSuffix("\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Failure(description: "the server did not start") }
      text += String(decoding: more, as: UTF8.self)
    }
    guard let port = Int(text.dropLast()) else { throw Failure(description: text) }
    return (process, input, port)
  }

  /// For the code under test, which has the password.
  public var address: String { "clickhouse://:\(TestClickHouse.password)@127.0.0.1:\(port)/d" }

  /// Kills the server and starts it again.
  public func restart() throws {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    (process, input, _) = try TestClickHouse.start(in: folder, port: port)
  }

  /// What happens to the next insertions.
  public func faults(_ next: [String]) throws {
    try send("", to: "/-/faults?next=\(next.joined(separator: ","))")
  }

  /// Makes some of all requests fail, in ways that pass.
  public func faults(rate: Double, seed: UInt64) throws {
    try send("", to: "/-/faults?rate=\(rate)&seed=\(seed)")
  }

  /// The rows of a query, each a line: `1|text|NULL`.
  @discardableResult
  public func rows(_ sql: String) throws -> [String] {
    let body = try send(sql + " FORMAT TabSeparated", to: "/?database=d")
    return body.split(separator: "\n").map {
      $0.replacingOccurrences(of: "\t", with: "|").replacingOccurrences(of: "\\N", with: "NULL")
    }
  }

  public func execute(_ sql: String) throws { try send(sql, to: "/?database=d") }

  private final class Answer: Sendable {
    let parts = Mutex<(Data, Int)>((Data(), 0))
  }

  @discardableResult
  private func send(_ body: String, to path: String) throws -> String {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
      throw Failure(description: path)
    }
    // Faults are for the code under test.
    for attempt in 1... {
      var request = URLRequest(url: url)
      request.httpMethod = "POST"
      request.httpBody = Data(body.utf8)
      request.setValue(TestClickHouse.password, forHTTPHeaderField: "X-ClickHouse-Key")
      request.setValue("1", forHTTPHeaderField: "X-No-Faults")
      let done = DispatchSemaphore(value: 0)
      let answer = Answer()
      URLSession.shared.dataTask(with: request) { data, response, _ in
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        answer.parts.withLock { $0 = (data ?? Data(), status) }
        done.signal()
      }.resume()
      done.wait()
      let (data, status) = answer.parts.withLock { $0 }
      let text = String(decoding: data, as: UTF8.self)
      if status == 200 { return text }
      guard status == 0, attempt < 5 else { throw Failure(description: "\(status): \(text)") }
    }
    return ""
  }
}
