// A generic function stores a cursor in its caller's optional: Swift 6.3.1 loses its lifetime.
import Sluice

func assign<X: ~Escapable>(_ slot: inout X?, _ value: X) {
  slot = value
}

func leak(_ reader: inout JSONReader, _ bytes: [UInt8]) throws -> Int {
  var kept: JSONCursor? = nil
  try reader.withDocument(bytes) { root in
    assign(&kept, root)
  }
  return try kept!.int
}
