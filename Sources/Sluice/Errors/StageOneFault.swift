import CSimdJSON

/// Says what is wrong with a document that stage 1 refused. Stage 1 says only that the whole is
/// bad, and which of several faults it names depends on the kernel; the first fault in the order of
/// the text is what helps, and is the same everywhere.
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
    if let fault = FaultScan.firstFault(in: text, depthLimit: depthLimit) { return fault }
    // Not reached while stage 1 refuses nothing but what the scan refuses; a described error all
    // the same.
    return JSONError(.unexpectedToken, at: 0, expected: .value)
  }

  /// UTF-16 and UTF-32 by their byte order mark, or by where the NULs stand (RFC 4627 section 3).
  package static func foreignEncoding(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    let head = (0..<4).map { $0 < text.count ? text[$0] : 0xAA }
    switch (head[0], head[1], head[2], head[3]) {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF): return "UTF-32"
    case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _): return "UTF-16"
    case (0, 0, 0, 1...), (1..., 0, 0, 0): return "UTF-32"
    case (0, 1..., 0, 1...), (1..., 0, 1..., 0): return "UTF-16"
    default: return nil
    }
  }
}
