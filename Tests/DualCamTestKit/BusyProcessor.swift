import Glibc

/// Background processes that keep every core busy during a test. They run at nice level 10, so that they yield to a
/// recording about as much as a background compiler does.
package final class BusyProcessor: Sendable {
    private let children: [pid_t]

    /// Starts one busy process per core. Each ends by itself after 60 seconds, even if the test crashes.
    private init() {
        let words = ["timeout", "60", "nice", "-n", "10", "sh", "-c", "while :; do :; done"]
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        children = (0..<max(1, cores)).compactMap { _ in Self.spawn("/usr/bin/timeout", words) }
    }

    /// Runs `body` while every core is busy, then ends the busy processes.
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

    /// Starts a program in a process group of its own, so that `end()` can kill the program together with its children.
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
