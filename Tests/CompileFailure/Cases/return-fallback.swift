// The result of `??` with a cursor can't outlive the document.
import Sluice
import SluiceConvert

func run(_ reader: inout JSONReader) throws {
  #if BAD
    let kept: Conversion.CursorOrValue<Int> = try reader.withDocument("{\"a\": 1}") { root in
      try root[ifPresent: "a"] ?? 7
    }
    _ = kept
  #else
    let kept: Int = try reader.withDocument("{\"a\": 1}") { root in
      var number = 0
      return try number <-- root[ifPresent: "a"] ?? 7
    }
    _ = kept
  #endif
}
