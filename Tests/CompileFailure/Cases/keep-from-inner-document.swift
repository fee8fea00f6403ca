// A cursor of an inner document can't replace one of the outer document, which lives longer.
import Sluice

func run(_ outer: inout JSONReader, _ inner: inout JSONReader) throws {
  try outer.withDocument("[1, 2]") { a in
    #if BAD
      var kept = a
      try inner.withDocument("[3]") { b in kept = b }
      _ = try kept[0].int
    #else
      var kept = a
      kept = try a[1]
      let sum = try inner.withDocument("[3]") { b in try b[0].int + a[0].int }
      _ = try kept.int + sum
    #endif
  }
}
