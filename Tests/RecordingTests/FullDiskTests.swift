import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// A disk of a few megabytes; only root can create one.
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

        /// A folder in memory is refused, because its files would not survive a power cut.
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

        /// The last megabytes are reserved for finishing, so that the files are complete.
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

        /// A disk with space that accepts no more files. The recording ends at the next segment and reports the reason;
        /// the session uses space that it reserved. Previously, the recording was restarted until its time was over,
        /// and each output lost half a second when its open file was given up.
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

        /// The disk is full before the data rate is known, and nothing is reserved. The written part can be played. The
        /// session is finished with the space for its own records and says that its outputs are cut short.
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
                    // A second was not written any more, plus what arrived while writing was tried.
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

    /// Mounts a file system, runs `body`, and unmounts it. Throws `Judgement.Failure` if mounting fails.
    ///
    /// - Parameter files: The maximum number of files and folders; `nil`: no limit.
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
