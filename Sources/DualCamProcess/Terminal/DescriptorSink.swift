import Glibc

/// Writes text to a file descriptor (`write(2)`).
package struct DescriptorSink: TextSink {
    /// The file descriptor, which the sink does not close.
    package let descriptor: Int32

    package init(descriptor: Int32) { self.descriptor = descriptor }

    package static let standardOutput = DescriptorSink(descriptor: STDOUT_FILENO)
    static let standardError = DescriptorSink(descriptor: STDERR_FILENO)

    /// The number of bytes that can be written without blocking after `poll(2)` reports space (PIPE_BUF).
    private static let piece = 4096

    /// Writes text to the descriptor. Drops the rest at the first error other than an interruption, or if there is no
    /// space within `patience`. SIGPIPE must be ignored.
    package func write(_ text: TerminalText, patience: Duration?) {
        var rest = Array(text.text.utf8)[...]
        let most = patience == nil ? rest.count : Self.piece
        while !rest.isEmpty {
            if let patience, !hasRoom(within: patience) { return }
            let written = rest.prefix(most).withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                rest.removeFirst(written)
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Writes all bytes. Returns false if some could not be written. Blocks while the reader accepts no more bytes.
    /// SIGPIPE must be ignored.
    package func write(bytes: [UInt8]) -> Bool { FileWriting.put(bytes, descriptor) == nil }

    private func hasRoom(within patience: Duration) -> Bool {
        var question = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&question, 1, Int32(patience / .milliseconds(1))) > 0
    }

    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// The width of the terminal in columns (`TIOCGWINSZ`); `nil` if the descriptor is not a terminal.
    var columns: Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Opens /dev/null for each of standard input, output and error that the parent process has closed. Otherwise the
    /// next opened file would get the free descriptor, and status lines would be written into a recording.
    package static func fillStandard() {
        while true {
            let descriptor = open("/dev/null", O_RDWR)
            if descriptor > STDERR_FILENO { close(descriptor) }
            if descriptor < 0 || descriptor > STDERR_FILENO { return }
        }
    }
}
