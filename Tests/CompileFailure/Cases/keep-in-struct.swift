// A struct that holds a cursor must be as bound as the cursor.
import Sluice

struct Keeper {
  #if BAD
    var kept: JSONCursor
  #else
    var kept: Int
  #endif
}

func run(_ reader: inout JSONReader) throws -> Keeper {
  try reader.withDocument("[1]") { root in
    #if BAD
      Keeper(kept: root)
    #else
      Keeper(kept: try root[0].int)
    #endif
  }
}
