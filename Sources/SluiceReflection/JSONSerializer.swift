import Foundation
import Sluice
import SluiceFoundation

/// Writes any value as JSON by reflection, without mapping code.
///
/// ```swift
/// let serializer = JSONSerializer()
/// let jsonData = try serializer.serialize(someGuy)
/// ```
///
/// A value is written as the first of these that applies: its ``JSONProxyProvider/jsonProxy``; a
/// leaf (``JSONLeafRepresentable``); a date, by ``dateConversionBlock``; a dictionary; a
/// collection; an object of its stored properties, including those of its superclasses. `nil`, and
/// containers that turn out to be empty inside another, are left out.
///
/// Cost: mostly one access to each stored property, through `Mirror` unless all properties of a class
/// are ``Mapped``; names, and how to write each type, are cached.
///
/// Not Sendable: use one for each thread.
nonisolated open class JSONSerializer {
  /// The format; compact by default.
  public var writingOptions = JSONWriter.Options.compact
  /// Whether the entries of dictionaries are sorted by key. Otherwise they have the dictionary's
  /// own order, which differs from run to run. Properties are always in the order of their
  /// declaration.
  public var sortsKeys = false
  /// The greatest depth of nested values: 1024 by default, 2048 at most. The thread's stack may
  /// allow less.
  public var depthLimit = 1024
  /// Converts a date to a leaf, such as a `String` or a number. A date is left out if this returns
  /// nil, and if there is no block.
  public var dateConversionBlock: ((_ date: Date) -> (any JSONLeafRepresentable)?)?

  public init() {}

  /// Returns the value as JSON. The root may be anything; an empty array, dictionary or object
  /// stays `[]` or `{}`.
  ///
  /// `observer` receives what was left out because it has no JSON form.
  ///
  /// Throws `back-reference` for an object that contains itself, `depth-exceeded`, and
  /// `invalid-value` when nothing of the root remains (`nil`, NaN).
  open func serialize(_ object: Any, observer: (any JSONWarningObserver)? = nil) throws -> Data {
    var writer = JSONWriter(options: writingOptions)
    try write(object, to: &writer, observer: observer)
    return try writer.takeData()
  }

  /// Writes the value as one JSON value. See ``serialize(_:observer:)``.
  ///
  /// When it throws, nothing of the value is written, unless the writer's buffer was handed out meanwhile: that can't be
  /// undone, and each later call of the writer fails.
  public func write(
    _ object: Any, to writer: inout JSONWriter, observer: (any JSONWarningObserver)? = nil
  ) throws {
    let (before, mark) = (writer.byteCount, writer.mark)
    var out = ReflectionOutput(
      writer, depthLimit: depthLimit, sortsKeys: sortsKeys, convertDate: dateConversionBlock,
      observer: observer, writers: .shared)
    do {
      try out.write(object)
    } catch {
      writer = out.finish()
      writer.takeBack(to: mark, because: error)
      throw error
    }
    writer = out.finish()
    guard writer.byteCount > before else {
      throw JSONError(
        .invalidValue, at: 0, name: "a value with a JSON form",
        reason: "\(type(of: object)) has none")
    }
  }
}
