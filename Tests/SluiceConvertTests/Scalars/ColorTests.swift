import Foundation
import Sluice
import SluiceConvert
import Testing

@Suite("Colours")
struct ColorTests {
  @Test(
    "hexadecimal texts of 3, 4, 6 and 8 digits are colours, in either case, alpha last",
    arguments: [
      ("#aaa", [170, 170, 170, 255]), ("#ABC", [170, 187, 204, 255]), ("#f008", [255, 0, 0, 136]),
      ("#b06200", [176, 98, 0, 255]), ("#b06200aa", [176, 98, 0, 170]),
      ("#FFFFFF00", [255, 255, 255, 0]),
    ] as [(String, [Int])])
  func legal(text: String, parts: [Int]) throws {
    let color = try #require(try converted("\"\(text)\"", to: RGBAColor.self))
    #expect([color.red, color.green, color.blue, color.alpha] == parts.map { Double($0) / 255 })
  }

  @Test(
    "malformed texts are rejected, and never black",
    arguments: [
      "fff", "", "#", "#zz", "#gggggg", "#12", "#12345", "#1234567", "#123456789", "#ffg",
      "#12345g",
      "#0xf", " #fff", "#fff ", "#ff\u{0301}f", "#１２３", "red",
    ])
  func malformed(text: String) {
    #expect(RGBAColor(hex: text) == nil)
    var color = RGBAColor(red: 1)
    let log = failures { color <-- text }
    #expect(color == RGBAColor(red: 1) && log.count == 1)
  }

  @Test("numbers are not colours")
  func numbers() {
    var color: RGBAColor? = RGBAColor()
    let log = failures { color <-- 0xFFFFFF }
    #expect(color == nil && log.count == 1 && log[0].hasPrefix("Unsupported type"))
  }

  @Test("a colour converts to a string and back, for each of 256 steps")
  func back() {
    for step in 0...255 {
      let part = Double(step) / 255
      let color = RGBAColor(red: part, green: 1 - part, blue: 0, alpha: part)
      var (text, again): (String, RGBAColor?) = ("", nil)
      text <-- color
      again <-- text
      #expect(again?.hex == text)
      #expect(again.map { Int(($0.red * 255).rounded()) } == step)
      #expect(text.count == (step == 255 ? 7 : 9))
    }
  }

  @Test("parts beyond the range are clamped")
  func beyond() {
    #expect(RGBAColor(red: -1, green: 7, blue: .nan, alpha: 2).hex == "#00ff00")
    #expect(RGBAColor(red: .infinity, green: 0, blue: 0, alpha: -1).hex == "#ff000000")
  }
}
