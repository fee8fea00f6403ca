public import Sluice

extension Conversion {
  /// A failed conversion: the value that `<--` found, and the type expected.
  ///
  /// Costs nothing until it is used: texts and places are made on demand. It can't be stored, as its
  /// value may be in a document. Store its ``description``, or the parts you need.
  public struct Failure: ~Escapable {
    /// A ``ConversionError``, a `JSONError`, or an error of your own `convert`.
    public let error: any Error
    /// The type to which the value should have been converted.
    public let target: Any.Type
    /// The place of the value, if it is in a document.
    public let cursor: JSONCursor?
    /// The value, if it is a Swift value.
    public let value: Any?
    /// The element or entry of a Swift collection, such as `[3]`.
    private let place: String

    @_lifetime(copy cursor)
    init(_ error: any Error, of cursor: JSONCursor, to target: Any.Type) {
      self.error = error
      self.target = target
      self.cursor = cursor
      value = nil
      place = ""
    }

    @_lifetime(immortal)
    init(_ error: any Error, of value: Any, to target: Any.Type, at place: String) {
      self.error = error
      self.target = target
      self.value = (value as? any AnyOptional)?.wrapped ?? value
      cursor = nil
      self.place = place
    }

    /// Line, column, path and excerpt of the value in its document; nil for Swift values.
    ///
    /// Reads the document up to the value: O(offset).
    public var location: JSONError.Location? {
      get throws(Never) {
        guard let cursor else { return nil }
        let error = JSONError(.invalidValue, at: cursor.offset)
        return unsafe error.located(in: cursor.documentText).location
      }
    }

    /// One line: what was expected, where, and what was found.
    ///
    /// ```
    /// Invalid value for supported type: expected Int at $.people[3].age, found string "old" (line 4, column 12)
    /// ```
    ///
    /// Line and path are included in the first 256 KiB of a document only. Finding them reads the
    /// text before the value, which would take hours for many failures in a large document.
    public var description: String {
      var text = "\(cause): expected \(target)"
      guard let cursor else {
        return text + (place.isEmpty ? "" : " at \(place)") + ", found \(found)"
      }
      guard cursor.offset <= 256 << 10, let location else {
        return text + " at byte \(cursor.offset)"
      }
      if !location.path.isEmpty { text += " at \(location.path)" }
      return text + ", found \(location.found) (line \(location.line), column \(location.column))"
    }

    private var cause: String {
      switch error {
      case let error as ConversionError: error.description
      case let error as JSONError: error.summary
      default: String(describing: error)
      }
    }

    /// A short description of the value. Containers are described by size, and other types by name: a
    /// full description would take time for the whole value, and stack for each of its levels.
    private var found: String {
      switch value {
      case nil: return "nothing"
      case let text as String: return "String \(Failure.quoted(text))"
      case .some(.array(let elements)) as JSON?: return "an array of \(elements.count) elements"
      case .some(.object(let object)) as JSON?: return "an object of \(object.count) fields"
      case .some(.string(let text)) as JSON?: return "string \(Failure.quoted(text))"
      case let elements as [Any]: return "an array of \(elements.count) elements"
      case let entries as [AnyHashable: Any]: return "a dictionary of \(entries.count) entries"
      case let number as any BinaryFloatingPoint: return "\(type(of: number)) \(number)"
      case .some(let value):
        let scalar = (try? JSON(scalar: value)).map { " \($0)" } ?? ""
        return "\(type(of: value))\(scalar)"
      }
    }

    private static func quoted(_ text: String) -> String {
      // At most 60 bytes with the "…". Counts scalars, because one character can be as long as a
      // text.
      var bytes = 0
      let shown = text.unicodeScalars.prefix { scalar in
        bytes += UTF8.width(scalar)
        return bytes <= 57
      }
      return JSON(Substring(shown)).description + (shown.endIndex < text.endIndex ? "…" : "")
    }
  }
}

extension JSONCursor {
  /// The text to which ``offset`` refers. Only valid while the document is open, as for any cursor.
  fileprivate var documentText: UnsafeBufferPointer<UInt8> {
    let index = unsafe position.index.pointee
    let start = Int(index.start)
    return unsafe UnsafeBufferPointer(start: index.bytes + start, count: Int(index.length) - start)
  }
}
