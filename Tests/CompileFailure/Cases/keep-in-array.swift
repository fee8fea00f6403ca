// A cursor can't be an array's element.
import Sluice

func run(_ reader: inout JSONReader) throws {
  try reader.withDocument("[1, 2]") { root in
    #if BAD
      var kept: [JSONCursor] = []
      kept.append(try root[0])
    #else
      var kept: [Int] = []
      kept.append(try root[0].int)
    #endif
    _ = kept
  }
}
