public import Sluice

extension Schema: DescribedMapping {
  /// The schema as JSON Schema 2020-12: objects with their properties, types, formats, and required
  /// fields. An optional property also accepts `null`.
  public var jsonSchema: JSON {
    var document = JSONSchemaDocument(root: record)
    let body = document.describe(record, typeName)
    return document.document(body)
  }

  public func describe(in document: inout JSONSchemaDocument) -> JSON {
    document.describe(record, typeName)
  }
}

extension Schema: ReferableMapping {
  var describedRecord: any DescribedRecord { record }
  var typeName: String { "\(Value.self)" }
}

extension SchemaRecord: DescribedRecord {}
