import Sluice
import SluiceRules

/// The rule of a status in a status.
struct RetweetRule: Rule {
  func validate(_ json: JSONCursor) throws -> Twitter.Retweet {
    Twitter.Retweet(try Twitter.statusRule.validate(json))
  }

  func dump(_ value: Twitter.Retweet) throws -> JSON { try Twitter.statusRule.dump(value.status) }

  func write(_ value: Twitter.Retweet, to writer: inout JSONWriter) throws {
    try Twitter.statusRule.write(value.status, to: &writer)
  }
}
