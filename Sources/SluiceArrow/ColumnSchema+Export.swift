public import CSluiceArrow

extension ColumnSchema {
  /// Exports the schema as Arrow's C data interface has it: a struct with a field for each column. The
  /// consumer releases it. O(columns); allocates.
  ///
  /// Sound because `out` is for a whole schema, which this initializes, and all that it points to is
  /// freed by its release callback.
  public func export(to out: UnsafeMutablePointer<ArrowSchema>) {
    let schema = ExportedSchema("+s", name: "", metadata: [], flags: 0, children: fields.count)
    for (number, field) in fields.enumerated() {
      var metadata: [(String, String)] = []
      if let name = field.extensionName {
        metadata = [("ARROW:extension:name", name), ("ARROW:extension:metadata", "")]
      }
      let flags = field.isNullable ? Int64(ARROW_FLAG_NULLABLE) : 0
      let child = ExportedSchema(
        field.format, name: field.name, metadata: metadata, flags: flags, children: 0)
      unsafe child.move(to: schema.children[number]!)
    }
    unsafe schema.move(to: out)
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
  private let flags: Int64
  private let count: Int
  let children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowSchema>?>

  init(
    _ format: String, name: String, metadata: [(String, String)], flags: Int64, children count: Int
  ) {
    unsafe self.format = ExportedSchema.text(format.utf8)
    unsafe self.name = ExportedSchema.text(name.utf8)
    unsafe self.metadata =
      metadata.isEmpty ? nil : ExportedSchema.text(ExportedSchema.bytes(metadata))
    self.flags = flags
    self.count = count
    unsafe children = .allocate(capacity: max(count, 1))
    for i in 0..<count {
      let child = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
      unsafe child.initialize(to: ArrowSchema())
      unsafe (children + i).initialize(to: child)
    }
  }

  deinit {
    for i in 0..<count {
      guard let child = unsafe children[i] else { continue }
      // A child that was moved is released by its new owner.
      if let release = unsafe child.pointee.release { unsafe release(child) }
      unsafe child.deallocate()
    }
    unsafe children.deallocate()
    unsafe format.deallocate()
    unsafe name.deallocate()
    unsafe metadata?.deallocate()
  }

  /// Hands this object over to a schema, whose release callback frees it.
  func move(to out: UnsafeMutablePointer<ArrowSchema>) {
    unsafe out.initialize(
      to: ArrowSchema(
        format: format, name: name, metadata: metadata, flags: flags, n_children: Int64(count),
        children: count > 0 ? children : nil, dictionary: nil, release: releaseSchema,
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
