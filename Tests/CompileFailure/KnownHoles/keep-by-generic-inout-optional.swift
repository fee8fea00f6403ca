// A generic function stores a cursor in the optional of its caller: Swift 6.3.1 loses the lifetime there.
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
