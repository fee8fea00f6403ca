import Foundation
import Testing

/// Folders inside of a module have an order, as modules have (`ArrowTests`).
@Suite("Arrows between the folders of a module")
struct FolderOrderTests {
  private static let store = Result { try IndexStore() }

  /// The modules of which this build has only a part, or nothing.
  private func isBuilt(_ module: String) throws -> Bool {
    let indexed = Set(try Self.store.get().entries.filter { $0.kind == .file }.map(\.path))
    return try Repository.sources(of: module).allSatisfy { source in
      indexed.contains(String(source.path.dropFirst("Sources/".count)))
    }
  }

  @Test("every folder has a place in the order of its module")
  func places() throws {
    var folders: [String: Set<String>] = [:]
    for path in try Repository.paths() where path.hasPrefix("Sources/") && path.hasSuffix(".swift")
    {
      let (module, folder) = FolderOrder.place(of: String(path.dropFirst("Sources/".count)))
      folders[module, default: []].insert(folder)
    }
    let orders = try FolderOrder.all()
    for (module, there) in folders where there.count > 1 {
      let listed = orders.first { $0.module == module }?.folders ?? []
      #expect(there.subtracting(listed).isEmpty, "\(module): add them to \(FolderOrder.list)")
      #expect(
        Set(listed).subtracting(there).isEmpty, "\(module): remove them from \(FolderOrder.list)")
    }
  }

  @Test(
    "references go down, but for the number that is allowed",
    .enabled(if: IndexStore.reason == nil, "\(IndexStore.reason ?? "")"))
  func order() throws {
    var total = 0
    for order in try FolderOrder.all() {
      guard try isBuilt(order.module) else {
        print("FolderOrderTests: \(order.module) is not in this build's index, or only a part")
        continue
      }
      let found = try order.upward(in: Self.store.get())
      for (edge, places) in found {
        let allowed = order.allowed[edge] ?? 0
        total += places.count
        guard places.count != allowed else { continue }
        let advice =
          places.count < allowed
          ? "lower the allowance in \(FolderOrder.list)"
          : "at most \(allowed) may go up: declare it in a lower folder"
        Issue.record(
          "\(order.module): \(edge) \(places.count): \(advice)\n\(places.joined(separator: "\n"))")
      }
      for edge in order.allowed.keys where found[edge] == nil {
        Issue.record("\(order.module): \(edge) is gone: remove it from \(FolderOrder.list)")
      }
      if let lasting = found.isEmpty ? nil : found.values.map(\.count).reduce(0, +) {
        print(
          "FolderOrderTests: \(order.module): \(lasting) references go up, in \(found.count) pairs of folders"
        )
      }
    }
    print("FolderOrderTests: \(total) references go up in all")
  }
}
