/// Text in the cells of a terminal.
enum TerminalText {
  /// How many cells a character takes: 0 for a mark on the character before it, 2 for wide ones.
  static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// The start of a line that fits into a number of cells.
  static func cut(_ line: String, to columns: Int) -> String {
    var cells = 0
    var kept = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      cells += width(scalar)
      if cells > columns { break }
      kept.append(scalar)
    }
    return String(kept)
  }
}
