/// The system to which this task's files and clocks belong: the kernel's own, or a simulated one.
package enum SystemAccess {
    @TaskLocal package static var current: any SystemCalls = KernelCalls()
}
