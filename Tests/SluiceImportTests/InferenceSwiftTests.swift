import Foundation
import SluiceImport
import SluiceRules
import TestSupport
import Testing

/// Type-checks a source against the built modules, as a client would compile it.
private enum SwiftCompiler {
  static let swiftc: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/swiftc" }.first(
      where: FileManager.default.isExecutableFile(atPath:))
  }()

  /// The modules that the tests were built with are in the folder of their bundle.
  private static let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// The compiler's complaints; empty when it accepts the source.
  static func complaints(_ source: String) throws -> String {
    let folder = try TemporaryFolder()
    let file = try folder.write(source, to: "Inferred.swift")
    func path(_ url: URL, _ part: String) -> String {
      url.appending(path: part).path(percentEncoded: false)
    }
    let process = Process()
    process.executableURL = URL(filePath: swiftc ?? "/usr/bin/swiftc")
    process.arguments = [
      "-typecheck", "-swift-version", "6", "-parse-as-library", "-warnings-as-errors",
      "-I", path(products, "Modules"),
      "-Xcc", "-fmodule-map-file=" + path(products, "CSimdJSON.build/module.modulemap"),
      "-Xcc", "-I" + path(package, "CSimdJSON/include"),
      "-Xcc", "-fmodule-map-file=" + path(package, "CSimdJSON/System/module.modulemap"),
      "-Xcc", "-fmodule-map-file=" + path(package, "Sources/CSluiceSystem/module.modulemap"), file,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      return String(decoding: output, as: UTF8.self) + source
    }
    return ""
  }
}

@Suite("Inferred Swift", .enabled(if: SwiftCompiler.swiftc != nil, "no swiftc on PATH"))
struct InferenceSwiftTests {
  @Test("compiles, whatever the keys")
  func keys() throws {
    var fields: [String] = []
    let keys = [
      "id", "ID", "i d", "default", "self", "Self", "Type", "init", "ref", "rule", "2nd", "", "é",
      "日本", "\"", "\\(x)", "\n", "a.b", "a_b", "aB", "public", "extension", "String", "\u{301}",
      "_",
      "__", "$0", "👩‍👩‍👧", "in", "await", "any", "some", "get", "URLPath", "HTTP2", "\u{202E}",
    ]
    for key in keys { fields.append("\"\(key.isEmpty ? "" : escaped(key))\":1") }
    for key in ["String", "JSON", "Record", "Int64", "Type", "Sendable", "Foundation", "rule"] {
      fields.append("\"of \(key)\":{\"\(key)\":{\"\(key)\":{\"x\":null,\"y\":[[true]]}}}")
    }
    let report = try infer("{\(fields.joined(separator: ","))}\n")
    for name in ["Record", "String", "record", "class", "2", "", "a-b"] {
      for style in [InferenceReport.SwiftStyle.rules, .codable] {
        let source = try report.swiftSource(named: name, style: style)
        #expect(try SwiftCompiler.complaints(source) == "", "\(name), \(style)")
      }
    }
  }

  @Test("compiles for records of every type, with nulls and without")
  func types() throws {
    let record =
      """
      {"b":true,"i":1,"r":1.5,"d":18446744073709551616,"t":"x","at":"2024-05-01T12:30:00Z",
      "u":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","n":null,"m":1,"o":{"x":1},"e":{},"a":[],"l":[1],
      "ln":[1,null],"lo":[{"x":1},null],"ll":[[{"y":"z"}]],"at?":[null,"2024-05-01T12:30:00Z"]}
      """.filter { $0 != "\n" }
    let manyKeys =
      "{\"o\":{" + (0..<1200).map { "\"k\($0)\":{\"x\":\($0)}" }.joined(separator: ",") + "}}"
    let texts = [
      record + "\n", record + "\n" + record.replacing("\"m\":1", with: "\"m\":\"x\"") + "\n{}\n",
      "1\n", "null\n{\"a\":{\"b\":1}}\n", "[{\"a\":1}]\n", "1\n\"a\"\n", "null\n", manyKeys + "\n",
      manyKeys.replacing("{\"x\"", with: "null,\"y\":{\"x\"") + "\n",
    ]
    for text in texts {
      for style in [InferenceReport.SwiftStyle.rules, .codable] {
        let source = try infer(text).swiftSource(named: "Event", style: style)
        #expect(try SwiftCompiler.complaints(source) == "", "\(style)")
      }
    }
  }

  @Test("compiles for random feeds")
  func random() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("Swift of random feeds: seed \(seed)")
    for number in 0..<6 {
      var random = RandomFeed(seed: seed &+ UInt64(number))
      let text = random.text(records: 50)
      for style in [InferenceReport.SwiftStyle.rules, .codable] {
        let source = try infer(text).swiftSource(style: style)
        #expect(try SwiftCompiler.complaints(source) == "", "seed \(seed), feed \(number)")
      }
    }
  }

  @Test("a Codable struct has the fields, and keys for those with other names")
  func codable() throws {
    let text = """
      {"id":1,"first-name":"a","at":"2024-05-01T12:30:00Z","ms":"2024-05-01T12:30:00.5Z","who":{"in":1}}
      {"id":2,"first-name":null,"at":"2024-05-01T12:30:01+02:00","ms":"2024-05-01T12:30:00Z","who":{"in":2}}

      """
    let source = try infer(text).swiftSource(named: "event", style: .codable)
    let wanted = """
      // Decode with dateDecodingStrategy = .iso8601.

      import Foundation

      struct Event: Codable, Sendable {
        var id: Int64
        var firstName: String?
        var at: Date
        var ms: String
        var who: Event.Who

        enum CodingKeys: String, CodingKey {
          case id
          case firstName = "first-name"
          case at
          case ms
          case who
        }
      }

      extension Event {
        struct Who: Codable, Sendable {
          var `in`: Int64
        }
      }

      """
    #expect(source.split(separator: "\n").dropFirst() == wanted.split(separator: "\n")[...])
  }

  private func escaped(_ key: String) -> String {
    key.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
