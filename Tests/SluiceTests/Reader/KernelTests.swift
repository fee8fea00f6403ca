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
    getenv("SIMDJSON_FORCE_IMPLEMENTATION").map { String(cString: $0) }
  }

  @Test("is the one that the environment forces, before and after reading a document")
  func forcedFromTheStart() throws {
    let before = String(cString: csj_kernel_active())
    var reader = JSONReader()
    try reader.withDocument("[1,2]") { root in _ = try root.count }
    let after = String(cString: csj_kernel_active())
    #expect(before == after)
    if let forced = Self.forced {
      #expect(after == forced)
      print("the kernel \(after) ran, as SIMDJSON_FORCE_IMPLEMENTATION says")
    } else {
      print("the kernel \(after) ran; none was forced")
    }
  }
}
