import Sluice
import SluiceFeed
import SluiceSystem

/// What the transfers of a process share: its environment, credentials, and findings.
package final class RemoteContext: Sendable {
  /// The context with this process's environment.
  package static let process = RemoteContext(asking: { Environment.value(of: $0) }, .process)

  let policy: RetryPolicy
  /// What the caller should know.
  package let notes: SourceNotes
  private let variables: @Sendable (String) -> String?
  private let state = LockedValue(Answers())
  /// Held while credentials are looked for, so that this is done once.
  private let provider = LockedValue<AWSIdentity?>(nil)

  private struct Answers {
    /// The regions of buckets, as servers told them.
    var regions: [ByteName: String] = [:]
  }

  /// One that notes for itself.
  package convenience init(
    policy: RetryPolicy = RetryPolicy(), _ variables: @escaping @Sendable (String) -> String?
  ) {
    self.init(policy, asking: variables, SourceNotes())
  }

  private convenience init(
    _ policy: RetryPolicy = RetryPolicy(),
    asking variables: @escaping @Sendable (String) -> String?, _ notes: SourceNotes
  ) {
    var policy = policy
    if let attempts = variables("AWS_MAX_ATTEMPTS").flatMap({ Int($0) }), attempts >= 1 {
      policy.attempts = min(attempts, 1000)
    }
    self.init(policy, variables, notes)
  }

  /// The same environment with other patience.
  func with(_ policy: RetryPolicy) -> RemoteContext { RemoteContext(policy, variables, notes) }

  private init(
    _ policy: RetryPolicy, _ variables: @escaping @Sendable (String) -> String?,
    _ notes: SourceNotes
  ) {
    (self.policy, self.variables, self.notes) = (policy, variables, notes)
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
