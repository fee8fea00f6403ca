#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Elapsed time, for work that is spread over threads to finish sooner. Used only in workloads where that
/// is the purpose, and for all their contenders.
enum WallClock {
  static func timed(_ work: () throws -> Tally) throws -> (seconds: Double, tally: Tally) {
    let start = seconds()
    let tally = try work()
    return (seconds() - start, tally)
  }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
