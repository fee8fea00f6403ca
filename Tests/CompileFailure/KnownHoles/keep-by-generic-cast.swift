// A generic function casts a cursor to any type of its caller's choice: Swift 6.3.1 lets it succeed.
import Sluice

func cast<X: ~Escapable, Y>(_ value: X, to type: Y.Type) -> Y? { value as? Y }

func leak(_ reader: inout JSONReader, _ bytes: [UInt8]) throws -> Any? {
  try reader.withDocument(bytes) { root in cast(root, to: Any.self) }
}
