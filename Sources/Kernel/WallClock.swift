internal import CKernel

/// The kernel's state of the wall clock.
package enum WallClock {
    /// True while a time service keeps the clock right (`STA_UNSYNC` of adjtimex(2) is clear). Setting the clock by
    /// hand makes it false. `nil` if the kernel does not say.
    package static var isSynchronised: Bool? {
        switch kernel_clock_is_synchronised() {
        case 0: false
        case 1: true
        default: nil
        }
    }
}
