public import CSluiceArrow
import Sluice
import SluiceRows

extension ColumnSchema {
  /// Exports the schema as Arrow's C data interface has it: a struct with a field for each column. The
  /// consumer releases it. O(columns); allocates.
  ///
  /// Sound because `out` is for a whole schema, which this initializes, and all that it points to is
  /// freed by its release callback.
  public func export(to out: UnsafeMutablePointer<ArrowSchema>) {
    let schema = ExportedSchema("+s", name: "", children: fields.count)
    for (number, field) in fields.enumerated() {
      unsafe field.exported().move(to: schema.children[number])
    }
    unsafe schema.move(to: out)
  }
}

extension ColumnField {
  /// The field, or one in it. Recursive, no deeper than types are.
  fileprivate func exported() -> ExportedSchema {
    var metadata: [(String, String)] = []
    if let name = extensionName {
      metadata = [("ARROW:extension:name", name), ("ARROW:extension:metadata", "")]
    }
    let isMap = layout == .map
    let schema = ExportedSchema(
      format, name: name.text, metadata: metadata, isNullable: isNullable,
      children: isMap ? 1 : children.count)
    // A map is a list of structs with a key and a value each.
    let parent = isMap ? ExportedSchema("+s", name: "entries", children: 2) : schema
    for (number, child) in children.enumerated() {
      unsafe child.exported().move(to: parent.children[number])
    }
    if isMap { unsafe parent.move(to: schema.children[0]) }
    return schema
  }
}

/// Everything that an `ArrowSchema` points to.
///
/// Sound because it owns its texts and the memory of its children, and is freed by the release callback
/// alone, which the consumer calls once.
@safe
private final class ExportedSchema {
  private let format: UnsafeMutablePointer<CChar>
  private let name: UnsafeMutablePointer<CChar>
  private let metadata: UnsafeMutablePointer<CChar>?
  private let isNullable: Bool
  let children: ExportedChildren<ArrowSchema>

  init(
    _ format: String, name: String, metadata: [(String, String)] = [], isNullable: Bool = false,
    children count: Int
  ) {
    unsafe self.format = ExportedSchema.text(format.utf8)
    unsafe self.name = ExportedSchema.text(name.utf8)
    unsafe self.metadata =
      metadata.isEmpty ? nil : ExportedSchema.text(ExportedSchema.bytes(metadata))
    self.isNullable = isNullable
    unsafe children = ExportedChildren(count, ArrowSchema()) { child in
      if let release = unsafe child.pointee.release { unsafe release(child) }
    }
  }

  deinit {
    unsafe format.deallocate()
    unsafe name.deallocate()
    unsafe metadata?.deallocate()
  }

  /// Hands this object over to a schema, whose release callback frees it.
  func move(to out: UnsafeMutablePointer<ArrowSchema>) {
    unsafe out.initialize(
      to: ArrowSchema(
        format: format, name: name, metadata: metadata,
        flags: isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0, n_children: Int64(children.count),
        children: children.list, dictionary: nil, release: releaseSchema,
        private_data: Unmanaged.passRetained(self).toOpaque()))
  }

  private static func text(_ bytes: some Collection<UInt8>) -> UnsafeMutablePointer<CChar> {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    unsafe text.initialize(repeating: 0, count: bytes.count + 1)
    for (i, byte) in bytes.enumerated() { unsafe text[i] = CChar(bitPattern: byte) }
    return unsafe text
  }

  /// Metadata by Arrow's specification: the number of pairs, then each text after its length.
  private static func bytes(_ pairs: [(String, String)]) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: Int) {
      // In the machine's own byte order.
      let number = Int32(truncatingIfNeeded: number)
      unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
    }
    append(pairs.count)
    for (key, value) in pairs {
      for text in [key, value] {
        append(text.utf8.count)
        bytes += Array(text.utf8)
      }
    }
    return bytes
  }
}

/// Frees a schema, once.
private func releaseSchema(_ schema: UnsafeMutablePointer<ArrowSchema>?) {
  guard let schema = unsafe schema, let data = unsafe schema.pointee.private_data else { return }
  unsafe schema.pointee.release = nil
  unsafe schema.pointee.private_data = nil
  unsafe Unmanaged<ExportedSchema>.fromOpaque(data).release()
}
