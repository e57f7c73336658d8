import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// File systems that refuse calls which others accept, imitated by the library of `Tests/Tools/faults` in front of the
    /// C library.
    @Suite(.serialized, .tags(.process)) struct LyingDisk {
        private static func recorder(
            _ folder: TemporaryFolder, seconds: Int, _ faults: [String: String], bitrate: String = "8Mbps",
            recording: String = "max-loss: off"
        ) async throws -> Recorder {
            let library = try await FaultTests.library.value
            let disk = [
                "LD_PRELOAD": library.path + "/lying_disk.so", "DISK_FOLDER": folder.path,
                "DISK_QUOTA_MARK": "\(library.path)/quota-\(UUID().uuidString)",
            ]
            return Recorder(
                pipeline: """
                    cameras:
                      back: {device: test:snow, size: 320x180}
                      front: {device: test:ball, size: 320x180}
                    microphone: test
                    encoders:
                      back: {use: x264, preset: ultrafast, bitrate: \(bitrate)}
                      front: {use: x264, preset: ultrafast, bitrate: 500kbps}
                    recording: {\(recording)}
                    storage: {keep-free: 1MB}
                    """, arguments: ["--duration", "\(seconds)s"], environment: disk.merging(faults) { $1 },
                directory: folder.path)
        }

        private static func judge(_ folder: TemporaryFolder) async throws -> [Judgement] {
            let files = folder.contents.filter { $0.hasSuffix(".mov") }.map { folder.path + "/" + $0 }
            return try await Judgement.of(files)
        }

        /// A quota that `statvfs` does not report ends the recording long before its time, and the files are finished.
        /// 5 MB of the quota are reserved for two indexes at the start of the files.
        @Test func aQuotaThatIsUsedUpEndsTheRecordingWithWholeFiles() async throws {
            let folder = try #require(TemporaryFolder())
            let recording = try await Self.recorder(folder, seconds: 120, ["DISK_QUOTA": "14000000"]).record()
            #expect(recording.code == 74, "\(recording.errors)")
            #expect(recording.first("stopping")?.reason == "disk-full")
            #expect(recording.errors.contains("the disk quota is used up. Free some space of the quota"))
            #expect(!folder.contents.contains { $0.hasSuffix("UNFINISHED") }, "\(recording.errors)")
            let files = try await Self.judge(folder)
            #expect(files.count == 2)
            for file in files { #expect(file.errors.isEmpty && (file.video?.frames ?? 0) > 0, "\(file.file)") }
        }

        /// A file that reaches the maximum size interrupts its output for a moment; later files are changed in time.
        @Test func aFileThatIsAsLargeAsItMayBeIsFollowedByAnother() async throws {
            let folder = try #require(TemporaryFolder())
            let recording = try await Self.recorder(
                folder, seconds: 14, ["DISK_LARGEST": "11000000"], bitrate: "20Mbps"
            ).record()
            #expect(recording.code == 74, "\(recording.errors)")
            #expect(
                recording.events.contains { $0.event == "failed" && $0.code == "file-too-large" },
                "\(recording.errors)")
            let files = try await Self.judge(folder)
            #expect(files.filter { $0.file.contains("_back_") }.count > 1)
            for file in files { #expect(file.errors.isEmpty, "\(file.file)") }
        }

        /// A size limit that is known beforehand (`ulimit -f`) loses no frame: new files begin before it is reached.
        @Test func aLimitThatIsKnownCostsNoFrame() async throws {
            let folder = try #require(TemporaryFolder())
            let recording = try await Self.recorder(folder, seconds: 9, ["DISK_ULIMIT": "7000000"]).record()
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.first("failed") == nil, "\(recording.errors)")
            let files = try await Self.judge(folder)
            #expect(files.filter { $0.file.contains("_back_") }.count > 1)
            for file in files { #expect(file.errors.isEmpty, "\(file.file)") }
        }

        /// The recording is too short for periodic synchronisation, so the files are written to the disk at its end.
        @Test(arguments: ["mov", "mp4", "mkv"]) func aFinishedFileIsWrittenThrough(container: String) async throws {
            let (folder, other) = (try #require(TemporaryFolder()), try #require(TemporaryFolder()))
            let list = other.path + "/list"
            let recording = try await Self.recorder(
                folder, seconds: 2, ["DISK_SYNCS": list], recording: "max-loss: 60s, container: \(container)"
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let lines = try #require(other.text("list")).split(separator: "\n").map(String.init)
            let files = folder.contents.filter { $0.hasSuffix(container) }
            #expect(files.count == 2)
            for file in files {
                let path = folder.path + "/" + file
                let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
                #expect(lines.contains("\(path) \(size)"), "\(lines)")
            }
        }

        /// On a file system without locks (NFS without lockd) the recording works and reports the missing locks.
        @Test func withoutLocksItIsRecordedAndTold() async throws {
            let folder = try #require(TemporaryFolder())
            let recording = try await Self.recorder(folder, seconds: 2, ["DISK_LOCKS": "ENOLCK"]).record()
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(
                recording.events.contains {
                    $0.event == "warning" && $0.code == "disk" && $0.message?.contains("has no locks") == true
                })
            #expect(!folder.contents.contains { $0.contains("holder") || $0.hasSuffix("UNFINISHED") })
        }
    }
}
