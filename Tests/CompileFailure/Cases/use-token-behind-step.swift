// A token can't be used after the tokenizer took another step.
import Sluice
import SluiceFeed
import SluiceTokenizer

func run(_ tokenizer: inout JSONTokenizer) throws {
  #if BAD
    _ = try tokenizer.next()
    let token: JSONToken = tokenizer.token
    _ = try tokenizer.next()
    _ = token.rawCount
  #else
    _ = try tokenizer.next()
    let count: Int = tokenizer.token.rawCount
    _ = try tokenizer.next()
    _ = count
  #endif
}
