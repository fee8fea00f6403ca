/// Collecting what is wrong with the parts of a value: schemas want all of it at once, where a
/// mapping by itself stops at the first fault.
///
/// A schema at work leaves word of it in the index; a collection that meets a fault below it goes
/// on, and throws what it met as one `ValueFaults`. Nothing of this costs anything while all is
/// well.
package struct ValueFaults: Error {
  /// Where in the collection a fault lies.
  package enum Place: Sendable {
    case element(Int)
    case entry(String)
  }

  package struct Fault: Sendable {
    package let place: Place
    package let error: any Error
    package let finding: ValueFinding
  }

  /// The name of what each part should have been.
  package let expected: String
  package private(set) var faults: [Fault] = []

  /// Nil: the fault ends the walk, because nobody collects or because it is not about a value.
  package init?(_ error: any Error, at place: Place, of part: JSONPosition, expected: Any.Type) {
    guard part.index.collectsFaults else { return nil }
    self.expected = "\(expected)"
    guard add(error, at: place, of: part) else { return nil }
  }

  /// False: the fault is not about a value, and ends the walk.
  package mutating func add(_ error: any Error, at place: Place, of part: JSONPosition) -> Bool {
    guard error.isAboutSomeValue else { return false }
    faults.append(Fault(place: place, error: error, finding: ValueFinding(error, at: part)))
    return true
  }
}

/// What stands where an error is met.
package struct ValueFinding: Sendable {
  /// As ``JSONCursor/offset`` counts.
  package let offset: Int
  package let found: String
  /// Whether the error is about something inside the value that was read.
  package let isInside: Bool

  /// For an error that reading the value at `position` threw.
  package init(_ error: any Error, at position: JSONPosition) {
    let own = position.offset
    let length = Int(position.index.pointee.length)
    // One that has left a document is not about this one.
    if let error = error as? JSONError, error.location == nil, error.offset > own,
      error.offset < length
    {
      let text = UnsafeBufferPointer(start: position.index.pointee.bytes, count: length)
      offset = error.offset &- own &+ position.documentOffset
      found = TokenWords.describe(text, at: error.offset)
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

/// An error that says what is wrong with one value, so that its neighbours are still worth a look.
package protocol ValueFault: Error {
  var isAboutValue: Bool { get }
}

extension ValueFaults: ValueFault {
  package var isAboutValue: Bool { true }
}

extension JSONError: ValueFault {
  /// JSON that is not what was asked for; false for text that is not JSON.
  package var isAboutValue: Bool {
    switch code.reason {
    case .typeMismatch, .numberOutOfRange, .missingField, .indexOutOfBounds, .invalidPath,
      .invalidValue:
      true
    default: false
    }
  }
}

extension Error {
  package var isAboutSomeValue: Bool { (self as? any ValueFault)?.isAboutValue ?? false }
}

extension JSONPosition {
  /// What stands here, in words; shortened.
  package var words: String {
    let text = UnsafeBufferPointer(start: index.pointee.bytes, count: Int(index.pointee.length))
    return TokenWords.describe(text, at: offset)
  }

  /// See ``JSONCursor/offset``.
  package var documentOffset: Int { offset &- Int(index.pointee.start) }
}

extension UnsafeMutablePointer<StructuralIndex> {
  /// Whether the plan that is at work wants all faults.
  package var collectsFaults: Bool { pointee.collectingDepth == pointee.planDepth }

  /// From here on, until `stopCollecting`, faults are collected. Answers who collected before.
  package func startCollecting() -> UInt32 {
    let outer = pointee.collectingDepth
    pointee.collectingDepth = pointee.planDepth
    return outer
  }

  package func stopCollecting(_ outer: UInt32) { pointee.collectingDepth = outer }

  /// A mapping that may contain itself calls it: `leaveMapping` when it is done. Counted apart from
  /// plans, so that a plan inside does not count twice.
  @usableFromInline
  package func enterMapping(at position: JSONPosition) throws(JSONError) {
    guard pointee.mappingDepth < min(pointee.depthLimit, StructuralIndex.planDepthCeiling) else {
      throw tooDeep(position)
    }
    pointee.mappingDepth &+= 1
  }

  @usableFromInline
  package func leaveMapping() { pointee.mappingDepth &-= 1 }
}
