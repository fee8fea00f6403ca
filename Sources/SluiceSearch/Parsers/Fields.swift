/// The names of a model's fields, as ``JSONParser/modelFields()`` declares them.
public struct Fields: Sendable, Hashable {
  /// Those without which an object is no model.
  public let mandatory: Set<String>
  /// Those that a model may lack.
  public let optional: Set<String>

  public init(mandatory: Set<String>, optional: Set<String> = []) {
    self.mandatory = mandatory
    self.optional = optional
  }
}
