public import Sluice

/// The mapping of a `Decodable` type, for feeds, readers, and arrays of other mappings.
///
/// ```swift
/// for try await person in feed.values(.codable(Person.self)) { names.append(person.name) }
/// ```
///
/// Several threads may use it at a time. So where types are of the main actor unless they say otherwise (default isolation
/// `MainActor`), say `nonisolated struct Person: Codable`: a conformance of the main actor can't be used on other threads. Like other mappings, it throws a `JSONError` that has the fault's code
/// and offset, where a decoder would throw a `DecodingError`. Errors of the type's own `init(from:)` stay unchanged.
public struct CodableMapping<Value: Decodable>: JSONMapping {
  /// Perhaps a subclass of `Value`. Sound to share because a type never changes.
  private nonisolated(unsafe) let type: Value.Type
  private let decoder: SluiceDecoder
  /// The decoder's options after so many changes, nearly always all: taking them from it takes a lock.
  private let options: DecoderOptions
  private let changeCount: Int

  /// `decoder` has the strategies. Don't change its options while a feed is read: each record takes those of its time.
  public init(_ type: Value.Type = Value.self, decoder: SluiceDecoder = SluiceDecoder()) {
    unsafe self.type = type
    self.decoder = decoder
    changeCount = decoder.changeCount
    options = decoder.options
  }

  public func value(from cursor: JSONCursor) throws -> Value {
    if decoder.changeCount == changeCount { return try value(at: cursor.position, options) }
    return try value(at: cursor.position, decoder.options)
  }

  private func value(at position: JSONPosition, _ options: DecoderOptions) throws -> Value {
    do {
      let owner = unsafe try SessionOwner.begin(at: position, options)
      defer { unsafe SessionOwner.end(owner, at: position) }
      return try unsafe owner._withUnsafeGuaranteedRef { owner in
        try owner.decodeRoot { unsafe try $0.decoded(type) }
      }
    } catch let error as DecodingError {
      throw error.fault ?? error
    }
  }
}

extension JSONMapping {
  /// Maps a `Decodable` type.
  public static func codable<T: Decodable>(
    _ type: T.Type, decoder: SluiceDecoder = SluiceDecoder()
  ) -> Self where Self == CodableMapping<T> {
    CodableMapping(type, decoder: decoder)
  }
}

extension DecodingError {
  /// The fault of the document that a decoder of this module found, if it is not located yet.
  fileprivate var fault: (any Error)? {
    let context: Context
    switch self {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
      .dataCorrupted(let found):
      context = found
    @unknown default: return nil
    }
    guard let fault = context.underlyingError as? JSONError, fault.location == nil else {
      return nil
    }
    return fault
  }
}
