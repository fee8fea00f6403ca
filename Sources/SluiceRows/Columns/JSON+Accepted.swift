package import Sluice

extension JSON {
  /// The number of values that columns took only because of what they accept, in the order of their names:
  /// `{"id":{"text":2}}`.
  package init(accepted: [ByteName: [String: Int64]]) {
    var columns = JSONObject()
    for (column, words) in accepted.sorted(by: { $0.key < $1.key }) {
      var counts = JSONObject()
      for (word, count) in words.sorted(by: { $0.key < $1.key }) { counts[word] = JSON(count) }
      columns[column.text] = .object(counts)
    }
    self = .object(columns)
  }
}
