// A cursor can't be an element of an asynchronous stream.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    let (stream, continuation) = AsyncStream.makeStream(of: JSONCursor.self)
    try reader.withDocument("[1]") { root in continuation.yield(root) }
  #else
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    try reader.withDocument("[1]") { root in _ = continuation.yield(try root[0].int) }
  #endif
  _ = stream
}
