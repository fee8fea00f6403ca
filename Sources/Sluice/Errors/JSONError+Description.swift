import SluiceSystem

extension JSONError: CustomStringConvertible {
  /// What was expected, where, and what was found; only the code, where the text of an error that has this one says that
  /// already.
  public var description: String {
    detail?.isTold == true ? "\(code) (byte \(offset))" : message
  }

  /// What was expected, where, and what was found, also where another text has it already.
  package var message: String {
    var text = summary
    if let location {
      text += " (line \(location.line), column \(location.column))"
    } else if !concernsSurroundings, operation == nil {
      text += " (byte \(offset))"
    }
    return text
  }

  /// The message without its position in the text, for reports that give line and offset separately.
  public var summary: String {
    PrintableText.message((operation?.words ?? "") + rawSummary)
  }

  /// The message with names, keys and values unescaped.
  private var rawSummary: String {
    let detail = detail
    let location = detail?.location
    let name = detail?.name ?? ""
    let place = location.map { $0.path.isEmpty ? "" : " at \($0.path)" } ?? ""
    let found = (location?.found ?? detail?.found).map { $0.isEmpty ? "" : ", found \($0)" } ?? ""
    let because = detail?.reason.map { ": \($0)" } ?? ""
    switch code {
    case .empty: return "expected a JSON value, found nothing"
    case .invalidUTF8: return "expected UTF-8, found bytes that are not\(place)"
    case .unsupportedEncoding: return "expected UTF-8, found \(name)"
    case .unclosedString: return "expected a closing quote for the string\(place), found the end"
    case .controlCharacter:
      return "expected an escape such as \\n or \\u0000 in the string\(place)"
        + ", found a raw control character"
    case .invalidEscape:
      return "expected a valid escape in the string\(place)\(found)"
    case .invalidLiteral: return "expected a JSON value\(place)\(found)"
    case .invalidNumber: return "expected a number by RFC 8259\(place)\(found)"
    case .unexpectedToken: return "expected \(expectation.words)\(place)\(found)\(because)"
    case .incomplete:
      return "expected \(expectation.words)\(place), found the end of the text\(because)"
    case .trailingContent: return "expected the end of the document\(found)"
    case .depthExceeded:
      return "expected nesting of at most \(name) levels, found more\(place);"
        + (because.isEmpty
          ? " raise the limit if this is intended (depthLimit, or --max-depth for a feed)"
          : " \(because.dropFirst(2))")
    case .tooLarge:
      return
        "expected at most \(name) bytes, found more\(because); raise the limit if this is intended"
    case .typeMismatch: return "expected \(expectation.words)\(place)\(found)"
    case .numberOutOfRange where expectation == .double || expectation == .float:
      return "expected a number within the range of \(expectation.words)\(place)\(found)"
    case .numberOutOfRange:
      return "expected a number that fits \(expectation.words) exactly\(place)\(found)"
    case .missingField: return "expected a field \"\(name)\"\(place), found none\(because)"
    case .duplicateKey:
      return "expected one field \"\(TokenDescription.shortened(name))\"\(place), found two"
    case .indexOutOfBounds: return "expected an element \(name)\(place), found fewer"
    case .invalidPath: return "can't follow the path \"\(name)\"\(place)\(because)"
    case .invalidValue: return "expected \(name)\(place)\(found)\(because)"
    case .testFailed: return "the test of \"\(name)\" failed\(because)"
    case .invalidPatch: return "expected a JSON Patch (RFC 6902)\(because)"
    case .closedDocument:
      return "the document is closed: read what you need before withDocument returns"
    case .feedInUse:
      return "expected one reading of the feed \(name) at a time, found another before it ended:"
        + " take values before or after forEach, not inside it, and in one task"
    case .io: return "can't read or write \(name)\(because)"
    case .decompressionFailed: return "can't decompress \(name)\(because)"
    case .decompressionLimit: return "won't decompress all of \(name)\(because)"
    case .outOfMemory:
      return "out of memory" + (name.isEmpty ? "" : ": expected \(name), found fewer") + because
    case .notFinite: return "JSON has no way to write \(name)"
    case .invalidWrite: return "expected calls that make up JSON\(because)"
    case .backReference: return "expected values without a way back to themselves\(because)"
    case .unmappedProperty: return "can't set the property \"\(name)\"\(because)"
    default: return "\(code)\(place)\(because)"
    }
  }

  private var concernsSurroundings: Bool {
    [
      .closedDocument, .feedInUse, .io, .decompressionFailed, .decompressionLimit, .outOfMemory,
      .notFinite, .invalidWrite, .empty,
      .unsupportedEncoding, .backReference, .unmappedProperty, .invalidPatch,
    ].contains(code)
  }
}
