// A function that returns a cursor has to say what it depends on.
import Sluice

#if BAD
  func first(_ reader: inout JSONReader) throws -> JSONCursor {
    try reader.withDocument("[1]") { root in try root[0] }
  }
#else
  func first(_ reader: inout JSONReader) throws -> Int {
    try reader.withDocument("[1]") { root in try root[0].int }
  }
#endif
