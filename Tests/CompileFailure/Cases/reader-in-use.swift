// A reader has one document open at a time: opening another would take the first one's memory.
import Sluice

func run(_ reader: inout JSONReader, _ other: inout JSONReader) throws {
  try reader.withDocument("[1]") { root in
    #if BAD
      try reader.withDocument("[2]") { inner in _ = try inner[0].int + root[0].int }
    #else
      try other.withDocument("[2]") { inner in _ = try inner[0].int + root[0].int }
    #endif
  }
}
