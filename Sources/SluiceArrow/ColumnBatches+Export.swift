public import CSluiceArrow
internal import SluiceSystem

/// Batches of one schema, one after another, for a consumer in any language.
public protocol ColumnBatches: AnyObject {
  var schema: ColumnSchema { get }
  /// The next batch; nil after the last.
  func next() throws -> ColumnBatch?
  /// The consumer needs no more batches.
  func close()
  /// The system's number for an error that `next` threw, and its text.
  func systemError(_ error: any Error) -> (code: Int32, text: String)
}

extension ColumnBatches {
  /// Exports the batches as Arrow's C stream interface has it. The stream keeps this object until the
  /// consumer releases it, and then calls ``close()``.
  ///
  /// Two calls at once wait for each other. Nothing is thrown out of a callback: an error is a number,
  /// and a text that stays until the next call.
  ///
  /// Sound because `out` is for a whole stream, which this initializes, and what it points to is freed
  /// by its release callback alone.
  public func export(to out: UnsafeMutablePointer<ArrowArrayStream>) {
    let stream = ExportedStream(self)
    unsafe out.initialize(
      to: ArrowArrayStream(
        get_schema: { stream, schema in
          guard let source = unsafe ExportedStream.of(stream), let schema = unsafe schema else {
            return ExportedStream.invalidArgument
          }
          unsafe source.batches.schema.export(to: schema)
          return 0
        },
        get_next: { stream, array in
          guard let source = unsafe ExportedStream.of(stream), let array = unsafe array else {
            return ExportedStream.invalidArgument
          }
          return unsafe source.next(array)
        },
        get_last_error: { stream in unsafe ExportedStream.of(stream)?.lastError },
        release: { stream in
          guard let stream = unsafe stream, let data = unsafe stream.pointee.private_data else {
            return
          }
          unsafe stream.pointee.release = nil
          unsafe stream.pointee.private_data = nil
          let source = unsafe Unmanaged<ExportedStream>.fromOpaque(data).takeRetainedValue()
          source.batches.close()
        },
        private_data: Unmanaged.passRetained(stream).toOpaque()))
  }
}

/// What an `ArrowArrayStream` points to.
///
/// Sound because a call has it alone, by the lock, and its text is its own.
@safe
private final class ExportedStream {
  let batches: any ColumnBatches
  private let lock = LockedValue(())
  private let process = CurrentProcess.identifier
  private(set) var lastError: UnsafePointer<CChar>?

  /// EINVAL, the same everywhere.
  static let invalidArgument: Int32 = 22

  init(_ batches: any ColumnBatches) { self.batches = batches }

  deinit { unsafe lastError?.deallocate() }

  static func of(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> ExportedStream? {
    guard let data = unsafe stream?.pointee.private_data else { return nil }
    return unsafe Unmanaged<ExportedStream>.fromOpaque(data).takeUnretainedValue()
  }

  func next(_ out: UnsafeMutablePointer<ArrowArray>) -> Int32 {
    // In a child after fork(), a thread that is not there may have the lock. One thread is, and `batches`
    // refuse to be read there if they need others.
    guard process == CurrentProcess.identifier else { return unsafe nextAlone(out) }
    return lock.withLock { _ in unsafe nextAlone(out) }
  }

  private func nextAlone(_ out: UnsafeMutablePointer<ArrowArray>) -> Int32 {
    unsafe out.initialize(to: ArrowArray())
    do {
      unsafe try batches.next()?.export(to: out)
      return 0
    } catch {
      let (code, text) = batches.systemError(error)
      unsafe lastError?.deallocate()
      unsafe lastError = unsafe ExportedStream.copy(text)
      return code
    }
  }

  private static func copy(_ text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    unsafe copy.initialize(repeating: 0, count: bytes.count + 1)
    // A NUL would end the text.
    for (i, byte) in bytes.enumerated() {
      unsafe copy[i] = byte == 0 ? 0x20 : CChar(bitPattern: byte)
    }
    return unsafe UnsafePointer(copy)
  }
}
