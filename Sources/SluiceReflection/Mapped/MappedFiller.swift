import Sluice

/// Fills boxes from JSON.
///
/// Sound to share because what the closures capture is a reader.
struct MappedFiller: @unchecked Sendable {
  let takesNull: Bool
  /// Sets the value if the JSON converts.
  let fill: (AnyMappedBox, JSONPosition, ReadSession) throws -> Void
  /// Reads the value, to be set later.
  let prepare: (AnyMappedBox, JSONPosition, ReadSession) throws -> (() -> Void)?
}

extension MappedFiller {
  /// Inlined so that it is compiled for the type where that is known.
  ///
  /// Its cast is sound because the class is compared right before; `as?` costs several times as
  /// much. The box can be another property's only if an initialiser makes different boxes each
  /// time.
  @inline(__always)
  init<Value>(
    boxes type: MappedBox<Value>.Type, takesNull: Bool,
    _ read: @escaping (JSONPosition, ReadSession) throws -> Value?
  ) {
    self.takesNull = takesNull
    fill = { box, position, session in
      guard Swift.type(of: box) == type, let value = try read(position, session) else { return }
      unsafe unsafeDowncast(box, to: MappedBox<Value>.self).value = value
    }
    prepare = { box, position, session in
      guard Swift.type(of: box) == type, let value = try read(position, session) else {
        return nil
      }
      return { unsafe unsafeDowncast(box, to: MappedBox<Value>.self).value = value }
    }
  }
}

/// A type that provides the fillers for its boxes, compiled for the type.
protocol BoxFilling {
  /// Makes a filler for boxes of the type.
  static func makeFiller() -> MappedFiller
  /// Makes a filler for boxes of optionals of the type.
  static func makeOptionalFiller() -> MappedFiller
}
