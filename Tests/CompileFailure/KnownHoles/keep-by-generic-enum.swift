// A client's own generic enum contains a cursor: Swift 6.3.1 loses its lifetime.
import Sluice

enum Box<X: ~Escapable>: ~Escapable {
  case empty
  case full(X)
}

extension Box: Escapable where X: Escapable {}

func put<X: ~Escapable>(_ slot: inout Box<X>, _ value: X) {
  slot = .full(value)
}

func leak(_ reader: inout JSONReader, _ bytes: [UInt8]) throws -> Int {
  var kept = Box<JSONCursor>.empty
  try reader.withDocument(bytes) { root in
    put(&kept, root)
  }
  switch kept {
  case .empty: return 0
  case .full(let cursor): return try cursor.int
  }
}
