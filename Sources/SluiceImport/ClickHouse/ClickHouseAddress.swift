import SluiceSystem

/// The address of a ClickHouse database, as a URL: `clickhouse://user@host:port/database?secure=true`.
struct ClickHouseAddress {
  let database: String
  let user: String?
  /// Nil: it has no password.
  let password: String?
  /// The address of the HTTP interface.
  let base: String
  /// A file of certificates to trust.
  private(set) var certificates: String?
  /// The address without anything secret.
  let shown: String
  /// What must be removed from messages.
  let secrets: ConnectionSecrets
  /// Why it can't be read; nil when it can.
  let fault: String?

  static let scheme = "clickhouse://"
  private static let variable = "CLICKHOUSE_PASSWORD"

  init(_ text: String) {
    var url = DatabaseURL(text, passwordIn: ClickHouseAddress.variable)
    var isSecure = false
    for (name, value) in url.options {
      switch name {
      case "secure": isSecure = value == "true" || value == "1" || value.isEmpty
      case "ca": (certificates, isSecure) = (value, true)
      default: url.fault = url.fault ?? "expected the options secure or ca"
      }
    }
    user = url.user
    password = url.password ?? Environment.value(of: ClickHouseAddress.variable)
    if [user, password].contains(where: { $0?.utf8.contains { $0 < 0x20 || $0 == 0x7F } == true }) {
      url.fault = url.fault ?? "user and password may have no control characters"
    }
    let host = url.host ?? "localhost"
    if host.contains(where: { " /?#@\\\"<>".contains($0) || !$0.isASCII }) {
      url.fault = url.fault ?? "the host is not a name or an address"
    }
    let port = url.port > 0 ? url.port : isSecure ? 8443 : 8123
    base =
      "http\(isSecure ? "s" : "")://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
    (database, secrets, fault) = (url.database, url.secrets, url.fault)
    shown = url.shown(as: "clickhouse")
  }
}
