/// The names of a model's fields, as ``JSONParser/modelFields()`` declares them.
public struct Fields: Sendable, Hashable {
  /// The fields that every model has.
  public let mandatory: Set<String>
  /// The fields that a model may lack.
  public let optional: Set<String>

  public init(mandatory: Set<String>, optional: Set<String> = []) {
    self.mandatory = mandatory
    self.optional = optional
  }
}
