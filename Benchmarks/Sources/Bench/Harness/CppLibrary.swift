import CContenders
import Foundation

/// A build of the C++ contenders. There are two: one that SwiftPM made with Swift's own clang, and one made
/// from the same sources alone with `c++ -O3 -march=native -DNDEBUG`. Neither compiler is faster in every
/// workload, so both builds take part. A third is made like the second, with a newer simdjson in it.
struct CppLibrary {
  /// The suffix of a contender's name: nothing, `@c++`, or `@` and the version of a simdjson of its own.
  let suffix: String
  /// Whether it has a simdjson of its own, so that only contenders which are made with simdjson differ.
  var hasOwnSimdjson = false
  let compiler: String
  /// The kernel that On-Demand's inlined code is compiled for.
  let inlinedKernel: String
  let make: @convention(c) (UnsafePointer<CChar>, UnsafePointer<bench_document>, Int) -> Made?
  let free: @convention(c) (Made?) -> Void
  let run: @convention(c) (Made, Int, UnsafeMutablePointer<bench_tally>) -> Bool
  let values: @convention(c) (Made, bench_output, UnsafeMutableRawPointer?) -> Bool
  let error: @convention(c) (Made) -> UnsafePointer<CChar>
  let pass: @convention(c) (UnsafePointer<UnsafePointer<CChar>>, Int) -> Void
  let missingPackage: @convention(c) (UnsafePointer<CChar>) -> UnsafePointer<CChar>?
  let records: CppRecords

  typealias Made = OpaquePointer

  #if !COUNTS_ONLY
    /// The build that is linked into the benchmark.
    static var linked: CppLibrary {
      CppLibrary(
        suffix: "", compiler: String(cString: bench_compiler()),
        inlinedKernel: String(cString: bench_inlined_kernel()), make: bench_contender_make,
        free: bench_contender_free, run: bench_contender_run, values: bench_contender_values,
        error: bench_contender_error, pass: bench_set_paths,
        missingPackage: bench_contender_missing_package, records: .linked)
    }
  #endif

  /// The build in a shared library.
  static func loaded(_ path: String, suffix: String = "@c++") throws -> CppLibrary {
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw Unavailable(
        description: "can't load \(path): \(dlerror().map { String(cString: $0) } ?? "")")
    }
    func find(_ name: String) throws -> UnsafeMutableRawPointer {
      guard let found = dlsym(library, name) else {
        throw Unavailable(description: "\(path) has no \(name)")
      }
      return found
    }
    func symbol<T>(_ name: String, as: T.Type) throws -> T {
      unsafeBitCast(try find(name), to: T.self)
    }
    let compiler = try symbol(
      "bench_compiler", as: (@convention(c) () -> UnsafePointer<CChar>).self)
    let kernel = try symbol(
      "bench_inlined_kernel", as: (@convention(c) () -> UnsafePointer<CChar>).self)
    return CppLibrary(
      suffix: suffix, compiler: String(cString: compiler()),
      inlinedKernel: String(cString: kernel()),
      make: try symbol(
        "bench_contender_make",
        as: (@convention(c) (UnsafePointer<CChar>, UnsafePointer<bench_document>, Int) -> Made?)
          .self),
      free: try symbol("bench_contender_free", as: (@convention(c) (Made?) -> Void).self),
      run: try symbol(
        "bench_contender_run",
        as: (@convention(c) (Made, Int, UnsafeMutablePointer<bench_tally>) -> Bool).self),
      values: try symbol(
        "bench_contender_values",
        as: (@convention(c) (Made, bench_output, UnsafeMutableRawPointer?) -> Bool).self),
      error: try symbol(
        "bench_contender_error", as: (@convention(c) (Made) -> UnsafePointer<CChar>).self),
      pass: try symbol(
        "bench_set_paths",
        as: (@convention(c) (UnsafePointer<UnsafePointer<CChar>>, Int) -> Void).self),
      missingPackage: try symbol(
        "bench_contender_missing_package",
        as: (@convention(c) (UnsafePointer<CChar>) -> UnsafePointer<CChar>?).self),
      records: try CppRecords.loaded(find))
  }

  /// The build that has a simdjson of its own, named by its version.
  static func newest(_ path: String) throws -> CppLibrary {
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL),
      let found = dlsym(library, "bench_simdjson_version")
    else {
      throw Unavailable(
        description: "can't load \(path): \(dlerror().map { String(cString: $0) } ?? "")")
    }
    let version = unsafeBitCast(found, to: (@convention(c) () -> UnsafePointer<CChar>).self)
    var loaded = try loaded(path, suffix: "@\(String(cString: version()).filter { $0 != "\"" })")
    loaded.hasOwnSimdjson = true
    return loaded
  }

  /// Whether a contender of that name is made with simdjson.
  static func usesSimdjson(_ registered: String) -> Bool {
    !registered.split(separator: ".").contains { ["rapidjson", "nlohmann", "yajl"].contains($0) }
  }

  /// The JSON Pointers that contenders `paths.*` made from now on read.
  func setPaths(_ pointers: [String]) {
    // The other side copies them.
    let texts = pointers.map { Array($0.utf8CString) }
    func views(_ rest: ArraySlice<[CChar]>, _ done: [UnsafePointer<CChar>]) {
      guard let first = rest.first else {
        return done.withUnsafeBufferPointer { pass($0.baseAddress!, done.count) }
      }
      first.withUnsafeBufferPointer { views(rest.dropFirst(), done + [$0.baseAddress!]) }
    }
    if !texts.isEmpty { views(texts[...], []) }
  }
}
