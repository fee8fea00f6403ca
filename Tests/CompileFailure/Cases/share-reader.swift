// A reader belongs to one thread at a time.
import Sluice

#if BAD
  func run() { share(JSONReader.self) }
#else
  func run() { share(JSONError.self) }
#endif

func share<T: Sendable & ~Copyable>(_ type: T.Type) {}
