import Foundation
import Sluice
import SluiceReflection

/// Collects all warnings.
final class Warnings: JSONWarningObserver {
  private(set) var all: [JSONWarning] = []
  func observe(warning: JSONWarning) { all.append(warning) }

  var paths: [String] { all.map(\.path) }
  var texts: [String] { all.map(\.description) }
}

/// Returns the written value as text.
func written(
  _ value: Any, _ observer: (any JSONWarningObserver)? = nil,
  _ set: (JSONSerializer) -> Void = { _ in }
) throws -> String {
  let serializer = JSONSerializer()
  serializer.sortsKeys = true
  set(serializer)
  return String(decoding: try serializer.serialize(value, observer: observer), as: UTF8.self)
}

func read<T: JSONObjectCreatable>(
  _ type: T.Type, _ json: String, _ observer: (any JSONWarningObserver)? = nil
) throws -> T {
  try JSONDeserializer().deserialize(Data(json.utf8), observer: observer)
}

/// Returns the error that `body` throws, as a `JSONError`.
func jsonError(_ body: () throws -> Void) -> JSONError? {
  do {
    try body()
    return nil
  } catch {
    return error as? JSONError
  }
}
