import Foundation
import Sluice
import SluiceDecoding

extension ReadSession {
  /// Text that is not JSON is no value of another type: it ends the session.
  func warnUnconverted(_ position: JSONPosition, to type: Any.Type) {
    if let fault = position.scalarFault { return keep(fault) }
    guard observer != nil else { return }
    warn(.unsupportedConversion(position.foundType, type), position)
  }

  func warn(property: String, at position: JSONPosition, _ error: any Error) {
    guard observer != nil else { return }
    var value: Any = NSNull()
    do {
      value = try position.anyValue()
    } catch {
      keep(error)
    }
    warn(.keyValueError(property, value, error), position)
  }

  func warn(_ kind: JSONWarning.Kind, _ position: JSONPosition) {
    observer?.observe(warning: JSONWarning(kind, path(in: position)))
  }

  private func path(in document: JSONPosition) -> String {
    var path = "$"
    for step in unsafe steps {
      switch step {
      case .itself: break
      case .element(let index): path += PathText.step(index)
      case .field(let token):
        path += PathText.step((try? document.at(token &- 2).text()) ?? "?")
      }
    }
    return path
  }

  /// Returns the steps to the current value, in the form of decoders.
  func codingPath(in document: JSONPosition) -> [any CodingKey] {
    unsafe steps.compactMap { step in
      switch step {
      case .itself: nil
      case .element(let index): DocumentKey(index: index)
      case .field(let token):
        (try? document.at(token &- 2).text()).map { DocumentKey(stringValue: $0) }
      }
    }
  }
}
