import Glibc

extension Workplace {
    /// The process's own surroundings.
    static func ofThisProcess(environment: [String: String]) -> Workplace {
        Workplace(
            output: DescriptorSink.standardOutput, errors: DescriptorSink.standardError,
            errorsAreTerminal: DescriptorSink.standardError.isTerminal,
            columns: { DescriptorSink.standardError.columns }, environment: environment, files: DiskView(),
            executable: resolved("/proc/self/exe"), workingDirectory: resolved(".") ?? ".")
    }

    /// `realpath(3)`
    private static func resolved(_ path: String) -> String? {
        guard let text = realpath(path, nil) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
