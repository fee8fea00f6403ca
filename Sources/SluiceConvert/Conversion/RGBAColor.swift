public import Sluice

/// A colour: red, green, blue and alpha (opacity), each from 0 to 1.
///
/// ```swift
/// var color = RGBAColor()
/// color <-- "#b06200aa"
/// print(color.red, color.alpha)  // 0.6901960784313725 0.6666666666666666
/// ```
public struct RGBAColor: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  /// 1 is opaque.
  public var alpha: Double

  /// Creates a colour; the default is black.
  public init(red: Double = 0, green: Double = 0, blue: Double = 0, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates the colour of a hexadecimal text: `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`, in either
  /// case (CSS Color Module Level 4, section 5.2). Nil for any other text.
  public init?(hex: String) {
    var digits: [Int] = []
    var text = hex.utf8[...]
    guard text.popFirst() == UInt8(ascii: "#"), text.count <= 8 else { return nil }
    for byte in text {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      digits.append(digit)
    }
    let parts: [Double]
    switch digits.count {
    case 3, 4: parts = digits.map { Double($0) / 15 }
    case 6, 8:
      parts = stride(from: 0, to: digits.count, by: 2).map { (first: Int) -> Double in
        Double(digits[first] * 16 + digits[first + 1]) / 255
      }
    default: return nil
    }
    self.init(
      red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
  }

  /// The colour as `#rrggbb`, or `#rrggbbaa` when it is not opaque. Each part is clamped, and
  /// rounded to the nearest of 256 steps.
  public var hex: String {
    let parts = alpha < 1 ? [red, green, blue, alpha] : [red, green, blue]
    return parts.reduce(into: "#") { text, part in
      let step = part.isNaN ? 0 : Int((max(0, min(1, part)) * 255).rounded())
      if step < 16 { text += "0" }
      text += String(step, radix: 16)
    }
  }
}

extension RGBAColor: ScalarConvertible {
  public static func convert(fromScalar scalar: JSON) throws -> RGBAColor? {
    guard let text = scalar.string else { throw ConversionError.unsupportedType }
    guard let color = RGBAColor(hex: text) else { throw ConversionError.invalidValue }
    return color
  }
}
