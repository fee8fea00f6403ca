// A cursor can't be a class's property.
import Sluice

final class Keeper {
  #if BAD
    var kept: JSONCursor?
  #else
    var kept: Int?
  #endif
}

func run(_ reader: inout JSONReader, _ keeper: Keeper) throws {
  try reader.withDocument("[1]") { root in
    #if BAD
      keeper.kept = try root[0]
    #else
      keeper.kept = try root[0].int
    #endif
  }
}
