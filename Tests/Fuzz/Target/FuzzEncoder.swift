import EncoderPrograms
import Foundation
import SluiceCodable
import TestSupport

/// Programs for an encoder, which swallow errors: the text is the tree that a model makes of what did not throw.
enum FuzzEncoder {
  static func run(_ document: [UInt8], control: UInt8) {
    var programs = RandomPrograms(
      seed: UInt64(control), input: document, steps: 60, hasDictionaries: true)
    let program = programs.program()
    let encoder = SluiceEncoder()
    if control & 1 != 0 { encoder.outputFormatting.insert(.prettyPrinted) }
    if control & 2 != 0 { encoder.outputFormatting.insert(.sortedKeys) }
    if control & 4 != 0 {
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "nan")
    }
    if control & 8 != 0 { encoder.keyEncodingStrategy = .convertToSnakeCase }
    let model = EncoderModel(
      nan: control & 4 != 0 ? "nan" : nil,
      key: { control & 8 != 0 && $0 == "fooBar" ? "foo_bar" : $0 })
    let expected = model.tree(of: program)?.sorted
    do {
      let found = try JSONTree(strictly: encoder.encode(program)).sorted
      if found != expected { fail("expected \(expected as Any), found \(found)", document) }
    } catch let fault as JSONTree.Fault {
      fail("\(fault)", document)
    } catch {
      if expected != nil { fail("\(error)", document) }
    }
  }

  private static func fail(_ what: String, _ document: [UInt8]) -> Never {
    disagreement("an encoder's program: \(what)", document)
  }
}
