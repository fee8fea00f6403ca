import CSimdJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How long a thread looks whether something happens before it sleeps.
enum Patience {
  /// How many times it is called again in vain.
  static let looks = 8

  /// 20 to 80 µs, by CPU. Nothing where there is only one core: who would change something needs it.
  private static let pauses = sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1 ? 2000 : 0

  /// Waits for a moment while `isUnchanged`. False: it still is.
  static func passes(while isUnchanged: () -> Bool) -> Bool {
    for _ in 0..<pauses {
      if !isUnchanged() { return true }
      csj_pause()
    }
    return false
  }
}
