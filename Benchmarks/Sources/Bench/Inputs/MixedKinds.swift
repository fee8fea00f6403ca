/// Records of 35 kinds in any order, as a network sensor (Zeek) writes them: some fields are in most
/// kinds, every kind has its own, and fields without a value are left out.
enum MixedKinds {
  private struct Kind {
    let name: String
    let hasConnection: Bool
    /// The kind's own fields: name, and form of the value.
    let own: [(name: String, form: Int)]
  }

  private static let names = [
    "conn", "dns", "http", "ssl", "x509", "files", "smtp", "ssh", "ftp", "dhcp", "ntp", "snmp",
    "sip",
    "rdp", "smb_files", "smb_mapping", "kerberos", "ntlm", "dce_rpc", "ldap", "mysql", "irc",
    "mqtt",
    "modbus", "dnp3", "radius", "socks", "syslog", "tunnel", "weird", "notice", "pe", "ocsp",
    "capture_loss", "stats",
  ]
  private static let words = [
    "version", "cipher", "method", "status_code", "host", "uri", "query", "qtype_name", "rcode",
    "duration", "orig_bytes", "resp_bytes", "conn_state", "history", "missed_bytes", "user_agent",
    "mime_type", "filename", "server_name", "established", "resumed", "auth_success", "client",
    "server", "command", "reply_code", "reply_msg", "answers", "TTLs", "rejected", "trans_id",
  ]

  private static func kinds(_ random: inout Random) -> [Kind] {
    names.enumerated().map { number, name in
      var own: [(name: String, form: Int)] = []
      var rest = words
      for _ in 0..<3 + random.below(13) {
        own.append((rest.remove(at: random.below(rest.count)), random.below(8)))
      }
      return Kind(name: name, hasConnection: number < 31, own: own)
    }
  }

  /// With `isUnseen`, each record has a key of its own, and so a shape that no record before it had.
  static func make(records: Int, seed: UInt64, isUnseen: Bool = false) -> [UInt8] {
    var random = Random(seed: seed)
    let kinds = kinds(&random)
    var text = ""
    for number in 0..<records {
      let kind = kinds[random.below(kinds.count)]
      text += "{"
      if isUnseen { text += #""x\#(number)":\#(random.below(100)),"# }
      text += #""_path":"\#(kind.name)","ts":17721\#(10_000 + number).\#(random.below(900_000))"#
      if kind.hasConnection {
        text += #","uid":"C\#(String(random.next(), radix: 36))""#
        text += #","id.orig_h":"10.0.\#(random.below(256)).\#(random.below(256))""#
        text += #","id.orig_p":\#(1024 + random.below(60_000))"#
        text +=
          #","id.resp_h":"192.168.0.\#(random.below(256))","id.resp_p":\#(random.below(9000))"#
      }
      // One field in ten has no value.
      for field in kind.own where random.below(10) != 0 {
        text += ",\"\(field.name)\":\(value(field.form, &random))"
      }
      text += "}\n"
    }
    return Array(text.utf8)
  }

  private static func value(_ form: Int, _ random: inout Random) -> String {
    switch form {
    case 0: "\(random.below(100_000))"
    case 1: "0.\(random.below(1_000_000))"
    case 2: random.below(2) == 0 ? "true" : "false"
    case 3: #"["a\#(random.below(9))","b"]"#
    case 4: #""/index/\#(random.below(100_000)).html?q=\"x\"""#
    default: "\"value \(random.below(1_000_000))\""
    }
  }
}
