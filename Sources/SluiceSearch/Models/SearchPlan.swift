import Sluice

/// The compiled fields of a search: recognises candidates by their keys, and reads their values.
///
/// Immutable; any number of threads may use it at the same time.
@usableFromInline
final class SearchPlan: Sendable {
  private let plan: FieldPlan
  private let names: [(name: String, isMandatory: Bool)]
  private let fields: SearchedFields

  @usableFromInline
  init(_ declared: SearchFields, of model: Any.Type) {
    plan = FieldPlan(declared.planFields, declared.layout)
    names = declared.names
    fields = SearchedFields(
      of: model, mandatory: names.filter(\.isMandatory).map { .path($0.name) },
      optional: names.filter { !$0.isMandatory }.map { .path($0.name) })
  }

  @usableFromInline
  func scan(
    _ root: JSONPosition, _ level: JSONParserLogLevel, _ log: SearchLogSink,
    _ nearMisses: NearMissList?
  ) throws(JSONError) -> SearchScan {
    try SearchScan(
      fields, in: root,
      SearchReporter(ObjectIdentifier(self), level, log, nearMisses, sharing: nil))
  }

  /// Returns a frame in which each field has its value; the caller ends it. Returns nil when a
  /// mandatory field is unreadable, after reporting that to the scan. Throws errors in the text.
  @usableFromInline
  func read(
    _ object: JSONPosition, _ scan: borrowing SearchScan, _ unread: inout [NearMiss.Rejection]
  ) throws -> FieldFrame? {
    let frame = try FieldFrame(plan, of: object)
    let tells = scan.reportsOptionals
    var (reading, place) = (-1, FieldFrame.absent)
    do {
      try frame.readAll(restart: { unread.removeAll() }) { frame, field, token in
        (reading, place) = (field, token)
        if token == FieldFrame.absent {
          guard try frame.readAbsent(field) else { throw AbsentField() }
        } else if names[field].isMandatory {
          try frame.read(field, at: token)
        } else {
          do {
            try frame.read(field, at: token)
          } catch {
            guard !error.endsSearch else { throw error }
            _ = try frame.readAbsent(field)
            if tells {
              unread.append(
                SearchPlan.rejection(error, of: names[field].name, at: object.at(token)))
            }
          }
        }
      }
      return frame
    } catch {
      frame.end()
      guard !error.endsSearch, names.indices.contains(reading) else { throw error }
      let value = place == FieldFrame.absent ? nil : object.at(place)
      try scan.reject { SearchPlan.rejection(error, of: names[reading].name, at: value) }
      return nil
    }
  }

  /// A mandatory field that is null, or a path that leads to no value.
  private struct AbsentField: Error {}

  private static func rejection(
    _ error: any Error, of field: String, at value: JSONPosition?
  ) -> NearMiss.Rejection {
    guard let value else {
      return NearMiss.Rejection(field: field, reason: "expected a value, found null or nothing")
    }
    guard let error = error as? JSONError, error.location == nil else {
      return NearMiss.Rejection(field: field, reason: "\(error)")
    }
    return NearMiss.Rejection(field: field, reason: error.located(near: value))
  }
}

extension JSONError {
  /// Returns what was expected and found, without line, column and path: the message has the
  /// object's.
  fileprivate func located(near value: JSONPosition) -> String {
    let finding = ValueFinding(self, at: value)
    let text = summary
    return text.contains(", found") ? text : "\(text), found \(finding.found)"
  }
}
