import Foundation
import Sluice
import TestSupport
import Testing

@Suite("sluice doctor")
struct DoctorTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func report(_ line: String = "sluice doctor --json") throws -> (JSON, Int32) {
    let result = try BuiltTool.shell(line, in: folder)
    #expect(result.errors.isEmpty)
    return (try JSON(parsing: result.output), result.status)
  }

  private func finding(_ name: String, in json: JSON) throws -> JSON {
    try #require(json["findings"]?.array?.first { $0["name"]?.string == name }, "\(json)")
  }

  @Test("names each library with its version, the kernel, the limits and the room for files")
  func findings() throws {
    let (json, status) = try report()
    let findings = try #require(json["findings"]?.array)
    let names = Set(findings.compactMap { $0["name"]?.string })
    #expect(
      names.isSuperset(of: [
        "simdjson", "ISA-L", "libzstd", "libbz2", "liblzma", "liblz4", "libarchive", "libcurl",
        "librdkafka", "SQLite", "libpq", "libmariadb", "kernel", "instruction sets", "processors",
        "open files", "memory", "temporary files",
      ]))
    for finding in findings where finding["section"] == "libraries" {
      let isThere = finding["state"] == "ok"
      #expect((finding["version"]?.string?.isEmpty == false) == isThere, "\(finding)")
      #expect((finding["advice"] == nil) == isThere, "\(finding)")
    }
    let worst = findings.compactMap { $0["state"]?.string }
    let expected = worst.contains("fault") ? 2 : worst.contains("attention") ? 1 : 0
    #expect(status == Int32(expected))
    #expect(json["status"]?.string == ["ok", "attention", "fault"][expected])
    #expect(try finding("processors", in: json)["processors"]?.int ?? 0 > 0)
  }

  #if os(Linux)
    @Test("counts the processors that it may use, not all")
    func allowedProcessors() throws {
      let (json, _) = try report(
        "taskset -pc $(taskset -pc $$ | grep -o '[0-9]*$') $$ > taskset.txt; sluice doctor --json")
      #expect(try finding("processors", in: json)["processors"]?.int == 1)
    }
  #endif

  @Test(
    "names every library that the sources load by name, and the package makes its suggestions of these"
  )
  func loadedLibraries() throws {
    let (json, _) = try report()
    let findings = try #require(json["findings"]?.array).filter { $0["optional"]?.bool == true }
    let named = Set(findings.compactMap { $0["name"]?.string })
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let sources = root.appending(path: "Sources")
    var loaded: Set<String> = []
    for folder in try FileManager.default.contentsOfDirectory(
      atPath: sources.path(percentEncoded: false))
    {
      let file = sources.appending(path: "\(folder)/load.c")
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
      for match in text.matches(of: /"(lib[a-z0-9]+)(-gnutls)?\.so[.0-9]*"/) {
        loaded.insert(String(match.1))
      }
    }
    #expect(loaded.count >= 7 && loaded == named)
    for finding in findings {
      // No package of Debian has DuckDB.
      let isPackaged = finding["name"] != "libduckdb"
      #expect(
        finding["debian_package"]?.string?.hasPrefix("lib") == (isPackaged ? true : nil),
        "\(finding)")
    }
    let package = try String(
      contentsOf: root.appending(path: "scripts/package"), encoding: .utf8)
    #expect(package.contains("Suggests: {\", \".join(suggested(tool))}"))
  }

  @Test("as text has the same findings, and a mark before each that needs attention")
  func text() throws {
    let (json, status) = try report()
    let result = try BuiltTool.run(["doctor"], in: folder)
    #expect(result.status == status)
    let lines = result.output.split(separator: "\n")
    for finding in try #require(json["findings"]?.array) {
      let name = try #require(finding["name"]?.string)
      let mark = finding["state"] == "ok" ? "  " : finding["state"] == "fault" ? "x " : "! "
      #expect(lines.contains { $0.hasPrefix(mark + name + " ") }, "\(name): \(result.output)")
    }
  }

  @Test("low limits are found, with a way to raise them")
  func limits() throws {
    let (json, status) = try report("ulimit -n 40; sluice doctor --json")
    #expect(status == 1)
    let open = try finding("open files", in: json)
    #expect(open["current"] == 40 && open["state"] == "attention")
    #expect(open["advice"]?.string?.contains("ulimit -n") == true)
  }

  @Test("a folder for temporary files that can't be written is a fault")
  func temporaryFiles() throws {
    let (json, status) = try report("TMPDIR=/proc/nowhere sluice doctor --json")
    #expect(status == 2 && json["status"] == "fault")
    #expect(try finding("temporary files", in: json)["folder"] == "/proc/nowhere")
  }

  @Test("the slow kernel is noticed")
  func slowKernel() throws {
    let (json, status) = try report("SIMDJSON_FORCE_IMPLEMENTATION=fallback sluice doctor --json")
    let kernel = try finding("kernel", in: json)
    #expect(status >= 1 && kernel["state"] == "attention" && kernel["kernel"] == "fallback")
  }
}
