import CSimdJSON

/// Reports the fault of a document that stage 1 refused. Stage 1 says only that the whole document is bad, and the
/// fault that it names depends on the kernel. The first fault in text order is more helpful, and the same everywhere.
package enum StageOneFault {
  package static func error(
    for status: csj_status, in text: UnsafeBufferPointer<UInt8>, depthLimit: Int
  ) -> JSONError {
    switch status {
    case CSJ_NO_MEMORY: return JSONError(.outOfMemory, at: 0)
    case CSJ_TOO_LARGE: return JSONError(.tooLarge, at: 0, name: "\(JSONOptions.largestSize)")
    case CSJ_EMPTY: return JSONError(.empty, at: 0)
    default: break
    }
    if let fault = unsafe FaultScan.firstFault(in: text, depthLimit: depthLimit) { return fault }
    // Never reached while stage 1 refuses only what the scan refuses; a described error all the same.
    return JSONError(.unexpectedToken, at: 0, expected: .value)
  }

  /// `UTF-16` or `UTF-32`, by the first bytes of the text; nil for UTF-8.
  package static func foreignEncoding(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    unsafe TextEncoding(detectedInFeed: text)?.family
  }
}
