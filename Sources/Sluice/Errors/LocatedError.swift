/// An error of a mapping that knows which value it is about.
///
/// Schemas' and rules' errors are; make your own mapping's error one, and what reads a feed can say
/// where in a record it lies.
public protocol LocatedError: Error {
  /// The offset of the value as ``JSONCursor/offset`` gives it; nil: it is about no single value.
  var offset: Int? { get }
}
