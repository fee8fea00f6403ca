/// Cuts a stream at the given places.
public func cut(_ bytes: [UInt8], at places: [Int]) -> [ArraySlice<UInt8>] {
  var chunks: [ArraySlice<UInt8>] = []
  var start = 0
  for place in places.sorted() + [bytes.count] {
    chunks.append(bytes[start..<place])
    start = place
  }
  return chunks
}
