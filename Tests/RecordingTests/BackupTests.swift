import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Backups of a recorded session by rclone, to servers on loopback that fail, and to disks that are full.
    @Suite(.serialized) struct Backups {
        struct Session: Sendable {
            var recording: Recording
            var folder: String

            var name: String { (folder as NSString).lastPathComponent }

            /// The SHA-256 of every file that has to be copied, by file name.
            func digests() async throws -> [String: String] {
                try await Backups.digests(of: folder).filter { $0.key.hasSuffix(".mov") || $0.key == "session.json" }
            }
        }

        static let session = Shared {
            let recording = try await Recorder(
                pipeline: """
                    cameras: {back: {device: test, size: 640x360}, front: {device: "test:smpte", size: 640x360}}
                    microphone: test
                    encoders: {default: {use: x264, preset: ultrafast}}
                    recording: {segment: 3s}
                    """, arguments: ["--duration", "4s"]
            ).record()
            let folder = (try recording.path("session.json") as NSString).deletingLastPathComponent
            return Session(recording: recording, folder: folder)
        }

        static func digests(of folder: String) async throws -> [String: String] {
            let told = try await Tool.run(
                "/bin/bash", ["-c", "cd '\(folder)' && find . -type f -print0 | xargs -0r sha256sum"])
            let pairs = told.text.split(separator: "\n").map { line in
                (String(line.dropFirst(66).trimmingPrefix("./")), String(line.prefix(64)))
            }
            return Dictionary(pairs) { $1 }
        }

        private static func backUp(
            _ words: [String], _ configuration: String, line: @escaping @Sendable (JSONValue) -> Void = { _ in }
        ) async throws -> (code: Int32, told: [JSONValue], errors: String) {
            let environment = TestHome.environment(["RCLONE_CONFIG": configuration])
            let done = try await Child.run(
                Tool.dualcam, ["backup", "--json", "--full-speed"] + words, environment: environment
            ) {
                text, _ in JSONValue(ifJSON: text).map(line)
            }
            let told = done.text.split(separator: "\n").compactMap { JSONValue(ifJSON: $0) }
            return (done.code, told, done.errors)
        }

        /// Copies the session to a new folder that has no backup records yet.
        private static func copy(_ session: Session) throws -> (folder: TemporaryFolder, path: String) {
            let folder = try #require(TemporaryFolder())
            let path = folder.path + "/" + session.name
            try FileManager.default.copyItem(atPath: session.folder, toPath: path)
            try? FileManager.default.removeItem(atPath: path + "/.dualcam")
            return (folder, path)
        }

        @Test(arguments: [(RemoteServer.Kind.webdav, "download"), (.sftp, "sha1")])
        func everyByteArrives(_ kind: RemoteServer.Kind, _ way: String) async throws {
            let session = try await Self.session.value
            let (folder, path) = try Self.copy(session)
            defer { _ = folder }
            let server = try RemoteServer(kind)
            let done = try await Self.backUp([path, "--to", "nas:films"], server.configuration)
            #expect(done.code == 0, "\(done.errors)")
            let there = try await Self.digests(of: server.folder.path + "/films/" + session.name)
            #expect(there == (try await session.digests()))
            let last = try #require(done.told.last)
            #expect(last["event"]?.text == "backed-up" && last["copied"]?.count == there.count)
            let copied = done.told.filter { $0["event"]?.text == "copied" }
            #expect(copied.last?["file"]?.text == "session.json")
            #expect(copied.allSatisfy { $0["verified"]?.text == way })
            #expect(done.told.contains { $0["event"]?.text == "progress" && $0["percent"]?.count == 100 })
            // The backup's record is kept in the session, and files that arrived already are not copied again.
            let kept = try String(contentsOfFile: path + "/.dualcam/backup.json", encoding: .utf8)
            let backup = try #require(JSONValue(ifJSON: kept)?["backups"]?.list?.first)
            #expect(backup["to"]?.text == "nas:films" && backup["time"]?.text != nil)
            #expect(backup["files"]?.list?.count == there.count)
            let again = try await Self.backUp([path, "--to", "nas:films"], server.configuration)
            #expect(again.code == 0 && again.told.last?["copied"]?.count == 0)
        }

        /// A backup of some outputs copies only those; the next call copies the rest.
        @Test func someOutputsAreCopiedFirst() async throws {
            let session = try await Self.session.value
            let (folder, path) = try Self.copy(session)
            let place = folder.path + "/there"
            folder.write("", to: "there/none")
            let some = try await Self.backUp([path, "--to", place, "--only", "back"], "/none")
            #expect(some.code == 0, "\(some.errors)")
            let first = try await Self.digests(of: "\(place)/\(session.name)")
            #expect(first.keys.filter { $0.contains("front") }.isEmpty && first.count == 3, "\(first.keys)")
            #expect(try await Self.backUp([path, "--to", place], "/none").told.last?["copied"]?.count == 2)
            #expect(try await Self.digests(of: "\(place)/\(session.name)") == (try await session.digests()))
            let unknown = try await Self.backUp([path, "--to", place, "--only", "side"], "/none")
            #expect(
                unknown.code == 64 && unknown.errors.contains("has no files of 'side'. It has those of back, front."))
        }

        /// A backup that is killed at any moment leaves no incomplete file under a final name. The next call resumes
        /// it.
        @Test func killedAtAnyMomentNothingIsHalf() async throws {
            let session = try await Self.session.value
            let wanted = try await session.digests()
            let (folder, path) = try Self.copy(session)
            defer { _ = folder }
            let server = try RemoteServer(.webdav)
            let there = server.folder.path + "/" + session.name
            for _ in 0..<16 {
                let delay = Double.random(in: 0.3...3)
                // The rate is limited so that most kills happen while a file is being copied.
                let command =
                    "timeout -s KILL \(delay) \(Tool.dualcam) backup '\(path)' --to nas: --bandwidth 3Mbps --full-speed; true"
                let environment = TestHome.environment(["RCLONE_CONFIG": server.configuration])
                _ = try await Child.run("/bin/bash", ["-c", command], environment: environment)
                let named = try await Self.digests(of: there).filter { !$0.key.hasSuffix(".part") }
                #expect(named.allSatisfy { wanted[$0.key] == $0.value }, "after \(delay) s: \(named.keys.sorted())")
                #expect(named["session.json"] == nil || named.count == wanted.count, "\(named.keys.sorted())")
                guard named.count == wanted.count else { continue }
                // The server caches its listing, so files that are deleted without it still appear in the listing.
                _ = try await Child.run(
                    "/usr/bin/rclone", ["purge", "nas:" + session.name], environment: environment)
            }
            let done = try await Self.backUp([path, "--to", "nas:"], server.configuration)
            #expect(done.code == 0, "\(done.errors)")
            #expect(try await Self.digests(of: there) == wanted)
        }

        @Test func aServerThatWasGoneGetsTheRest() async throws {
            let session = try await Self.session.value
            let (folder, path) = try Self.copy(session)
            defer { _ = folder }
            let server = try RemoteServer(.webdav)
            let cut = try await Self.backUp([path, "--to", "nas:"], server.configuration) { told in
                if told["event"]?.text == "copied" { server.stop() }
            }
            #expect(cut.code == 69, "\(cut.errors)")
            #expect(cut.errors.contains("then run this again to copy what is missing"), "\(cut.errors)")
            try server.startAgain()
            let done = try await Self.backUp([path, "--to", "nas:"], server.configuration)
            #expect(done.code == 0, "\(done.errors)")
            let wanted = try await session.digests()
            #expect((1..<wanted.count).contains(done.told.last?["copied"]?.count ?? 0))
            #expect(try await Self.digests(of: server.folder.path + "/" + session.name) == wanted)
        }

        @Test(.enabled("mounting needs root") { try await SmallDisk.isPossible() })
        func aFullRemoteIsTold() async throws {
            let session = try await Self.session.value
            let (folder, path) = try Self.copy(session)
            defer { _ = folder }
            try await SmallDisk.with(megabytes: 1) { disk in
                let full = try await Self.backUp([path, "--to", disk.path], "/none")
                #expect(full.code == 69, "\(full.errors)")
                #expect(full.errors.contains(/no space left on device|remaining disk space/), "\(full.errors)")
                let wanted = try await session.digests()
                let named = try await Self.digests(of: "\(disk.path)/\(session.name)")
                #expect(named.allSatisfy { wanted[$0.key] == $0.value }, "\(named.keys)")
            }
        }

        /// A file that exists at the destination with other content is never replaced.
        @Test(arguments: ["session.json", "_back_000.mov"])
        func nothingThereIsReplaced(_ suffix: String) async throws {
            let session = try await Self.session.value
            let (folder, path) = try Self.copy(session)
            let name = try #require(session.recording.contents.first { $0.hasSuffix(suffix) })
            folder.write("", to: "there/none")
            folder.write("somebody else's", to: "there/" + name)
            let done = try await Self.backUp([path, "--to", folder.path + "/there"], "/none")
            #expect(done.code == 73 && done.errors.contains("already exists and is a different file"), "\(done.errors)")
            #expect(folder.text("there/" + name) == "somebody else's")
        }

        /// A file that differs from what was recorded is not copied.
        @Test(arguments: [true, false]) func aDamagedFileIsNotCopied(_ isCut: Bool) async throws {
            let session = try await Self.session.value
            let (folder, path) = try Self.copy(session)
            folder.write("", to: "there/none")
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: path).first { $0.contains("back") })
            let handle = try FileHandle(forUpdating: URL(filePath: path + "/" + name))
            if isCut { try handle.truncate(atOffset: 1000) } else { try handle.write(contentsOf: Data([1, 2, 3])) }
            try handle.close()
            let done = try await Self.backUp([path, "--to", folder.path + "/there"], "/none")
            #expect(done.code == 74 && done.errors.contains("dualcam audit"), "\(done.errors)")
            #expect(!folder.contents.contains { $0.hasPrefix("there/") && $0.hasSuffix(name) })
        }

        @Test(arguments: [
            (["nas:x"], 69, "rclone has no remote 'nas'. Describe it with 'rclone config'."),
            (["/none/there"], 69, "there is no folder '/none/there'. Mount its disk"),
            ([":local:/tmp"], 64, "does not begin with the name of a remote"),
            (["films"], 64, "'films' names no remote"),
        ]) func placesThatAreNoneAreRefused(words: [String], code: Int32, text: String) async throws {
            let session = try await Self.session.value
            let done = try await Self.backUp([session.folder, "--to"] + words, "/none")
            #expect(done.code == code && done.errors.contains(text), "\(done.errors)")
        }

        /// `dualcam serve` copies finished sessions while it stands by, and reports that.
        @Test func standingByCopiesWhatIsFinished() async throws {
            let there = try #require(TemporaryFolder())
            let recording = try await Recorder(
                command: "serve",
                pipeline: """
                    cameras: {back: {device: test, size: 320x180}}
                    microphone: test
                    encoders: {default: {use: x264, preset: ultrafast}}
                    recording: {duration: 1s}
                    backup: {to: \(there.path)}
                    """, arguments: ["--record"],
                interruptions: [Interruption(SIGINT) { ["backed-up", "backup-failed"].contains($0.event) }],
                environment: ["RCLONE_CONFIG": "/none"]
            ).record()
            #expect(recording.code == 0 && recording.first("backed-up") != nil, "\(recording.errors)")
            let folder = (try recording.path("session.json") as NSString).deletingLastPathComponent
            let name = (folder as NSString).lastPathComponent
            let recorded = try await Self.digests(of: folder).filter { !$0.key.hasPrefix(".dualcam") }
            #expect(try await Self.digests(of: there.path + "/" + name) == recorded && recorded.count == 2)
        }

        /// A session that is being recorded is not copied, and without rclone no session is.
        @Test func whatIsNotFinishedIsRefused() async throws {
            let session = try await Self.session.value
            let (folder, path) = try Self.copy(session)
            folder.write("", to: session.name + "/UNFINISHED")
            let done = try await Self.backUp([path, "--to", folder.path], "/none")
            #expect(done.code == 64 && done.errors.contains("is not finished. Wait for its end"), "\(done.errors)")
            let bare = try await Child.run(
                Tool.dualcam, ["backup", session.folder, "--to", folder.path],
                environment: TestHome.environment(["PATH": folder.path]))
            #expect(
                bare.code == 69 && bare.errors.contains("Install it with 'sudo apt install rclone'"), "\(bare.errors)")
        }
    }
}
