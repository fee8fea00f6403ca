import Foundation
import Sluice
import SluiceDecoding

/// A text that was decoded, and where it is among the bytes of the caller.
///
/// Sound because it is used only while the text is lent.
@safe
struct DecodedText {
  let text: UnsafeBufferPointer<UInt8>
  /// The offset of its first byte, as the session counts.
  var start = 0
  /// The number of braces that were added at each end.
  var added = 0
  /// The number of bytes before it that were skipped: a byte order mark.
  var skipped = 0

  fileprivate func located(_ error: JSONError) -> JSONError {
    unsafe error.counted(from: start, in: text).leaving(text, added: added, skipped: skipped)
  }
}

extension DecodingError {
  /// This error with path, line, column and offset in its description. For one that a type or the standard library made,
  /// they are those of the value at its coding path.
  func located(in text: DecodedText, _ session: DecodingSession) -> DecodingError {
    switch self {
    case .typeMismatch(let type, let context):
      .typeMismatch(type, context.located(in: text, session))
    case .valueNotFound(let type, let context):
      .valueNotFound(type, context.located(in: text, session))
    case .keyNotFound(let key, let context):
      .keyNotFound(key, context.located(in: text, session, missing: key))
    case .dataCorrupted(let context): .dataCorrupted(context.located(in: text, session))
    @unknown default: self
    }
  }
}

extension DecodingError.Context {
  fileprivate func located(
    in text: DecodedText, _ session: DecodingSession, missing key: (any CodingKey)? = nil
  ) -> DecodingError.Context {
    guard let fault = underlyingError as? JSONError else {
      guard underlyingError == nil, let offset = session.offset(at: codingPath) else { return self }
      let place = text.located(JSONError(.invalidValue, at: offset))
      return DecodingError.Context(
        codingPath: codingPath, debugDescription: place.words(after: debugDescription))
    }
    guard fault.location == nil else { return self }
    let located = text.located(fault.spelled(key, session.options))
    return DecodingError.Context(
      codingPath: codingPath, debugDescription: located.words, underlyingError: located.told)
  }
}

extension JSONError {
  /// The message with line, column and offset.
  fileprivate var words: String { location == nil ? message : summary + position }

  /// A message of another one, with what is at this place.
  fileprivate func words(after message: String) -> String {
    guard let location else { return message }
    let text = message.last == "." ? String(message.dropLast()) : message
    return "\(text) at \(location.path), found \(location.found)\(position)"
  }

  private var position: String {
    location.map { " (line \($0.line), column \($0.column), byte \(offset))" } ?? ""
  }

  /// The error for a field that is missing, with the key as the document would have it.
  fileprivate func spelled(_ key: (any CodingKey)?, _ options: DecoderOptions) -> JSONError {
    guard code == .missingField, let name = key?.stringValue,
      case .convertFromSnakeCase = options.keys
    else { return self }
    let spelling = SnakeCase.snakeCase(name)
    guard spelling != name else { return self }
    return JSONError(
      .missingField, at: offset, name: name, reason: "a document has it as \"\(spelling)\"")
  }
}

extension DecodingSession {
  /// Where the value at a coding path is. Nil: it is not there, so that the path may be one of another document, which the
  /// type has decoded from a string. So may one without keys.
  fileprivate func offset(at path: [any CodingKey]) -> Int? {
    guard root != Level.none, !path.isEmpty else { return nil }
    var token = root
    do throws(JSONError) {
      for (depth, key) in path.enumerated() {
        guard let next = try value(of: key, in: token, at: path[..<depth]) else { return nil }
        token = next
      }
    } catch {
      // What can't be walked has no place of its own.
      return nil
    }
    return position(token).offset
  }

  private func value(
    of key: any CodingKey, in container: UInt32, at path: ArraySlice<any CodingKey>
  ) throws(JSONError) -> UInt32? {
    var value = container
    switch position(container).byte {
    case Byte.openBracket:
      guard let index = key.intValue, index >= 0 else { return nil }
      for _ in 0...index {
        guard let next = try position(container).nextElement(after: value) else { return nil }
        value = next
      }
      return value
    case Byte.openBrace:
      while let next = try position(container).nextField(after: value) {
        if let name = name(of: position(next &- 2), at: path), name.isEqual(key.stringValue) {
          return next
        }
        value = next
      }
      return nil
    default: return nil
    }
  }

  private func name(of key: JSONPosition, at path: ArraySlice<any CodingKey>) -> String? {
    guard let text = RawString(key).string else { return nil }
    return switch options.keys {
    case .convertFromSnakeCase: SnakeCase.camelCase(text)
    case .custom(let convert): convert(path + [DocumentKey(stringValue: text)]).stringValue
    default: text
    }
  }
}

extension String {
  /// Whether the bytes are equal.
  fileprivate func isEqual(_ other: String) -> Bool { ByteName(self) == ByteName(other) }
}
