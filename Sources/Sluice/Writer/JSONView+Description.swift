extension JSONWriter {
  /// Writes a value of a document that is kept, as ``value(_:)-(JSONCursor)`` does.
  public mutating func value(_ view: JSONView) throws(JSONError) {
    defer { withExtendedLifetime(view.storage) {} }
    do throws(JSONError) {
      try value(JSONCursor(unchecked: view.position))
    } catch {
      throw view.storage.leaving(error)
    }
  }
}

extension JSONView: CustomStringConvertible {
  /// The value as compact JSON. In a document that was not checked, a value with a fault as it is written.
  public var description: String {
    var writer = JSONWriter()
    do throws(JSONError) {
      try writer.value(self)
      return try writer.takeString()
    } catch {
      defer { withExtendedLifetime(storage) {} }
      let own = try? unsafe position.rawBytes()
      return unsafe String(decoding: own ?? position.restOfText, as: UTF8.self)
    }
  }
}

extension JSONView: CustomReflectable {
  /// An array's elements and an object's fields, for debuggers and `dump`.
  public var customMirror: Mirror {
    if let elements = try? elements {
      return Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
    }
    if let fields = try? fields {
      let children = fields.lazy.map { (label: Optional($0.key), value: $0.value as Any) }
      return Mirror(self, children: Array(children), displayStyle: .struct)
    }
    return Mirror(self, children: [])
  }
}

extension JSONDocument: CustomStringConvertible, CustomReflectable {
  /// The document as compact JSON. See ``JSONView/description``.
  public var description: String { root.description }

  public var customMirror: Mirror { root.customMirror }
}

extension JSONPosition {
  /// The text from this value on.
  fileprivate var restOfText: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: pointer, count: Int(index.pointee.length) - offset)
  }
}
