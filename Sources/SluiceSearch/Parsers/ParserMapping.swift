public import Sluice

/// A parser as a mapping, for feeds and readers: `JSONMapping.parser(_:)`.
///
/// Makes a new parser for each value, as a parser may have state. To save this allocation use
/// ``Search``, which is a mapping itself.
public struct ParserMapping<Parser: JSONSearch>: JSONMapping {
  /// Makes a parser.
  public let make: @Sendable () -> Parser

  public init(_ make: @escaping @Sendable () -> Parser) { self.make = make }

  public func value(from cursor: JSONCursor) throws -> [Parser.Model] {
    try make().parseAll(cursor)
  }
}

extension JSONMapping {
  /// Returns all models that a parser finds: `feed.values(.parser(AccountParser()))`.
  public static func parser<Parser: JSONSearch>(
    _ make: @autoclosure @escaping @Sendable () -> Parser
  ) -> Self where Self == ParserMapping<Parser> {
    ParserMapping(make)
  }
}
