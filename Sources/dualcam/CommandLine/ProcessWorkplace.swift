import Glibc

extension ProcessEnvironment {
    /// The process's own surroundings.
    static func ofThisProcess(environment: [String: String]) -> ProcessEnvironment {
        ProcessEnvironment(
            output: DescriptorSink.standardOutput, errors: DescriptorSink.standardError,
            errorsAreTerminal: DescriptorSink.standardError.isTerminal,
            errorsAreJournal: DescriptorSink.standardError.isJournal(environment),
            columns: { DescriptorSink.standardError.columns }, signals: { TerminationSignal.arrivals() },
            environment: withHome(environment), files: DiskView(),
            executable: resolved("/proc/self/exe"), launcher: "/proc/self/exe", workingDirectory: resolved(".") ?? ".")
    }

    /// A service may run without HOME; the user database knows it then (`getpwuid(3)`).
    private static func withHome(_ environment: [String: String]) -> [String: String] {
        guard environment["HOME", default: ""].isEmpty, let entry = getpwuid(getuid()), let home = entry.pointee.pw_dir
        else { return environment }
        return environment.merging(["HOME": String(cString: home)]) { $1 }
    }

    /// `realpath(3)`
    private static func resolved(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
