import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// A disk of a few megabytes; only root can make one.
    @Suite(.serialized, .enabled("mounting needs root") { try await SmallDisk.isPossible() })
    struct FullDisk {
        static func recorder(_ disk: SmallDisk, keepFree: String) -> Recorder {
            Recorder(
                pipeline: """
                    cameras:
                      back: {device: test:snow, size: 320x180}
                      front: {device: test:ball, size: 320x180}
                    microphone: test
                    encoders:
                      back: {use: x264, preset: ultrafast, bitrate: 20Mbps}
                      front: {use: x264, preset: ultrafast, bitrate: 500kbps}
                    recording: {max-loss: off}
                    storage: {keep-free: \(keepFree)}
                    """, arguments: ["--duration", "20s"], directory: disk.path)
        }

        @Test func tooLittleSpaceIsRefused() async throws {
            try await SmallDisk.with(megabytes: 8) { disk in
                let recording = try await Self.recorder(disk, keepFree: "1GB").record()
                #expect(recording.code == 74)
                #expect(recording.errors.contains("storage.keep-free (1 GB)"), "\(recording.errors)")
                #expect(disk.contents == [])
            }
        }

        /// Files that are only in memory are gone with the power.
        @Test func aDiskInMemoryIsRefused() async throws {
            try await SmallDisk.with(megabytes: 24) { disk in
                var recorder = Self.recorder(disk, keepFree: "1MB")
                recorder.pipeline = recorder.pipeline.replacingOccurrences(of: "max-loss: off", with: "max-loss: 1s")
                let recording = try await recorder.record()
                #expect(recording.code == 73)
                #expect(
                    recording.errors.contains(
                        "is on tmpfs, which a power cut empties; recording.max-loss: 1s cannot be kept. Record to a disk, "
                            + "or set recording.max-loss: off."), "\(recording.errors)")
            }
        }

        /// The last megabytes are kept for finishing, so that the files are whole.
        @Test func stopsBeforeTheDiskIsFull() async throws {
            try await SmallDisk.with(megabytes: 24) { disk in
                let recording = try await Self.recorder(disk, keepFree: "8MB").record()
                #expect(recording.code == 74)
                #expect(recording.first("stopping")?.reason == "disk-full")
                let files = disk.contents.filter { $0.hasSuffix(".mov") }
                #expect(files.count == 2)
                for file in try await Judgement.of(files.map { disk.path + "/" + $0 }) {
                    #expect(file.errors.isEmpty, "\(file.file)")
                    recording.expectWhole(file)
                }
                #expect(!disk.contents.contains { $0.hasSuffix("UNFINISHED") })
            }
        }

        /// A disk with room that takes no further file: the recording ends at the next segment, is finished by the place that the session
        /// has kept, and the reason is told. It was begun again and again until its time was over; and half a second of each output was
        /// lost, as the files that were still open were given up.
        @Test func aDiskThatTakesNoFurtherFileEndsTheRecording() async throws {
            try await SmallDisk.with(megabytes: 64, files: 13) { disk in
                var recorder = Self.recorder(disk, keepFree: "1MB")
                recorder.pipeline = recorder.pipeline.replacingOccurrences(
                    of: "max-loss: off", with: "max-loss: off, segment: 2s"
                )
                .replacingOccurrences(of: "20Mbps", with: "2Mbps")
                recorder.arguments = ["--duration", "120s"]
                let recording = try await recorder.record()
                #expect(recording.code == 74, "\(recording.errors)")
                #expect(recording.first("stopping")?.reason == "disk-full", "\(recording.errors)")
                #expect(
                    recording.errors.contains(
                        "the file system has no room for more files (no inode is left), though bytes are free. Delete files"
                    ),
                    "\(recording.errors)")
                #expect(!disk.contents.contains { $0.hasSuffix("/UNFINISHED") || $0.contains(".dualcam-room") })
                let files = disk.contents.filter { $0.hasSuffix(".mov") }
                #expect(files.count >= 4)
                for file in try await Judgement.of(files.map { disk.path + "/" + $0 }) {
                    #expect(file.errors.isEmpty, "\(file.file)")
                    recording.expectWhole(file)
                }
                #expect(!recording.errors.contains("is not whole"), "\(recording.errors)")
                #expect(recording.first("failed")?.code == "disk-full")
                #expect(!recording.events.contains { $0.event == "output-restored" })
            }
        }

        /// Nothing is kept, and the disk is full before a rate is known: what was written can be played, and by the room that the
        /// session has kept for its own records it is finished, and says that its outputs are cut short.
        @Test func aFullDiskLeavesWhatWasWritten() async throws {
            try await SmallDisk.with(megabytes: 4) { disk in
                let recording = try await Self.recorder(disk, keepFree: "0B").record()
                #expect(recording.code == 74, "\(recording.errors)")
                #expect(recording.events.contains { $0.event == "failed" && $0.code == "disk-full" })
                #expect(
                    recording.errors.contains("No space left on the resource. Free some space"), "\(recording.errors)")
                #expect(!disk.contents.contains { $0.hasSuffix("/UNFINISHED") }, "\(recording.errors)")
                #expect(recording.errors.contains("is not whole: it was cut short"), "\(recording.errors)")
                let files = disk.contents.filter { $0.hasSuffix(".mov") }
                #expect(files.count == 2)
                let told = recording.events.prefix { $0.event != "failed" }
                let recorded = try #require(told.last { $0.event == "status" }?.outputs)
                for file in try await Judgement.of(files.map { disk.path + "/" + $0 }) {
                    let frames = try #require(recorded.first { file.file.contains("_\($0.output)_") }).frames
                    // The second that was not written any more, and what came while that was tried.
                    #expect(try #require(file.video?.frames) >= frames - 33, "\(file.file), of \(frames)")
                }
            }
        }
    }
}

/// A file system in memory.
struct SmallDisk: Sendable {
    private let folder: TemporaryFolder

    var path: String { folder.path }
    var contents: [String] { folder.contents }

    static func isPossible() async throws -> Bool {
        guard geteuid() == 0 else { return false }
        do {
            try await with(megabytes: 1) { _ in }
            return true
        } catch is Judgement.Failure {
            return false
        }
    }

    /// Mounts one, and takes it away after `body`. Throws `Judgement.Failure` when mount refuses.
    ///
    /// - Parameter files: The number of files and folders that it takes; `nil`: as many as there is room for.
    static func with(
        megabytes: Int, files: Int? = nil, _ body: (SmallDisk) async throws -> Void
    ) async throws {
        guard let folder = TemporaryFolder() else { throw CocoaError(.fileWriteUnknown) }
        let size = "size=\(megabytes)m" + (files.map { ",nr_inodes=\($0)" } ?? "")
        let mounting = ["-t", "tmpfs", "-o", size, "dualcam-test", folder.path]
        let mounted = try await Tool.run("/usr/bin/mount", mounting)
        guard mounted.code == 0 else { throw Judgement.Failure(text: mounted.errors) }
        var failure: (any Error)?
        do { try await body(SmallDisk(folder: folder)) } catch { failure = error }
        _ = try await Tool.run("/usr/bin/umount", ["--lazy", folder.path])
        if let failure { throw failure }
    }
}
