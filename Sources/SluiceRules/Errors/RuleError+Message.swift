extension RuleError {
  /// What an error says: a text, made when it is read.
  ///
  /// A string literal is one, with interpolations or without; of any other string,
  /// `RuleError.Message(text)`.
  public struct Message: Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    private let words: @Sendable () -> String
    let place: Place?

    init(_ place: Place?, _ words: @escaping @Sendable () -> String) {
      self.words = words
      self.place = place
    }

    public init(_ text: String) { self.init(nil) { text } }

    public init(stringLiteral text: String) { self.init(text) }

    public var description: String { words() }

    /// The error that this one is about, where it is no `RuleError`: one of the text, or one that a
    /// closure threw.
    public var underlying: (any Error)? { place?.underlying }

    func moved(to offset: Int) -> Message {
      guard var place, place.offset != nil else { return self }
      place.offset = offset
      return Message(place, words)
    }
  }
}
