import Foundation
import Testing

/// The arrows within the C target: the shim uses simdjson and the kernels; the kernels know neither.
@Suite("CSimdJSON's folders")
struct KernelFolderTests {
  /// The sources in a folder of CSimdJSON by path, without comments.
  private static func sources(in folder: String) throws -> [String: String] {
    var sources: [String: String] = [:]
    for path in try Repository.paths() where path.hasPrefix("CSimdJSON/\(folder)/") {
      guard path.hasSuffix(".h") || path.hasSuffix(".cpp") else { continue }
      sources[path] = try Repository.text(path).replacing(/\/\/[^\n]*/, with: "")
    }
    return sources
  }

  private static func includes(_ source: String) -> [String] {
    source.matches(of: /(?m)^ *# *include *[<"](?<header>[^>"]+)[>"]/).map {
      String($0.output.header)
    }
  }

  private static let system = [
    "arm_neon.h", "cstddef", "cstdint", "cstdlib", "cstring", "emmintrin.h", "immintrin.h",
    "memory", "new",
    "pthread.h", "stdbool.h", "stddef.h", "stdint.h", "sys/mman.h",
  ]

  @Test("kernels include only each other, the C interface and the system's headers")
  func kernels() throws {
    let kernels = try Self.sources(in: "Kernels"), interface = try Self.sources(in: "include")
    #expect(kernels.count > 15 && interface.count > 20)
    let known =
      Self.system
      + (Array(kernels.keys) + Array(interface.keys)).map { URL(filePath: $0).lastPathComponent }
    for (path, source) in kernels.merging(interface, uniquingKeysWith: { first, _ in first }) {
      for header in Self.includes(source) {
        #expect(known.contains(header), "\(path) includes \(header)")
      }
      #expect(!source.contains("simdjson::"), "\(path) uses simdjson")
    }
    for (path, source) in interface {
      for header in Self.includes(source) where !Self.system.contains(header) {
        #expect(
          interface.keys.contains("CSimdJSON/include/\(header)"), "\(path) includes \(header)")
      }
    }
  }

  @Test("simdjson's own header is included once, beside the checks of its version")
  func shim() throws {
    let shim = try Self.sources(in: "Shim")
    let including = shim.filter { Self.includes($0.value).contains { $0.hasPrefix("simdjson.") } }
    #expect(including.keys.sorted() == ["CSimdJSON/Shim/simdjson_versions.h"])
    // One unit reads it. The others belong to the engine.
    for (path, source) in shim where path.hasSuffix(".cpp") {
      let headers = Self.includes(source)
      let isUnit = path == "CSimdJSON/Shim/simdjson_unit.cpp"
      #expect(headers.contains("simdjson_versions.h") == isUnit, "\(path)")
      #expect(isUnit || headers.contains("engine.h"), "\(path) belongs to the kernels")
    }
  }

  @Test("only cpu.cpp asks for the CPU's features, or for the active kernel")
  func oneChoice() throws {
    let asking = /__builtin_cpu_|__get_cpuid|_may_i_use|getauxval|csj_kernel_active\(/
    for folder in ["Shim", "Kernels", "include"] {
      for (path, source) in try Self.sources(in: folder) where source.contains(asking) {
        #expect(
          [
            "CSimdJSON/Kernels/cpu.cpp", "CSimdJSON/Shim/kernels_part.h",
            "CSimdJSON/include/csj_kernel.h",
          ].contains(path), "\(path) asks")
      }
    }
    let shim = try Repository.text("CSimdJSON/Shim/kernels_part.h")
    #expect(!shim.contains("__builtin_cpu_"))
  }
}
