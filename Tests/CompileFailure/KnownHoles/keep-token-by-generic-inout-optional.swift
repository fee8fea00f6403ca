// A generic function stores a token in its caller's optional: Swift 6.3.1 loses its lifetime.
import SluiceFeed
import SluiceTokenizer

func assign<X: ~Escapable>(_ slot: inout X?, _ value: X) {
  slot = value
}

func leak(_ tokenizer: inout JSONTokenizer) throws -> Int {
  var kept: JSONToken? = nil
  _ = try tokenizer.next()
  assign(&kept, tokenizer.token)
  _ = try tokenizer.next()
  return kept!.rawCount
}
