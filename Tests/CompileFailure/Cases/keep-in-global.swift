// A cursor can't be a global variable.
import Sluice

#if BAD
  nonisolated(unsafe) var kept: JSONCursor? = nil
#else
  nonisolated(unsafe) var kept: Int? = nil
#endif

func run(_ reader: inout JSONReader) throws {
  try reader.withDocument("[1]") { root in
    #if BAD
      kept = root
    #else
      kept = try root[0].int
    #endif
  }
}
