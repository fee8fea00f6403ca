import CSimdJSON
import SluiceSystem

/// What the CPU has, and what of it is used.
package enum InstructionSets {
  /// simdjson's active kernel, such as `icelake`.
  package static var kernel: String { unsafe String(cString: csj_kernel_active()) }

  /// The instructions of our own loops under it: `avx512`, `avx2`, `neon`, `baseline` or `none`.
  package static var loops: String { unsafe String(cString: csj_loops_active()) }

  /// The kernels that simdjson was built with, and whether this CPU can run each.
  package static var kernels: [(name: String, isSupported: Bool)] {
    (0..<csj_kernel_count()).compactMap { index in
      unsafe csj_kernel_name(index).map { unsafe String(cString: $0) }
        .map { ($0, csj_kernel_is_supported(index)) }
    }
  }

  /// The instruction sets that a kernel may ask for, and whether this CPU has each.
  package static var features: [(name: String, isThere: Bool)] {
    var features: [(name: String, isThere: Bool)] = []
    while let name = unsafe csj_cpu_feature_name(features.count) {
      unsafe features.append((String(cString: name), csj_cpu_has_feature(features.count)))
    }
    return features
  }

  /// The library behind them.
  package static var library: LibraryStatus {
    LibraryStatus(
      linked: "simdjson", for: "the structural index",
      version: unsafe String(cString: csj_simdjson_version()), debian: "libsimdjson14",
      homebrew: "simdjson")
  }
}
