// A cursor stands beside an Any in an optional, without generic code: Swift 6.3.1 loses its lifetime.
import Sluice

func leak(_ reader: inout JSONReader, _ bytes: [UInt8]) throws -> Int {
  var kept: (JSONCursor, Any)? = nil
  try reader.withDocument(bytes) { root in
    kept = (root, 1)
  }
  return try kept!.0.int
}
