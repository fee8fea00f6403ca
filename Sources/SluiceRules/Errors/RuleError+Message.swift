extension RuleError {
  /// An error's text, made when it is read.
  ///
  /// Write a string literal, with or without interpolations; for any other string write
  /// `RuleError.Message(text)`.
  public struct Message: Sendable, CustomStringConvertible, ExpressibleByStringInterpolation {
    private let words: @Sendable () -> String
    let place: FailureLocation?

    init(_ place: FailureLocation?, _ words: @escaping @Sendable () -> String) {
      self.words = words
      self.place = place
    }

    public init(_ text: String) { self.init(nil) { text } }

    public init(stringLiteral text: String) { self.init(text) }

    public var description: String { words() }

    /// The underlying error, if it is not a `RuleError`: an error of the text, or one that a
    /// closure threw.
    public var underlying: (any Error)? { place?.underlying }

    func moved(to offset: Int) -> Message {
      guard var place, place.offset != nil else { return self }
      place.offset = offset
      return Message(place, words)
    }
  }
}
