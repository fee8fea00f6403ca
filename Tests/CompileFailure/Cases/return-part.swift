// A cursor to a part of the document can't be returned either.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    let kept: JSONCursor = try reader.withDocument("{\"a\": [1]}") { root in try root["a"][0] }
  #else
    let kept = try reader.withDocument("{\"a\": [1]}") { root in try root["a"][0].int }
  #endif
  _ = kept
}
