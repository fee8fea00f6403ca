import CDecompression
import Sluice

/// A compressed format whose library is loaded when the first source needs it: few sources do, and no
/// others pay for it.
package enum LoadedFormat: CaseIterable {
  case bzip2, xz, lz4

  /// The format's name, which is also that of its package for Homebrew.
  package var program: String {
    switch self {
    case .bzip2: "bzip2"
    case .xz: "xz"
    case .lz4: "lz4"
    }
  }

  /// The name for people.
  var name: String { self == .lz4 ? "LZ4" : program }

  /// With its article: `an xz file`.
  package var file: String { (self == .bzip2 ? "a " : "an ") + name + " file" }

  /// What a file consists of.
  var member: String { self == .lz4 ? "LZ4 frame" : "\(name) stream" }

  var library: String {
    switch self {
    case .bzip2: "libbz2"
    case .xz: "liblzma"
    case .lz4: "liblz4"
    }
  }

  var debianPackage: String {
    switch self {
    case .bzip2: "libbz2-1.0"
    case .xz: "liblzma5"
    case .lz4: "liblz4-1"
    }
  }

  /// The number in the C interface.
  var number: Int32 {
    switch self {
    case .bzip2: Int32(CDC_BZIP2)
    case .xz: Int32(CDC_XZ)
    case .lz4: Int32(CDC_LZ4)
    }
  }

  /// Loads the library, once. Throws `unsupported-encoding`, which names the package to install.
  func load(for source: String) throws(JSONError) {
    guard let reason = unsafe cdc_load(number).map({ unsafe String(cString: $0) }) else { return }
    throw JSONError(
      .unsupportedEncoding, at: 0,
      name: "\(file) (\(source)) without \(library), which can't be loaded (\(reason)): install it"
        + " (Debian, Ubuntu: apt-get install \(debianPackage); Homebrew: brew install \(program)), or"
        + " \(program) -dc FILE | sluice … -")
  }
}

extension LoadedFormat {
  /// The possible first bytes of a stream or frame.
  private var beginnings: [[UInt8]] {
    switch self {
    case .bzip2: LoadedFormat.bzip2Beginnings
    case .xz: LoadedFormat.xzBeginnings
    case .lz4: LoadedFormat.lz4Beginnings
    }
  }

  /// The level, then the number of the first block (pi), or, in an empty file, that of the end (its square
  /// root): three letters and a digit alone could be a damaged first line.
  private static let bzip2Beginnings: [[UInt8]] = (1...9).flatMap { level in
    let head = Array("BZh\(level)".utf8)
    return [
      head + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], head + [0x17, 0x72, 0x45, 0x38, 0x50, 0x90],
    ]
  }
  private static let xzBeginnings: [[UInt8]] = [[0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]]
  private static let lz4Beginnings: [[UInt8]] = [[0x04, 0x22, 0x4D, 0x18]]

  /// Whether a stream or frame begins like this; nil: this needs more of it.
  func isBegun(by head: UnsafeBufferPointer<UInt8>) -> Bool? {
    if beginnings.contains(where: { unsafe head.starts(with: $0) }) { return true }
    return beginnings.contains { unsafe $0.starts(with: head) } ? nil : false
  }
}
