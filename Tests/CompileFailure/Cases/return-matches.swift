// The values that a query selects can't be returned.
import Sluice
import SluiceQueries

func run(_ reader: inout JSONReader, _ query: JSONQuery) throws {
  #if BAD
    let kept: JSONMatches = try reader.withDocument("[1]") { root in query.matches(in: root) }
  #else
    let kept = try reader.withDocument("[1]") { root in
      var matches = query.matches(in: root)
      return try matches.next()?.int
    }
  #endif
  _ = kept
}
