/// The address of a MariaDB or MySQL database, as a URL: `mariadb://user@host:port/database?socket=PATH`.
/// Separates what may be shown from what is secret.
struct MariaDBAddress {
  let host: String?
  let port: UInt32
  let user: String?
  /// Nil: the client's configuration files or `MYSQL_PWD` have it, or there is none.
  let password: String?
  let database: String
  /// The path of a Unix socket.
  private(set) var socket: String?
  /// A file of certificates that the server's must descend from; requires TLS.
  private(set) var certificates: String?
  /// Whether the connection must be encrypted.
  private(set) var requiresTLS = false
  /// The address without anything secret.
  let shown: String
  /// What must be removed from messages.
  let secrets: ConnectionSecrets
  /// Why it can't be read; nil when it can.
  let fault: String?

  static let schemes = ["mariadb://", "mysql://"]

  init(_ text: String) {
    var url = DatabaseURL(text, passwordIn: "MYSQL_PWD")
    for (name, value) in url.options {
      switch name {
      case "socket": socket = value
      case "ssl-ca": (certificates, requiresTLS) = (value, true)
      case "ssl": requiresTLS = value == "true" || value == "1" || value.isEmpty
      default: url.fault = url.fault ?? "expected the options socket, ssl or ssl-ca"
      }
    }
    (host, port, user, password) = (url.host, url.port, url.user, url.password)
    (database, secrets, fault) = (url.database, url.secrets, url.fault)
    shown =
      url.shown(as: "mariadb") + (url.fault == nil ? socket.map { "?socket=\($0)" } ?? "" : "")
  }
}
