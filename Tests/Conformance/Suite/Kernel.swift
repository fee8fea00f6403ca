import CSimdJSON

/// simdjson's SIMD kernels. The choice is for the whole process: make it before reading anything.
public enum Kernel {
  public static var all: [String] {
    (0..<csj_kernel_count()).compactMap {
      unsafe csj_kernel_name($0).map { unsafe String(cString: $0) }
    }
  }

  public static var active: String { unsafe String(cString: csj_kernel_active()) }

  public static func isSupported(_ name: String) -> Bool {
    (0..<csj_kernel_count()).contains {
      unsafe csj_kernel_name($0).map { unsafe String(cString: $0) } == name
        && csj_kernel_is_supported($0)
    }
  }

  /// Returns false if the kernel is unknown or this CPU lacks it.
  public static func select(_ name: String) -> Bool { unsafe csj_kernel_select(name) }
}
