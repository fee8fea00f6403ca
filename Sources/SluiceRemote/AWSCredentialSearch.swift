import Sluice
import SluiceFeed
import SluiceSystem

/// Looks for credentials where AWS's own programs look for them, in their order: the environment, a web
/// identity, the profile, the container, the machine.
struct AWSCredentialSearch {
  let context: RemoteContext
  let stops: FeedStops

  init(_ context: RemoteContext, _ stops: FeedStops) {
    self.context = context
    self.stops = stops
  }

  /// Throws `io` for settings that can't be used. Without any credentials the identity is anonymous.
  func identity() throws(InputEvent) -> AWSIdentity {
    let profiles = try InputEvent.asFailures(try AWSProfiles(context))
    func made(_ credentials: AWSCredentials?, _ source: String) -> AWSIdentity {
      AWSIdentity(
        credentials: credentials, source: source, region: profiles.settings["region"],
        endpoint: profiles.settings["endpoint_url"])
    }
    if context.isOn("AWS_SKIP_SIGNATURE") || context.isOn("AWS_NO_SIGN_REQUEST") {
      return made(nil, "AWS_SKIP_SIGNATURE asks for that")
    }
    if let key = context.variable("AWS_ACCESS_KEY_ID") {
      guard let secret = context.variable("AWS_SECRET_ACCESS_KEY") else {
        throw .failed(
          SourceFault.error("AWS_SECRET_ACCESS_KEY", "AWS_ACCESS_KEY_ID is set without it"))
      }
      return made(
        try checked(key, secret, context.variable("AWS_SESSION_TOKEN")), "the environment")
    }
    if let file = context.variable("AWS_WEB_IDENTITY_TOKEN_FILE") {
      guard let role = context.variable("AWS_ROLE_ARN") else {
        throw .failed(
          SourceFault.error("AWS_ROLE_ARN", "AWS_WEB_IDENTITY_TOKEN_FILE is set without it"))
      }
      return made(try webIdentity(file, role, profiles), "the web identity (AWS_ROLE_ARN)")
    }
    if let found = try profile(profiles) {
      return made(found, "the profile \(PrintableText.line(profiles.name))")
    }
    if let found = try container() { return made(found, "the container") }
    if let found = try instance() { return made(found, "this machine's role") }
    return made(
      nil,
      "the environment (AWS_ACCESS_KEY_ID), profiles, a web identity and the roles of a container and of"
        + " this machine give none")
  }

  private func checked(
    _ key: String, _ secret: String, _ token: String?, expires: String? = nil
  ) throws(InputEvent) -> AWSCredentials {
    // They become headers.
    for text in [key, secret, token ?? "x"]
    where text.isEmpty || text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
      throw .failed(
        SourceFault.error(
          "the credentials for S3", "a key or token is empty, or has a space or line end in it"))
    }
    return AWSCredentials(
      keyID: key, secret: secret, token: token, expires: expires.flatMap(ISOTime.seconds))
  }

  private func profile(_ profiles: AWSProfiles) throws(InputEvent) -> AWSCredentials? {
    let settings = profiles.settings
    if let key = settings["aws_access_key_id"], let secret = settings["aws_secret_access_key"] {
      return try checked(key, secret, settings["aws_session_token"])
    }
    if let file = settings["web_identity_token_file"], let role = settings["role_arn"] {
      return try webIdentity(file, role, profiles)
    }
    let others = [
      "credential_process", "sso_session", "sso_start_url", "role_arn", "login_session",
    ]
    guard let other = others.first(where: { settings[$0] != nil }) else { return nil }
    throw .failed(
      SourceFault.error(
        "the profile \"\(PrintableText.line(profiles.name))\"",
        "\(other) is not supported here: let the AWS CLI make keys of it (eval \"$(aws configure"
          + " export-credentials --format env)\")"))
  }

  // Servers.

  private func exchange(_ name: String) -> RemoteExchange {
    var exchange = RemoteExchange(context: context, name: name)
    exchange.stops = stops
    return exchange
  }

  private func address(_ variable: String, _ text: String) throws(InputEvent) -> WebAddress {
    do throws(JSONError) {
      return try WebAddress(parsing: text)
    } catch {
      throw .failed(SourceFault.error(variable, "it is not an http or https URL"))
    }
  }

  /// The secret in a file, without line ends around it.
  private func secret(in path: String) throws(JSONError) -> String {
    let text = try SecretFile.text(of: path, notes: context.notes) ?? ""
    let secret = text.split(whereSeparator: \.isWhitespace)
    guard secret.count == 1 else {
      throw SourceFault.error(path, "a token is expected: one word")
    }
    return String(secret[0])
  }

  /// Exchanges a token for credentials of a role (AssumeRoleWithWebIdentity).
  private func webIdentity(
    _ file: String, _ role: String, _ profiles: AWSProfiles
  ) throws(InputEvent) -> AWSCredentials {
    let token = try InputEvent.asFailures(try secret(in: file))
    let region =
      context.variable("AWS_REGION") ?? context.variable("AWS_DEFAULT_REGION")
      ?? profiles.settings["region"]
    guard region.map(S3Endpoint.isRegion) != false else {
      throw .failed(SourceFault.error("AWS_REGION", "it is no region"))
    }
    let named = context.variable("AWS_ENDPOINT_URL_STS") ?? context.variable("AWS_ENDPOINT_URL")
    let address = try address(
      "AWS_ENDPOINT_URL_STS",
      named ?? region.map { "https://sts.\($0).amazonaws.com/" } ?? "https://sts.amazonaws.com/")
    let fields = [
      ("Action", "AssumeRoleWithWebIdentity"), ("RoleArn", role),
      ("RoleSessionName", context.variable("AWS_ROLE_SESSION_NAME") ?? "sluice"),
      ("Version", "2011-06-15"), ("WebIdentityToken", token),
    ]
    var request = HTTPRequest(address)
    request.certificates = context.variable("AWS_CA_BUNDLE") ?? context.certificates
    request.body = fields.map { "\($0)=\(PercentCoding.canonical($1))" }.joined(separator: "&")
    let name = "the web identity's credentials (\(address.site))"
    let (head, body, _) = try exchange(name).text { () throws(InputEvent) in request }
    // An answer that is not whole may lack the time at which they expire.
    guard head.status == 200, case .success(let answer) = XMLScanner.parsed(Array(body.utf8)),
      let key = answer.first("AccessKeyId")?.text,
      let secret = answer.first("SecretAccessKey")?.text,
      let session = answer.first("SessionToken")?.text
    else { throw .failed(SourceFault.error(name, refusal(head, body, request))) }
    return try checked(key, secret, session, expires: answer.first("Expiration")?.text)
  }

  /// What a server said instead of credentials; a success is not repeated: it may hold some.
  private func refusal(_ head: HTTPHead, _ body: String, _ request: HTTPRequest) -> String {
    head.status == 200
      ? "the server's answer holds no credentials"
      : RemoteFault.status(head, body: body, of: request)
  }

  /// The credentials of a container's task (ECS, EKS).
  private func container() throws(InputEvent) -> AWSCredentials? {
    let variable: String
    let text: String
    if let path = context.variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI") {
      variable = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"
      text = "http://169.254.170.2" + (path.hasPrefix("/") ? "" : "/") + path
    } else if let full = context.variable("AWS_CONTAINER_CREDENTIALS_FULL_URI") {
      variable = "AWS_CONTAINER_CREDENTIALS_FULL_URI"
      text = full
    } else {
      return nil
    }
    let address = try address(variable, text)
    let known = ["169.254.170.2", "169.254.170.23", "[fd00:ec2::23]"]
    guard address.scheme == "https" || address.isLoopback || known.contains(address.host) else {
      throw .failed(
        SourceFault.error(
          variable, "credentials come over http only from this machine or the container's agent"))
    }
    var request = HTTPRequest(address)
    request.certificates = context.certificates
    request.isDirect = true
    var token = context.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN")
    if let file = context.variable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE") {
      token = try InputEvent.asFailures(try secret(in: file))
    }
    if let token {
      guard !token.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
        throw .failed(
          SourceFault.error("AWS_CONTAINER_AUTHORIZATION_TOKEN", "it has control characters"))
      }
      request.headers.append(("Authorization", token))
    }
    return try credentials("the container's credentials (\(address.site))", request)
  }

  private func credentials(
    _ name: String, _ request: HTTPRequest
  ) throws(InputEvent) -> AWSCredentials {
    let (head, body, _) = try exchange(name).text { () throws(InputEvent) in request }
    guard head.status == 200, let json = try? JSON(parsing: body),
      let key = json["AccessKeyId"]?.string, let secret = json["SecretAccessKey"]?.string
    else { throw .failed(SourceFault.error(name, refusal(head, body, request))) }
    return try checked(
      key, secret, json["Token"]?.string, expires: json["Expiration"]?.string)
  }

  /// The credentials of the machine's role (EC2, by IMDSv2). Nil: this is no such machine, or it has no role.
  private func instance() throws(InputEvent) -> AWSCredentials? {
    guard !context.isOn("AWS_EC2_METADATA_DISABLED") else { return nil }
    let variable = "AWS_EC2_METADATA_SERVICE_ENDPOINT"
    let named = context.variable(variable)
    var base = try address(variable, named ?? "http://169.254.169.254")
    base.query = nil
    while base.path.hasSuffix("/") { base.path.removeLast() }
    // Outside Amazon's network the address answers nothing: the wait for it is short.
    var policy = context.policy
    if named == nil {
      (policy.attempts, policy.connectSeconds, policy.patience) = (1, 1, 2)
    }
    let name = "the machine's credentials (\(base.site))"
    var exchange = RemoteExchange(context: context.with(policy), name: name)
    exchange.stops = stops
    func request(_ path: String) -> HTTPRequest {
      var address = base
      address.path += path
      var request = HTTPRequest(address)
      request.isDirect = true
      return request
    }
    var ask = request("/latest/api/token")
    ask.method = "PUT"
    ask.headers = [
      ("X-aws-ec2-metadata-token-ttl-seconds", "21600"), ("Content-Length", "0"),
    ]
    let token: String
    do throws(InputEvent) {
      let answer = try exchange.text { () throws(InputEvent) in ask }
      guard answer.head.status == 200 else { return nil }
      token = answer.body
    } catch {
      if case .failed = error, named == nil { return nil }
      throw error
    }
    let roles = "/latest/meta-data/iam/security-credentials/"
    let header = ("X-aws-ec2-metadata-token", token)
    guard !token.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    var list = request(roles)
    list.headers = [header]
    let answer = try exchange.text { () throws(InputEvent) in list }
    guard answer.head.status == 200,
      let role = answer.body.split(whereSeparator: \.isNewline).first
    else { return nil }
    var get = request(roles + PercentCoding.canonical(String(role)))
    get.headers = [header]
    return try credentials(name, get)
  }
}

/// Times such as `2026-01-31T12:00:00Z`.
package enum ISOTime {
  /// In seconds since 1970; nil for other texts.
  package static func seconds(_ text: String) -> Int64? {
    let numbers = text.split(whereSeparator: { !$0.isNumber }).compactMap { Int64($0) }
    guard numbers.count >= 6, text.hasSuffix("Z"), (1...12).contains(numbers[1]),
      (1970...9999).contains(numbers[0])
    else { return nil }
    // Days of the civil calendar, counted from March so that leap days come last.
    let (year, month) = (numbers[0] - (numbers[1] <= 2 ? 1 : 0), (numbers[1] + 9) % 12)
    let days =
      365 * year + year / 4 - year / 100 + year / 400 + (month * 306 + 5) / 10 + numbers[2] - 1
      - 719_468
    return ((days * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]
  }
}
