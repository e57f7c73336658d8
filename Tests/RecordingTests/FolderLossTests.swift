import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// The session's folder is lost during a recording, and the recording continues.
    @Suite(.serialized) struct FolderLoss {
        /// Records, and calls `strike` with the session's folder once a second has been recorded.
        static func recording(
            in directory: String, for length: String = "4s", _ arguments: String...,
            strike: @escaping @Sendable (_ session: String) -> Void
        ) async throws -> Recording {
            let isDone = Lock(false)
            return try await Recorder(
                pipeline: """
                    cameras:
                      back: {device: test, size: 320x180}
                      front: {device: test:ball, size: 320x180}
                    microphone: test
                    encoders: {default: {use: x264, preset: ultrafast}}
                    recording: {max-loss: off}
                    storage: {keep-free: 1MB, warn-at: []}
                    """, arguments: ["--duration", length] + arguments,
                watch: { event in
                    guard event.tells(ofSeconds: 1), !isDone.with({ $0 }) else { return }
                    isDone.with { $0 = true }
                    if let session = Self.sessions(in: directory).first { strike(session) }
                }, directory: directory
            ).record()
        }

        /// Returns the paths of the session folders in a directory, sorted.
        static func sessions(in directory: String) -> [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            return names.filter { !$0.hasPrefix(".") && $0 != "lost+found" }.sorted().map { directory + "/" + $0 }
        }

        /// Expects that `dualcam audit` proves each session.
        static func expectProven(_ sessions: [String]) async throws {
            for session in sessions {
                let audit = try await Tool.run(Tool.dualcam, ["audit", session])
                #expect(audit.code == 0, "\(audit.text)\(audit.errors)")
                #expect(!FileManager.default.fileExists(atPath: session + "/UNFINISHED"))
            }
        }

        /// Expects that the recording ended at its scheduled end, counted from its start.
        static func expectOnTime(_ recording: Recording) throws {
            let began = try #require(recording.first("recording")).arrival
            let length = began.duration(to: recording.ended)
            print("ended \(length) after its beginning, with \(recording.code)")
            #expect(length > .seconds(3) && length < .seconds(9))
            let second = try #require(recording.events.last { $0.event == "recording" }).arrival
            let lost = try #require(recording.first("folder-lost")).arrival
            print("recording again \(lost.duration(to: second)) after the loss was told")
            #expect(recording.events.filter { $0.event == "recording" }.count == 2)
        }

        @Test func aDeletedFolderIsFollowedByOneBesideIt() async throws {
            let folder = try #require(TemporaryFolder())
            let recording = try await Self.recording(in: folder.path) { session in
                try? FileManager.default.removeItem(atPath: session)
            }
            #expect(recording.code == 74, "\(recording.errors)")
            try Self.expectOnTime(recording)
            let sessions = Self.sessions(in: folder.path)
            #expect(sessions.count == 1 && sessions[0].hasSuffix("_b"), "\(sessions)")
            try await Self.expectProven(sessions)
            let old = String(try #require(sessions.first).dropLast(2))
            #expect(
                recording.errors.contains(
                    "The session's folder '\(old)' was deleted while it was recorded. Everything in it is lost."),
                "\(recording.errors)")
            let manifest = try String(contentsOfFile: sessions[0] + "/session.json", encoding: .utf8)
            #expect(manifest.contains(#""continues": {"folder":"\#(old)","reason":"deleted"}"#))
            #expect(!recording.errors.contains("exit code 64"))
        }

        /// A folder that is moved keeps every frame, and the session is finished at its new path.
        @Test func aMovedFolderIsFinishedWhereItIs() async throws {
            let folder = try #require(TemporaryFolder())
            let recording = try await Self.recording(in: folder.path) { session in
                try? FileManager.default.moveItem(atPath: session, toPath: session + "-moved")
            }
            #expect(recording.code == 0, "\(recording.errors)")
            try Self.expectOnTime(recording)
            let sessions = Self.sessions(in: folder.path)
            #expect(sessions.count == 2, "\(sessions)")
            try await Self.expectProven(sessions)
            for file in try await Judgement.of(sessions.flatMap(Self.files)) {
                #expect(file.errors.isEmpty, "\(file.file)")
                recording.expectWhole(file)
            }
        }

        static func files(of session: String) -> [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: session)) ?? []
            return names.filter { $0.hasSuffix(".mov") }.sorted().map { session + "/" + $0 }
        }
    }

    /// A disk in an image file, to which faults of real disks can be applied; only root can mount it.
    @Suite(.serialized, .enabled("mounting an image needs root") { try await LoopDisk.isPossible() })
    struct DiskLoss {
        /// The recording continues in a new folder beside the immutable one, which can be recovered once it is writable
        /// again.
        @Test func anImmutableFolderIsFollowedByOneBesideIt() async throws {
            try await LoopDisk.with { disk in
                let recording = try await FolderLoss.recording(in: disk.path) { LoopDisk.run("chattr", "+i", $0) }
                for session in FolderLoss.sessions(in: disk.path) { LoopDisk.run("chattr", "-i", session) }
                #expect(recording.code == 73, "\(recording.errors)")
                try FolderLoss.expectOnTime(recording)
                let sessions = FolderLoss.sessions(in: disk.path)
                #expect(sessions.count == 2 && sessions[1] == sessions[0] + "_b", "\(sessions)")
                let recovered = try await Tool.run(Tool.dualcam, ["recover", sessions[0]])
                #expect(recovered.code == 0, "\(recovered.text)\(recovered.errors)")
                try await FolderLoss.expectProven(sessions)
            }
        }

        @Test func aReadOnlyDiskIsLeftForTheFallback() async throws {
            let fallback = try #require(TemporaryFolder())
            try await LoopDisk.with { disk in
                let recording = try await FolderLoss.recording(
                    in: disk.path, "--set", "recording.fallback=\(fallback.path)"
                ) { _ in LoopDisk.run("mount", "-o", "remount,abort", disk.path) }
                #expect(recording.code == 74, "\(recording.errors)")
                try FolderLoss.expectOnTime(recording)
                let sessions = FolderLoss.sessions(in: fallback.path)
                #expect(sessions.count == 1 && sessions[0].hasSuffix("_b"), "\(sessions)")
                try await FolderLoss.expectProven(sessions)
            }
        }

        /// Without a fallback folder the recording ends at once.
        @Test func aReadOnlyDiskWithoutAFallbackEndsTheRecording() async throws {
            try await LoopDisk.with { disk in
                let struck = Lock(ContinuousClock.now)
                let recording = try await FolderLoss.recording(in: disk.path, for: "60s") { _ in
                    LoopDisk.run("mount", "-o", "remount,abort", disk.path)
                    struck.with { $0 = .now }
                }
                #expect(recording.code == 74, "\(recording.errors)")
                let length = struck.with { $0 }.duration(to: recording.ended)
                print("ended \(length) after the disk became read-only")
                #expect(length < .seconds(10))
                #expect(recording.errors.contains("The recording cannot go on in any folder, and ends."))
            }
        }

        /// After an unmount, the mount point is an empty folder of another disk, in which the recording continues.
        @Test func anUnmountedDiskIsFollowedByWhatIsInItsPlace() async throws {
            try await LoopDisk.with { disk in
                let recording = try await FolderLoss.recording(in: disk.path) { _ in
                    LoopDisk.run("umount", "--lazy", disk.path)
                }
                #expect(recording.code == 74, "\(recording.errors)")
                try FolderLoss.expectOnTime(recording)
                let sessions = FolderLoss.sessions(in: disk.path)
                #expect(sessions.count == 1 && sessions[0].hasSuffix("_b"), "\(sessions)")
                try await FolderLoss.expectProven(sessions)
                // The files are closed on the unmounted disk.
                LoopDisk.run("mount", "-o", "loop", disk.image, disk.path)
                let away = FolderLoss.sessions(in: disk.path)
                #expect(away.count == 1, "\(away)")
                let recovered = try await Tool.run(Tool.dualcam, ["recover"] + away)
                #expect(recovered.code == 0, "\(recovered.text)\(recovered.errors)")
                try await FolderLoss.expectProven(away)
            }
        }
    }

    /// Exit code 0 means that every output has all its frames.
    @Suite(.serialized) struct Completeness {
        private static let pipeline = """
            cameras:
              back: {device: test:snow, size: 320x180}
              front: {device: test:ball, size: 320x180}
            microphone: none
            encoders:
              back: {use: x264, preset: ultrafast, bitrate: 8Mbps}
              front: {use: x264, preset: ultrafast, bitrate: 300kbps}
            recording: {max-loss: off}
            budget: {enforce: off, shed: []}
            """

        /// Runs the program after some shell commands in the same process.
        private static func record(_ before: String, _ arguments: String...) async throws -> (Finished, TemporaryFolder)
        {
            let folder = try #require(TemporaryFolder())
            folder.write(pipeline, to: "pipeline.yaml")
            let command =
                [
                    "-c", before + "; exec \"$0\" \"$@\"", Tool.dualcam, "run", folder.path + "/pipeline.yaml",
                    "--output",
                ]
                + [folder.path + "/out"] + arguments
            return (try await Tool.run("/bin/sh", command), folder)
        }

        /// An output whose file reaches the size limit continues in a new file.
        @Test func aLimitOfTheFileSizeLosesNothing() async throws {
            let (finished, folder) = try await Self.record("ulimit -f 6500", "--duration", "5s")
            #expect(finished.code == 0, "\(finished.errors)")
            let sizes = folder.contents.filter { $0.hasSuffix(".mov") }.map { path in
                (try? FileManager.default.attributesOfItem(atPath: folder.path + "/" + path)[.size] as? Int) ?? 0
            }
            #expect(sizes.count > 2 && sizes.allSatisfy { (1...6500 * 512).contains($0) }, "\(sizes)")
        }

        /// With a limit so small that no file can hold a second, the exit code is not 0.
        @Test func aLimitThatNoFileFitsIsNoSuccess() async throws {
            let (finished, folder) = try await Self.record("ulimit -f 60", "--duration", "5s")
            #expect(finished.code == 74, "\(finished.errors)")
            for output in ["back", "front"] {
                #expect(finished.errors.contains("dualcam: error: \(output) is not whole: it "), "\(finished.errors)")
            }
            #expect(!folder.contents.contains { $0.hasSuffix("/UNFINISHED") })
        }

        @Test(arguments: ["1ms", "67ms"]) func aShortRecordingHasAFrameOfEveryOutput(length: String) async throws {
            let (finished, folder) = try await Self.record("true", "--duration", length)
            #expect(finished.code == 0, "\(finished.errors)")
            #expect(folder.contents.filter { $0.hasSuffix(".mov") }.count == 2, "\(finished.errors)")
        }

        /// A FIFO is refused as a microphone, because opening it would wait for a writer.
        @Test func aFIFOIsNoMicrophone() async throws {
            let folder = try #require(TemporaryFolder())
            let fifo = folder.path + "/fifo"
            #expect(mkfifo(fifo, 0o600) == 0)
            let (finished, _) = try await Self.record("true", "--duration", "1s", "--set", "microphone=file:\(fifo)")
            #expect(finished.code == 69)
            #expect(finished.errors.contains("the clip \(fifo) is a FIFO and no file"), "\(finished.errors)")
        }
    }
}

/// An image file with an ext4 file system.
struct LoopDisk: Sendable {
    private let folder: TemporaryFolder

    var path: String { folder.path + "/disk" }
    var image: String { folder.path + "/image" }

    static func isPossible() async throws -> Bool {
        guard geteuid() == 0 else { return false }
        do {
            try await with { _ in }
            return true
        } catch is Judgement.Failure {
            return false
        }
    }

    /// Mounts a disk, runs `body`, and unmounts it. Throws `Judgement.Failure` if mounting fails.
    static func with(_ body: (LoopDisk) async throws -> Void) async throws {
        guard let folder = TemporaryFolder() else { throw CocoaError(.fileWriteUnknown) }
        let disk = LoopDisk(folder: folder)
        let making = "truncate -s 100M \"$0\" && mkfs.ext4 -q \"$0\" && mkdir \"$1\" && mount -o loop \"$0\" \"$1\""
        let mounted = try await Tool.run("/bin/sh", ["-c", making, disk.image, disk.path])
        guard mounted.code == 0 else { throw Judgement.Failure(text: mounted.errors) }
        var failure: (any Error)?
        do { try await body(disk) } catch { failure = error }
        _ = try await Tool.run("/usr/bin/umount", ["--lazy", disk.path])
        if let failure { throw failure }
    }

    /// Runs a program and blocks until it ends.
    static func run(_ program: String, _ arguments: String...) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.environment = TestHome.environment()
        process.arguments = [program] + arguments
        do {
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0, "\(program) \(arguments)")
        } catch {
            Issue.record("\(program): \(error)")
        }
    }
}
