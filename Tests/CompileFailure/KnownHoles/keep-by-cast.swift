// A cast to a protocol makes an ordinary value of a cursor, which goes anywhere: Swift 6.3.1 lets it succeed.
import Sluice

protocol Numbered: ~Escapable {
  func number() throws -> Int
}

extension JSONCursor: Numbered {
  func number() throws -> Int { try int }
}

final class Keeper {
  var kept: (any Numbered)?
}

func leak(_ reader: inout JSONReader, _ bytes: [UInt8]) throws -> Keeper {
  let keeper = Keeper()
  try reader.withDocument(bytes) { root in
    keeper.kept = root as? any Numbered
  }
  return keeper
}
