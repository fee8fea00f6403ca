import Foundation
import Sluice
import SluiceFoundation
import Testing

/// Documents read whole, from everything that holds their bytes.
extension GrowthRow {
  /// The same document with each reader, and a walk over all of it.
  private static func documents(
    _ name: String, _ size: Int,
    _ read: @escaping @Sendable (inout JSONReader, Forms) throws -> Void
  ) -> GrowthRow {
    GrowthRow(name, size) { count in
      let forms = Forms(Samples.objects(count))
      var reader = JSONReader(checking: .full)
      return { try read(&reader, forms) }
    }
  }

  static func walk(_ root: JSONCursor) throws {
    try root.forEachElement { element in
      try element.forEachField { field in _ = try (field.key.utf8Count, field.value.rawBytes.count)
      }
    }
  }

  static let reading: [GrowthRow] = [
    GrowthRow("JSONChecker.check(_:)", 2000) { count in
      let forms = Forms(Samples.objects(count))
      var checker = JSONChecker()
      return {
        try checker.check(forms.text)
        try checker.check(forms.bytes)
        try checker.check(forms.padded)
        try unsafe forms.padded.withUnsafeBytes { bytes in try unsafe checker.check(padded: bytes) }
      }
    },
    documents("JSONReader.withDocument, texts and arrays", 500) { reader, forms in
      try reader.withDocument(forms.text) { try walk($0) }
      try reader.withDocument(forms.bytes) { try walk($0) }
      try reader.withDocument(forms.data) { try walk($0) }
    },
    documents("JSONReader.withDocument, memory", 500) { reader, forms in
      let bytes = forms.bytes
      try reader.withDocument(forms.padded) { try walk($0) }
      try reader.withDocument(bytes.span) { try walk($0) }
      try unsafe reader.withDocument(bytes.span.bytes) { try walk($0) }
      try unsafe forms.padded.withUnsafeBytes { bytes in
        try unsafe reader.withDocument(padded: bytes) { try walk($0) }
        try unsafe reader.withDocument(unpadded: bytes) { try walk($0) }
        try unsafe reader.withDocument(unpadded: UnsafeRawBufferPointer(bytes)) { try walk($0) }
      }
    },
    GrowthRow("JSONReader.withDocument, a file", 500) { count in
      let file = try SampleFile(Samples.objects(count))
      var reader = JSONReader()
      return {
        try reader.withDocument(contentsOfFile: file.path) { try walk($0) }
        try reader.withDocument(contentsOf: file.url) { try walk($0) }
      }
    },
    GrowthRow("JSONReaderPool.withDocument", 500) { count in
      let forms = Forms(Samples.objects(count))
      let (pool, bytes) = (JSONReaderPool(), forms.bytes)
      return {
        try pool.withDocument(forms.padded) { try walk($0) }
        try unsafe pool.withDocument(bytes.span.bytes) { try walk($0) }
        try unsafe forms.padded.withUnsafeBytes { bytes in
          try unsafe pool.withDocument(unpadded: UnsafeRawBufferPointer(bytes)) { try walk($0) }
        }
      }
    },
    documents("JSONReader.value(of:by:), arrays of dictionaries", 500) { reader, forms in
      let (mapping, bytes) = (ArrayMapping(of: DictionaryMapping(of: OwnedMapping())), forms.bytes)
      _ = try reader.value(of: forms.text, by: mapping)
      _ = try reader.value(of: forms.bytes, by: mapping)
      _ = try reader.value(of: forms.data, by: mapping)
      _ = try reader.value(of: forms.padded, by: mapping)
      _ = try reader.value(of: bytes.span, by: mapping)
      _ = try unsafe reader.value(of: bytes.span.bytes, by: mapping)
    },
    GrowthRow("JSON.init(parsing:)", 1000) { count in
      let forms = Forms(Samples.objects(count))
      return {
        _ = try JSON(parsing: forms.text)
        _ = try JSON(parsing: forms.bytes)
        _ = try JSON(parsing: forms.data)
      }
    },
    GrowthRow("JSON.init(parsing:), nesting", 200) { count in
      let text = Samples.nested(count)
      return { _ = try JSON(parsing: text) }
    },
    GrowthRow("JSON.init(parsing:), one long string", 100_000) { count in
      let text = "\"" + String(repeating: "a\\u00e9\\n", count: count / 8) + "\""
      return { _ = try JSON(parsing: text).string }
    },
    GrowthRow("JSON.init(parsing:), keys that come again are rejected", 1000) { count in
      let text = Samples.object(count)
      let options = JSONOptions(checking: .full, duplicateKeys: .reject)
      return { _ = try JSON(parsing: text, options: options) }
    },
    GrowthRow("JSONDocument.init(parsing:)", 1000) { count in
      let forms = Forms(Samples.objects(count))
      let (file, bytes) = (try SampleFile(forms.text), forms.bytes)
      return {
        _ = try JSONDocument(parsing: forms.text)
        _ = try JSONDocument(parsing: forms.bytes)
        _ = try JSONDocument(parsing: forms.data)
        _ = try unsafe JSONDocument(parsing: bytes.span.bytes)
        _ = try JSONDocument(parsing: PaddedBytes(forms.bytes))
        try unsafe forms.padded.withUnsafeBytes { bytes in
          _ = try unsafe JSONDocument(parsing: UnsafeRawBufferPointer(bytes))
        }
        _ = try JSONDocument(contentsOfFile: file.path)
        _ = try JSONDocument(contentsOf: file.url)
      }
    },
    GrowthRow("JSONError.located(in:)", 2000) { count in
      let text = Samples.objects(count).dropLast() + ",x]"
      var reader = JSONReader(checking: .full)
      return { () throws in
        #expect(throws: JSONError.self) { try reader.withDocument(text) { try walk($0) } }
      }
    },
    GrowthRow("PaddedBytes, appended to and cut", 2000) { count in
      let chunk = Array("0123456789".utf8)
      return {
        var bytes = PaddedBytes()
        for _ in 0..<count {
          bytes.append(contentsOf: chunk)
          unsafe chunk.withUnsafeBytes { unsafe bytes.append($0) }
          _ = unsafe bytes.append(upTo: 10) { room in
            unsafe room.copyBytes(from: chunk)
            return 10
          }
          bytes.removeLast(1)
        }
        bytes.removeFirst(count)
        #expect(bytes.count == 28 * count)
      }
    },
  ]
}
