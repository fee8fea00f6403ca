import CSimdJSON
import Sluice
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The SIMD kernel")
struct KernelTests {
  private static var forced: String? {
    unsafe getenv("SIMDJSON_FORCE_IMPLEMENTATION").map { unsafe String(cString: $0) }
  }

  @Test("is the one that the environment forces, before and after reading a document")
  func forcedFromTheStart() throws {
    let before = unsafe String(cString: csj_kernel_active())
    var reader = JSONReader()
    try reader.withDocument("[1,2]") { root in _ = try root.count }
    let after = unsafe String(cString: csj_kernel_active())
    #expect(before == after)
    if let forced = Self.forced {
      #expect(after == forced)
      print("the kernel \(after) ran, as SIMDJSON_FORCE_IMPLEMENTATION says")
    } else {
      print("the kernel \(after) ran; none was forced")
    }
  }

  @Test("chooses our own loops, and with them whether stage 1 provides kinds")
  func loops() throws {
    let kernel = unsafe String(cString: csj_kernel_active())
    let loops = unsafe String(cString: csj_loops_active())
    switch kernel {
    case "icelake": #expect(loops == "avx512")
    case "haswell": #expect(loops == "avx2")
    case "arm64": #expect(loops == "neon")
    case "fallback": #expect(loops == "none")
    default: #expect(loops == "baseline")
    }
    let engine = try unsafe #require(unsafe csj_engine_create())
    defer { unsafe csj_engine_destroy(engine) }
    let text = Array("[1]".utf8) + [UInt8](repeating: 0, count: PaddedBytes.padding)
    var found = unsafe csj_structurals()
    #expect(unsafe csj_stage1(engine, text, 3, CSJ_DOCUMENT, &found) == CSJ_OK)
    let hasKinds = ["avx512", "avx2", "neon"].contains(loops)
    #expect(unsafe (found.kinds != nil) == hasKinds && (found.escapes != nil) == hasKinds)
    print("our own loops: \(loops)")
  }
}
