// A closure of a generic function keeps a cursor in a variable that it captures: Swift 6.3.1 loses its lifetime.
import Sluice

func cell<X: ~Escapable>(_ type: X.Type) -> (X?, (X) throws -> Void) throws -> Void {
  var slot: X? = nil
  return { new, read in
    if let new { slot = new } else if let old = slot { try read(old) }
  }
}

func leak(_ reader: inout JSONReader, _ bytes: [UInt8]) throws -> Int {
  let kept = cell(JSONCursor.self)
  try reader.withDocument(bytes) { root in
    try kept(root) { _ in }
  }
  var found = 0
  try kept(nil) { old in found = try old.int }
  return found
}
