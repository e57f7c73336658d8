import Glibc

/// Standard input, output and error.
enum StandardDescriptors {
    /// Puts /dev/null where a parent closed one of them: the next file opened would take its number, and status lines would be
    /// written into a recording.
    static func fill() {
        while true {
            let descriptor = open("/dev/null", O_RDWR)
            if descriptor > STDERR_FILENO { close(descriptor) }
            if descriptor < 0 || descriptor > STDERR_FILENO { return }
        }
    }
}
