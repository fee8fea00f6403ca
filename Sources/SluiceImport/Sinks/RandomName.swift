/// Unpredictable names for Sluice's temporary files and tables.
enum RandomName {
  /// 16 hexadecimal digits, from the system's generator.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = String(generator.next() as UInt64, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
