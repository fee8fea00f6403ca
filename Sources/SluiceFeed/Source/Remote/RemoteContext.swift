import Sluice
import SluiceSystem

/// What the transfers of a process share: its environment, credentials, and findings.
package final class RemoteContext: Sendable {
  /// The context with this process's environment.
  package static let process = RemoteContext { Environment.value(of: $0) }

  let policy: RetryPolicy
  private let variables: @Sendable (String) -> String?
  private let state = LockedValue(Answers())
  /// Held while credentials are looked for, so that this is done once.
  private let provider = LockedValue<AWSIdentity?>(nil)

  /// Something that the caller should know: what kind of note it is, and its text.
  package struct Note: Sendable, Hashable {
    package let kind: String
    package let text: String
  }

  private struct Answers {
    /// The regions of buckets, as servers told them.
    var regions: [ByteName: String] = [:]
    var notes: [Note] = []
  }

  package init(
    policy: RetryPolicy = RetryPolicy(), _ variables: @escaping @Sendable (String) -> String?
  ) {
    self.variables = variables
    var policy = policy
    if let attempts = variables("AWS_MAX_ATTEMPTS").flatMap({ Int($0) }), attempts >= 1 {
      policy.attempts = min(attempts, 1000)
    }
    self.policy = policy
  }

  /// The same environment with other patience.
  func with(_ policy: RetryPolicy) -> RemoteContext {
    RemoteContext(policy, variables)
  }

  private init(_ policy: RetryPolicy, _ variables: @escaping @Sendable (String) -> String?) {
    self.policy = policy
    self.variables = variables
  }

  /// A variable of the environment; nil if it is not set, or empty.
  func variable(_ name: String) -> String? {
    variables(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  func isOn(_ name: String) -> Bool {
    variable(name).map { ["1", "true", "yes"].contains($0.lowercased()) } ?? false
  }

  /// A file of certificates, for all who read from a server of their own.
  var certificates: String? { variable("CURL_CA_BUNDLE") ?? variable("SSL_CERT_FILE") }

  /// Adds something that the caller should know, once.
  func note(_ kind: String, _ text: String) {
    let note = Note(kind: kind, text: text)
    state.withLock { if !$0.notes.contains(note) { $0.notes.append(note) } }
  }

  /// All that was noted so far. Each call makes an array of its own: the thread sanitizer doesn't see that a copy which
  /// shares memory is released before the next note is added in place.
  package var notes: [Note] { state.withLock { $0.notes.map(\.self) } }

  func region(of bucket: String) -> String? { state.withLock { $0.regions[ByteName(bucket)] } }

  func learn(region: String, of bucket: String) {
    state.withLock { $0.regions[ByteName(bucket)] = region }
  }

  /// The identity for S3: found once, and again before it expires.
  func identity(_ stops: FeedStops) throws(InputEvent) -> AWSIdentity {
    let found: Result<AWSIdentity, InputEvent> = provider.withLock { known in
      if let known, !known.expiresSoon { return .success(known) }
      do throws(InputEvent) {
        let identity = try AWSCredentialSearch(self, stops).identity()
        known = identity
        return .success(identity)
      } catch {
        return .failure(error)
      }
    }
    return try found.get()
  }
}
