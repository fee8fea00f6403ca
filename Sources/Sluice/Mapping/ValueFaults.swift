/// Collects the faults in the parts of a value. Some mappings want all of them at once; a mapping by itself stops at
/// the first.
///
/// Such a mapping records in the context that it collects. A collection that meets a fault below it continues, and
/// throws all that it met as one `ValueFaults`. Valid values cost nothing extra.
package struct ValueFaults: Error {
  /// Where in the collection a fault is.
  package enum PartLocation: Sendable {
    case element(Int)
    case entry(String)
  }

  package struct ValueFault: Sendable {
    package let place: PartLocation
    package let error: any Error
    package let finding: ValueFinding
  }

  /// The name of the type that each part should have.
  package let expected: String
  package private(set) var faults: [ValueFault] = []

  /// Returns nil if the fault ends the walk, because no plan collects faults or because it is not about a value.
  package init?(
    _ error: any Error, at place: PartLocation, of part: JSONPosition, expected: Any.Type
  ) {
    guard unsafe part.context.collectsFaults else { return nil }
    self.expected = "\(expected)"
    guard add(error, at: place, of: part) else { return nil }
  }

  /// Returns false if the fault is not about a value and so ends the walk.
  package mutating func add(_ error: any Error, at place: PartLocation, of part: JSONPosition)
    -> Bool
  {
    guard error.isAboutSomeValue else { return false }
    faults.append(ValueFault(place: place, error: error, finding: ValueFinding(error, at: part)))
    return true
  }
}

/// The value found where an error occurred.
package struct ValueFinding: Sendable {
  /// Counts like ``JSONCursor/offset``.
  package let offset: Int
  package let found: String
  /// Whether the error is about something inside the value that was read.
  package let isInside: Bool

  /// Describes an error that reading the value at `position` threw.
  package init(_ error: any Error, at position: JSONPosition) {
    let own = position.offset
    let length = unsafe Int(position.index.pointee.length)
    // An error that has left a document is not about this document.
    if let error = error as? JSONError, error.location == nil, error.offset > own,
      error.offset < length
    {
      let text = unsafe UnsafeBufferPointer(start: position.index.pointee.bytes, count: length)
      offset = error.offset &- own &+ position.documentOffset
      found = unsafe TokenDescription.describe(text, at: error.offset)
      isInside = true
    } else {
      offset = position.documentOffset
      found = position.words
      isInside = false
    }
  }

  package init(offset: Int, found: String) {
    self.offset = offset
    self.found = found
    isInside = false
  }
}

/// An error about a single value: its neighbours are still worth reading.
package protocol ValueError: Error {
  var isAboutValue: Bool { get }
}

extension ValueFaults: ValueError {
  package var isAboutValue: Bool { true }
}

extension JSONError: ValueError {
  /// True for JSON that differs from what was asked for; false for text that is not JSON.
  package var isAboutValue: Bool {
    switch code.reason {
    case .typeMismatch, .numberOutOfRange, .missingField, .indexOutOfBounds, .invalidPath,
      .invalidValue:
      true
    default: false
    }
  }

  /// True for text that is not JSON, or that has a key twice where options refuse that: nothing of it can be trusted,
  /// whatever a type makes of the error. False for limits, too.
  package var isAboutText: Bool {
    switch code.reason {
    case .empty, .invalidUTF8, .unclosedString, .controlCharacter, .invalidEscape, .invalidLiteral,
      .invalidNumber, .unexpectedToken, .incomplete, .trailingContent, .duplicateKey:
      true
    default: false
    }
  }

  /// The result of `read`, or nil for an error that is about a value. Throws any other: the text's.
  package static func ifValue<R>(
    _ read: () throws(JSONError) -> R
  ) throws(JSONError) -> R? {
    do throws(JSONError) {
      return try read()
    } catch {
      guard error.isAboutValue else { throw error }
      return nil
    }
  }
}

extension Error {
  package var isAboutSomeValue: Bool { (self as? any ValueError)?.isAboutValue ?? false }
}

extension JSONPosition {
  /// A short description of what is here.
  package var words: String {
    let text = unsafe UnsafeBufferPointer(
      start: index.pointee.bytes, count: Int(index.pointee.length))
    return unsafe TokenDescription.describe(text, at: offset)
  }

  /// See ``JSONCursor/offset``.
  package var documentOffset: Int { unsafe offset &- Int(index.pointee.start) }
}

extension UnsafeMutablePointer<DecodingContext> {
  /// Whether the running plan collects all faults.
  package var collectsFaults: Bool { unsafe pointee.collectingDepth == pointee.planDepth }

  /// Starts collecting faults, until `stopCollecting`. Returns the depth that collected before.
  package func startCollecting() -> UInt32 {
    let outer = unsafe pointee.collectingDepth
    unsafe pointee.collectingDepth = unsafe pointee.planDepth
    return outer
  }

  package func stopCollecting(_ outer: UInt32) { unsafe pointee.collectingDepth = outer }
}
