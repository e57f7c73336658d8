import Glibc

/// Text to a file descriptor (`write(2)`).
struct DescriptorSink: TextSink {
    let descriptor: Int32

    static let standardOutput = DescriptorSink(descriptor: STDOUT_FILENO)
    static let standardError = DescriptorSink(descriptor: STDERR_FILENO)

    /// Writes everything, or drops the rest at the first error other than an interruption. SIGPIPE must be ignored.
    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                rest.removeFirst(written)
            } else if errno != EINTR {
                return
            }
        }
    }

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Columns of the terminal behind it (`TIOCGWINSZ`); `nil` where there is none.
    var columns: Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
