/// An error of a mapping that knows which value it is about.
///
/// The errors of schemas and rules conform. Conform your own mapping's error too, and readers of feeds can say where in
/// a record it is.
public protocol LocatedError: Error {
  /// The offset of the value as ``JSONCursor/offset`` gives it, or nil if the error is about no single value.
  var offset: Int? { get }
}
