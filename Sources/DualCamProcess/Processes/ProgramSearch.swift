package import DualCamConfig
import Glibc

/// Finds programs that hooks and commands run, by name or path.
package enum ProgramSearch {
    /// Finds an executable program.
    ///
    /// - Parameters:
    ///   - word: The program as written in the pipeline file. A word without a slash is first searched in the folders
    ///     of `search`, as in a shell. A file in the pipeline file's folder therefore cannot replace a system program.
    ///   - path: The word as a path that starts in the pipeline file's folder.
    ///   - search: The value of the environment variable `PATH`; `nil` if it is not set.
    /// - Returns: The path of the program, or the reason why no executable program was found.
    package static func find(_ word: String, _ path: String, _ search: String?) -> Result<String, Refusal> {
        let isName = !word.contains("/")
        let folders = isName ? (search ?? "/usr/bin:/bin").split(separator: ":").filter { $0.hasPrefix("/") } : []
        for place in folders.map({ "\($0)/\(word)" }) + [path] where isFile(place) && access(place, X_OK) == 0 {
            return .success(place)
        }
        if isFile(path) { return .failure(Refusal("'\(path)' is not executable", hint: "run chmod +x on it")) }
        if path.contains(" ") {
            let hint = "write arguments as a list, as in [./upload, --fast]"
            return .failure(Refusal("there is no program '\(path)'", hint: hint))
        }
        let hint = isName ? "check the name: it is not in PATH either" : "check the path"
        return .failure(Refusal("there is no program '\(path)'", hint: hint))
    }

    private static func isFile(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
    }
}
