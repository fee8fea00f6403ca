/// Stands in for SwiftNIO's type of this name, which Vapor and Hummingbird use for bodies.
///
/// Has the part of its interface that the page Servers needs.
struct ByteBuffer: Sendable {
  private var storage: [UInt8] = []
  private var readerIndex = 0

  init() {}

  init(string: String) { writeString(string) }

  var readableBytes: Int { storage.count - readerIndex }

  var readableBytesView: ArraySlice<UInt8> { storage[readerIndex...] }

  mutating func writeString(_ string: String) { storage += Array(string.utf8) }

  mutating func moveReaderIndex(forwardBy offset: Int) { readerIndex += offset }

  func withUnsafeReadableBytes<R, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    var result: Result<R, E>?
    storage.withUnsafeBytes { bytes in
      do throws(E) {
        result = .success(try body(UnsafeRawBufferPointer(rebasing: bytes[readerIndex...])))
      } catch {
        result = .failure(error)
      }
    }
    return try result!.get()
  }
}
