/// A mapping that is looked up when it is used, so that it may contain itself: ``JSONMapping/lazy(_:)``.
///
/// Each level of nesting counts against the reader's depth limit: deeper input throws `depth-exceeded`, whatever it
/// nests. Writing a value of more than 1024 levels throws it too; so does a cyclic value.
public struct LazyMapping<Mapping: JSONMapping>: JSONMapping {
  /// Returns the mapping.
  public let mapping: @Sendable () -> Mapping

  @inlinable
  public init(_ mapping: @escaping @Sendable () -> Mapping) { self.mapping = mapping }

  @inlinable
  public func value(from cursor: JSONCursor) throws -> Mapping.Value {
    let context = unsafe cursor.position.context
    try unsafe context.enterMapping(at: cursor.position)
    defer { unsafe context.leaveMapping() }
    return try mapping().value(from: cursor)
  }
}

extension LazyMapping: JSONWritingMapping where Mapping: JSONWritingMapping {
  @inlinable
  public func write(_ value: Mapping.Value, to writer: inout JSONWriter) throws {
    let outer = try WritingDepth.enter()
    defer { WritingDepth.leave(to: outer) }
    try mapping().write(value, to: &writer)
  }
}

extension JSONMapping {
  /// A mapping that may contain itself: `.array(of: .lazy(folderSchema))`. It is evaluated when it is used. (For a
  /// closure, use ``LazyMapping/init(_:)``: the compiler doesn't accept a closure after a leading dot as Sendable.)
  @inlinable
  public static func lazy<Mapping: JSONMapping>(
    _ mapping: @autoclosure @escaping @Sendable () -> Mapping
  ) -> Self where Self == LazyMapping<Mapping> {
    LazyMapping(mapping)
  }
}
