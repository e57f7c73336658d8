import Foundation
import Glibc
import Testing

/// Runs commands that get a signal once some of their unfinished files exist.
enum InterruptedCommand {
    /// Runs dualcam and sends it a signal once the session's folder has unfinished files with all of these endings. If
    /// they never appear, waits for the command's end.
    static func run(
        _ words: [String], by signal: Int32, when endings: [String], of session: String
    ) async throws -> Finished {
        try await Child.run(
            Tool.dualcam, words,
            begun: { child in
                guard drafts(endings, of: session, exist: { child.isRunning }) else { return }
                child.send(signal)
            })
    }

    /// Starts a command and kills it once its first file or chunk is kept, or the one with another ending; repeats this
    /// until it succeeds. Returns the path of that file.
    ///
    /// - Parameter place: The file or folder that the command makes; deleted before each attempt.
    @discardableResult
    static func kill(
        _ words: [String], of session: String, into place: String, behind ending: String = "-0.mov"
    ) async throws -> String {
        let kept = "\(session)/.dualcam"
        for _ in 0..<20 {
            try? FileManager.default.removeItem(atPath: place)
            _ = try await run(words, by: SIGKILL, when: [ending], of: session)
            if let name = names(kept).first(where: { isDraft($0, ending) }) { return "\(kept)/\(name)" }
        }
        throw Judgement.Failure(text: "the command was never killed between two files")
    }

    private static func names(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }

    private static func isDraft(_ name: String, _ ending: String) -> Bool {
        name.hasPrefix("draft-") && name.hasSuffix(ending)
    }

    /// Returns true once all of these files exist, and false if the command has ended without. Blocks without using CPU
    /// time (inotify(7)), because the command runs at idle priority.
    private static func drafts(_ endings: [String], of session: String, exist isRunning: () -> Bool) -> Bool {
        let watch = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        defer { close(watch) }
        let kept = "\(session)/.dualcam"
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            for folder in [session, kept] {
                inotify_add_watch(watch, folder, UInt32(IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE))
            }
            let names = names(kept)
            if endings.allSatisfy({ ending in names.contains { isDraft($0, ending) } }) { return true }
            guard isRunning() else { return false }
            var ready = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
            poll(&ready, 1, 200)
            while read(watch, &buffer, buffer.count) > 0 {}
        }
    }
}
