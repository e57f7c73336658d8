/// The system calls that the current task uses for files and clocks: the kernel's own, or those of a simulated system.
package enum SystemAccess {
    @TaskLocal package static var current: any SystemCalls = KernelCalls()
}
