import Foundation
import Sluice
import SluiceCodable
import TestSupport

/// How a decode ended, so that two decoders can be compared.
enum Outcome: Equatable, CustomStringConvertible {
  case value(String)
  /// The case of a `DecodingError`, its type or key, and its coding path.
  case error(kind: String, subject: String, path: String)
  /// Any other error.
  case other(String)

  init(_ body: () throws -> Any) {
    do {
      self = .value("\(try body())")
    } catch let error as DecodingError {
      self = Outcome(error)
    } catch {
      self = .other("\(type(of: error))")
    }
  }

  private init(_ error: DecodingError) {
    switch error {
    case .typeMismatch(let type, let context):
      self = .error(kind: "typeMismatch", subject: "\(type)", path: Outcome.text(context))
    case .valueNotFound(let type, let context):
      self = .error(kind: "valueNotFound", subject: "\(type)", path: Outcome.text(context))
    case .keyNotFound(let key, let context):
      self = .error(kind: "keyNotFound", subject: key.stringValue, path: Outcome.text(context))
    case .dataCorrupted(let context):
      self = .error(kind: "dataCorrupted", subject: "", path: Outcome.text(context))
    @unknown default: self = .other("\(error)")
    }
  }

  private static func text(_ context: DecodingError.Context) -> String {
    context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
  }

  var description: String {
    switch self {
    case .value(let text): text
    case .error(let kind, let subject, let path): "\(kind)(\(subject)) at \"\(path)\""
    case .other(let text): "error \(text)"
    }
  }
}

/// The error that `body` throws, if it is a `DecodingError`.
func decodingError(_ body: () throws -> Void) -> DecodingError? {
  do {
    try body()
    return nil
  } catch {
    return error as? DecodingError
  }
}

extension DecodingError {
  var context: Context {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: fatalError("an unknown case")
    }
  }
}

func sluice<T: Decodable>(
  _ type: T.Type, _ json: String, _ set: (SluiceDecoder) -> Void = { _ in }
) throws -> T {
  let decoder = SluiceDecoder()
  set(decoder)
  return try decoder.decode(type, from: Data(json.utf8))
}

func foundation<T: Decodable>(
  _ type: T.Type, _ json: String, _ set: (JSONDecoder) -> Void = { _ in }
) throws -> T {
  let decoder = JSONDecoder()
  set(decoder)
  return try decoder.decode(type, from: Data(json.utf8))
}
