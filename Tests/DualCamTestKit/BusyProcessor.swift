import Glibc

/// Other programs that want every core, and give way to a recording no further than a compiler in the background does.
package final class BusyProcessor: Sendable {
    private let children: [pid_t]

    /// However the test ends, they end after a minute.
    private init() {
        let words = ["timeout", "60", "nice", "-n", "10", "sh", "-c", "while :; do :; done"]
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        children = (0..<max(1, cores)).compactMap { _ in Self.spawn("/usr/bin/timeout", words) }
    }

    /// Does something while the processor is busy.
    package static func during<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        let busy = BusyProcessor()
        defer { busy.end() }
        return try await body()
    }

    private func end() {
        for child in children {
            kill(-child, SIGKILL)
            waitpid(child, nil, 0)
        }
    }

    /// In a process group of its own.
    private static func spawn(_ program: String, _ words: [String]) -> pid_t? {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        posix_spawnattr_setpgroup(&attributes, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        return posix_spawn(&child, program, nil, &attributes, &arguments, environ) == 0 ? child : nil
    }
}
