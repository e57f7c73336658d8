import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation
import Glibc
import Testing

extension Recordings {
    /// Files of a session that change while a new file is made from them. The command must not leave a wrong file under
    /// its final name.
    @Suite(.serialized) struct ChangedSources {
        struct Change: Sendable, CustomStringConvertible {
            var command: [String]
            /// The event after which the source is changed, while the step that the event announces is still running.
            var event = "progress"
            var spoil: Spoil
            /// The expected error message, after the file's path.
            var words: String
            var description: String { "\(command[0]), \(spoil)" }
        }

        enum Spoil: Sendable { case cut, overwritten, overwrittenInItsTime, replaced, removed }

        /// Copies a session of nine seconds.
        private static func copy() async throws -> TemporaryFolder {
            let folder = try #require(TemporaryFolder())
            let session = try await Composing.both.value.session
            try FileManager.default.copyItem(atPath: session, toPath: folder.path + "/take")
            for name in ["combined.mov", ".dualcam"] {
                try? FileManager.default.removeItem(atPath: "\(folder.path)/take/\(name)")
            }
            return folder
        }

        private static func source(_ folder: TemporaryFolder) throws -> String {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/take")
            return folder.path + "/take/" + (try #require(names.first { $0.hasSuffix("back_000.mov") }))
        }

        private static func spoil(_ path: String, _ spoil: Spoil) {
            var facts = stat()
            stat(path, &facts)
            switch spoil {
            case .cut: truncate(path, facts.st_size / 2)
            case .removed: unlink(path)
            case .replaced:
                try? FileManager.default.copyItem(atPath: path, toPath: path + ".new")
                rename(path + ".new", path)
            case .overwritten, .overwrittenInItsTime:
                let file = open(path, O_WRONLY | O_CLOEXEC)
                for place in stride(from: facts.st_size / 4, to: facts.st_size, by: 4096) {
                    pwrite(file, [UInt8](repeating: 7, count: 1024), 1024, place)
                }
                if spoil == .overwrittenInItsTime { futimens(file, [facts.st_atim, facts.st_mtim]) }
                close(file)
            }
        }

        /// Runs a command that waits before it reports an event, until the source has changed. The process is also
        /// stopped meanwhile, because its other threads could finish the file. Repeats this if they have done so before.
        private static func run(
            _ change: Change, _ folder: TemporaryFolder, to place: String, more: [String] = []
        ) async throws -> Finished {
            let (source, out, fifo) = (try source(folder), folder.path + "/" + place, folder.path + "/fifo")
            let kept = source + ".kept"
            try FileManager.default.copyItem(atPath: source, toPath: kept)
            try #require(mkfifo(fifo, 0o600) == 0)
            var environment = TestHome.environment()
            environment["LD_PRELOAD"] = try await FaultTests.library.value.path + "/held_line.so"
            (environment["HOLD_AT"], environment["HOLD_FIFO"]) = ("\"event\":\"\(change.event)\"", fifo)
            for _ in 0..<20 {
                let words = change.command + [folder.path + "/take", "--json", "-o", out] + more
                let made = try await Child.run(
                    Tool.dualcam, words, environment: environment,
                    begun: { child in
                        guard let held = opened(fifo, while: { child.isRunning }) else { return }
                        child.send(SIGSTOP)
                        spoil(source, change.spoil)
                        child.send(SIGCONT)
                        close(held)
                    })
                if made.code != 0 { return made }
                try? FileManager.default.removeItem(atPath: out)
                try? FileManager.default.removeItem(atPath: source)
                try FileManager.default.copyItem(atPath: kept, toPath: source)
            }
            throw Judgement.Failure(text: "the command ended with 0 each time")
        }

        /// Returns the descriptor of a FIFO's writing end once the command reads from it; `nil` if it ends without.
        /// Blocks.
        private static func opened(_ fifo: String, while isRunning: () -> Bool) -> Int32? {
            while isRunning() {
                let end = open(fifo, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
                if end >= 0 { return end }
                poll(nil, 0, 1)
            }
            return nil
        }

        @Test(arguments: [
            Change(command: ["compose", "--pieces", "off"], spoil: .cut, words: "was written to, from "),
            Change(command: ["compose", "--pieces", "1s"], spoil: .overwritten, words: "was written to, at 2"),
            Change(command: ["compose"], spoil: .overwrittenInItsTime, words: "was changed, at 2"),
            Change(command: ["compose"], spoil: .removed, words: "was removed or renamed"),
            Change(command: ["export", "--as", "square"], spoil: .replaced, words: "was replaced by another file"),
            Change(
                command: ["export", "--as", "archive"], event: "exporting", spoil: .cut,
                words: "was written to, from "),
            Change(command: ["trim", "--from", "1s"], spoil: .overwritten, words: "was written to, at 2"),
        ]) func nothingWrongIsKept(change: Change) async throws {
            let folder = try await Self.copy()
            let made = try await Self.run(change, folder, to: change.command[0] == "trim" ? "made" : "made.mov")
            #expect(made.code == 74, "\(made.errors)")
            let isThere = folder.contents.contains { $0.hasSuffix("back_000.mov") }
            #expect(made.errors.contains("back_000.mov' \(change.words)"), "\(made.errors)")
            #expect(made.errors.contains("the new file was not kept"), "\(made.errors)")
            #expect(isThere == (change.spoil != .removed))
            let left = folder.contents.filter { $0.hasPrefix("made") || $0.hasSuffix(".new") }
            #expect(left.isEmpty, "\(left)")
        }

        /// Chunks that were drawn from other content are not joined with new ones, even if no digests are compared
        /// (`--unchecked`).
        @Test func piecesOfAnotherContentAreNotUsed() async throws {
            let folder = try await Self.copy()
            let (session, source) = (folder.path + "/take", try Self.source(folder))
            let words = ["compose", session, "--json", "--unchecked", "--pieces", "1s", "-o"]
            // Six of the nine seconds have been drawn.
            try await InterruptedCommand.kill(
                words + [folder.path + "/a.mov"], of: session, into: folder.path + "/a.mov", behind: "-5.mov")
            // The same content is written again, which changes the file's time.
            let bytes = try Data(contentsOf: URL(filePath: source))
            try bytes.write(to: URL(filePath: source))
            let again = try await Tool.run(Tool.dualcam, words + [folder.path + "/a.mov"])
            #expect(again.code == 0, "\(again.errors)")
            let events = again.text.split(separator: "\n").compactMap { JSONValue(ifJSON: $0) }
            let first = try #require(events.first { $0["event"]?.text == "progress" })
            #expect(first["percent"]?.count ?? 100 < 60, "\(first): it went on with a piece")
        }

        /// Two commands with `--numbered` that run at the same time write two files, and both are complete.
        @Test(arguments: [
            ["export", "--as", "square", "--numbered"], ["compose", "--numbered"],
            ["trim", "--from", "1s", "--numbered"],
        ]) func twoAtOnceGetTwoNames(words: [String]) async throws {
            let folder = try await Self.copy()
            async let one = Tool.run(Tool.dualcam, words + [folder.path + "/take", "--json"])
            async let other = Tool.run(Tool.dualcam, words + [folder.path + "/take", "--json"])
            let both = [try await one, try await other]
            #expect(both.map(\.code) == [0, 0], "\(both.map(\.errors))")
            let made = both.flatMap { $0.text.split(separator: "\n") }.compactMap { JSONValue(ifJSON: $0) }
                .filter { ["exported", "composed", "trimmed"].contains($0["event"]?.text ?? "") }
                .compactMap { $0["file"]?.text }
            #expect(Set(made).count == made.count && made.count >= 2, "\(made)")
            #expect(made.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        }

        /// The second command with the same file name is refused at once and does not disturb the first one.
        @Test func theSecondOfANameIsRefusedAtOnce() async throws {
            let folder = try await Self.copy()
            let words = ["compose", folder.path + "/take", "--json"]
            let (begun, begin) = AsyncStream.makeStream(of: Child.self)
            async let first = Child.run(
                Tool.dualcam, words,
                line: { line, child in
                    guard line.contains("progress") else { return }
                    child.send(SIGSTOP)
                    begin.yield(child)
                    begin.finish()
                })
            let child = try #require(await begun.first { _ in true })
            let second = try await Tool.run(Tool.dualcam, words)
            #expect(second.code == 73 && second.errors.contains("another process is making"), "\(second.errors)")
            child.send(SIGKILL)
            _ = try await first
            let third = try await Tool.run(Tool.dualcam, words)
            #expect(third.code == 0, "\(third.errors)")
        }
    }
}
