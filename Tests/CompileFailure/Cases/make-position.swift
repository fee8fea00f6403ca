// The unchecked position below the cursor is not for clients.
import Sluice

func run(_ reader: inout JSONReader) throws {
  try reader.withDocument("[1]") { root in
    #if BAD
      _ = root.position
    #else
      _ = root.offset
    #endif
  }
}
