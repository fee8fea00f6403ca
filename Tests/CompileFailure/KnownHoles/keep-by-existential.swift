// An existential of a client's protocol contains a cursor: Swift 6.3.1 loses its lifetime.
import Sluice

protocol Numbered: ~Escapable {
  func number() throws -> Int
}

extension JSONCursor: Numbered {
  func number() throws -> Int { try int }
}

func leak(_ reader: inout JSONReader, _ bytes: [UInt8]) throws -> Int {
  var kept: (any Numbered & ~Escapable)? = nil
  try reader.withDocument(bytes) { root in
    kept = root
  }
  return try kept!.number()
}
