import DualCamConfig
import Glibc

/// Finds the programs of hooks.
enum ProgramSearch {
    /// - Parameters:
    ///   - word: The word of the pipeline file: without a slash it is a program of `search` first, as in a shell, so that a file
    ///     laid beside the pipeline does not take the place of a program of the system.
    ///   - path: The same as a path that begins in the pipeline file's folder.
    ///   - search: `$PATH`
    /// - Returns: the path of an executable file, or why there is none.
    static func find(_ word: String, _ path: String, _ search: String?) -> Result<String, Refusal> {
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
