/// The ratios with a kernel other than this CPU's best.
package struct KernelRatio {
  package let kernel: String
  /// Nil: not measured.
  package let ratio: Double?
  package let interval: Interval?
}

extension Report {
  /// The names of the other kernels, in the order of the ratios below.
  package var kernels: [String] { (otherKernels ?? []).map(\.machine.activeKernel) }

  package func otherRatios(ofTarget name: String) -> [KernelRatio] {
    (otherKernels ?? []).map { other in
      let target = other.targets.first { $0.name == name }
      return KernelRatio(
        kernel: other.machine.activeKernel, ratio: target?.ratio, interval: target?.interval)
    }
  }

  package func otherRatios(of contender: String, in workload: String) -> [KernelRatio] {
    (otherKernels ?? []).map { other in
      let found = other.workloads.first { $0.workload == workload }?.ratio(of: contender)
      return KernelRatio(
        kernel: other.machine.activeKernel, ratio: found?.ratio, interval: found?.interval)
    }
  }
}
