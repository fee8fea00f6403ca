import Foundation
import Sluice

/// Writes any value as JSON, by reflection: no mapping code.
///
/// ```swift
/// let serializer = SGYJSONSerializer()
/// let jsonData = try serializer.serialize(someGuy)
/// ```
///
/// A value is the first of these that it can be: what its ``JSONProxyProvider/jsonProxy`` is; a leaf
/// (``JSONLeafRepresentable``); a date, as ``dateConversionBlock`` says; a dictionary; a collection;
/// an object of its stored properties, those of its superclasses included. `nil`, and what turns out
/// to be empty inside something else, is left out.
///
/// Cost: one look at each stored property through `Mirror`, which is most of it; names and the way
/// to write a type are looked at once and remembered.
///
/// Not Sendable: use one for each thread.
nonisolated open class SGYJSONSerializer {
  /// Compact unless told otherwise.
  public var writingOptions = JSONWriter.Options.compact
  /// Whether the entries of dictionaries are written in the order of their keys. Otherwise their
  /// order is the dictionary's, which differs from run to run. Properties always come in the order of
  /// their declaration.
  public var sortsKeys = false
  /// How deep values may be nested: 1024 unless told otherwise, 2048 at most. The thread's stack
  /// may hold less.
  public var depthLimit = 1024
  /// How a date is written: as a leaf, for which a `String` or a number will do. A date is left out
  /// when this answers nil, and when there is none.
  public var dateConversionBlock: ((_ date: Date) -> (any JSONLeafRepresentable)?)?

  public init() {}

  /// The value as JSON. The root may be anything; an empty array, dictionary or object stays `[]` or
  /// `{}`.
  ///
  /// `observer` is told what was left out because JSON has no form for it.
  ///
  /// Throws `back-reference` for an object that is met again inside itself; `depth-exceeded`;
  /// `invalid-value` when nothing of the root is left (`nil`, NaN).
  open func serialize(_ object: Any, observer: (any JSONWarningObserver)? = nil) throws -> Data {
    var writer = JSONWriter(options: writingOptions)
    try write(object, to: &writer, observer: observer)
    return Data(try writer.takeBytes())
  }

  /// Writes the value as one JSON value. See ``serialize(_:observer:)``.
  ///
  /// When it throws, the writer holds a value that is not complete.
  public func write(
    _ object: Any, to writer: inout JSONWriter, observer: (any JSONWarningObserver)? = nil
  ) throws {
    let before = writer.byteCount
    var out = ReflectionOutput(
      writer, depthLimit: depthLimit, sortsKeys: sortsKeys, convertDate: dateConversionBlock,
      observer: observer)
    do {
      try out.write(object)
    } catch {
      writer = out.finish()
      throw error
    }
    writer = out.finish()
    guard writer.byteCount > before else {
      throw JSONError(
        .invalidValue, at: 0, name: "a value that JSON has a form for",
        reason: "this \(type(of: object)) has none")
    }
  }
}
