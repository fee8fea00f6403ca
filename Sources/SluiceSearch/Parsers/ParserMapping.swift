public import Sluice

/// A parser as a mapping: what feeds and readers take. `JSONMapping.parser(_:)`.
///
/// A parser is made anew for each value, as one may have state: an allocation. Who wants none uses
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
  /// All models that a parser finds: `feed.values(.parser(AccountParser()))`.
  public static func parser<Parser: JSONSearch>(
    _ make: @autoclosure @escaping @Sendable () -> Parser
  ) -> Self where Self == ParserMapping<Parser> {
    ParserMapping(make)
  }
}
