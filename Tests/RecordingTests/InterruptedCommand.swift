import Testing

/// A command that is killed between two of its files.
enum InterruptedCommand {
    /// Begins the command, which writes into a folder, as often as it takes, and kills it when the first of its files is kept. Returns the
    /// path of that file.
    static func run(_ words: [String], of session: String, into folder: String) async throws -> String {
        let kept = "\(session)/.dualcam"
        let script = """
            until ls '\(kept)'/draft-*-0.mov 2>/dev/null; do
              rm -rf '\(folder)'; "$0" "$@" >/dev/null & child=$!
              while kill -0 $child 2>/dev/null && ! ls '\(kept)'/draft-*-0.mov >/dev/null 2>&1; do :; done
              kill -KILL $child; wait $child
            done 2>/dev/null
            """
        let killed = try await Tool.run("/bin/bash", ["-c", script, Tool.dualcam] + words)
        return String(try #require(killed.text.split(separator: "\n").first))
    }
}
