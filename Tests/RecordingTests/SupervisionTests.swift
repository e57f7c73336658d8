import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// The worker is lost in every possible way, and the recording continues.
    @Suite(.serialized) struct Supervision {
        static func recorder(_ interruptions: [Interruption], _ settings: String...) -> Recorder {
            Recorder(
                pipeline: """
                    cameras:
                      back: {device: test, size: 640x360}
                      front: {device: test:ball, size: 320x180}
                    microphone: test
                    encoders: {default: {use: x264, preset: ultrafast}}
                    """, arguments: settings.flatMap { ["--set", $0] }, interruptions: interruptions)
        }

        /// A Ctrl-C that is sent one second after the recording continues.
        static var endOnceBack: Interruption {
            let isBack = Lock(false)
            return Interruption(SIGINT) { event in
                isBack.with { isBack in
                    if event.event == "gap" { isBack = true }
                    return isBack && event.event == "status"
                }
            }
        }

        /// Expects one session in one folder, in which every file is complete and in its place.
        static func expectOneWholeSession(_ recording: Recording, files: ClosedRange<Int> = 4...4) async throws {
            #expect(recording.paths("session.json").count == 1)
            #expect(!recording.holds("UNFINISHED"))
            #expect(files.contains(recording.paths(".mov").count), "\(recording.contents)")
            for file in try await Judgement.of(recording.paths(".mov")) {
                #expect(file.errors.isEmpty, "\(file.file)")
                recording.expectWhole(file)
            }
        }

        @Test(arguments: [(SIGKILL, "signal 9 (SIGKILL)"), (SIGSEGV, "signal 11 (SIGSEGV)")])
        func aWorkerThatDiesIsReplacedWithinTwoSeconds(signal: Int32, reason: String) async throws {
            let recording = try await Self.recorder([
                Interruption(signal, to: .worker) { $0.tells(ofSeconds: 1.5) }, Self.endOnceBack,
            ]).record()
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.first("worker-lost")?.reason == reason)
            let pids = recording.events.filter { $0.event == "worker-started" }.compactMap(\.pid)
            #expect(Set(pids).count == 2)
            let gap = try #require(recording.first("gap")?.seconds)
            let back = try #require(recording.events.last { $0.event == "recording" }).arrival
            let away = try #require(recording.signals.first).duration(to: back)
            print("recording again \(away) after signal \(signal), a gap of \(gap) s")
            #expect(away <= .seconds(2))
            #expect(gap <= 2)
            try await Self.expectOneWholeSession(recording)
        }

        /// SIGSTOP: the worker does not end, but sends and writes nothing.
        @Test func aWorkerThatHangsIsReplaced() async throws {
            let recording = try await Self.recorder(
                [Interruption(SIGSTOP, to: .worker) { $0.tells(ofSeconds: 1.5) }, Self.endOnceBack],
                "supervision.hang=2s"
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(recording.first("worker-lost")?.reason == "hung")
            let stopped = try #require(recording.signals.first)
            let noticed = try #require(recording.first("worker-lost")).arrival
            print(
                "replaced \(stopped.duration(to: noticed)) after SIGSTOP, a gap of \(recording.first("gap")?.seconds ?? 0) s"
            )
            #expect(stopped.duration(to: noticed) <= .seconds(4))
            try await Self.expectOneWholeSession(recording)
        }

        /// Every worker exceeds this memory limit: the second one hands over too, and the third is ended as it begins.
        @Test func aWorkerThatHoldsTooMuchMemoryHandsOver() async throws {
            let gaps = Lock(0)
            let end = Interruption(SIGINT) { event in
                gaps.with { gaps in
                    if event.event == "gap" { gaps += 1 }
                    return gaps == 2
                }
            }
            let recording = try await Self.recorder([end], "supervision.memory=20MB").record()
            #expect(recording.first("worker-lost")?.reason == "memory")
            #expect(try #require(recording.first("gap")?.seconds) <= 2)
            let files = try await Judgement.of(recording.paths("_back_000.mov"))
            for file in files {
                #expect(file.errors.isEmpty, "\(file.file)")
                recording.expectWhole(file)
            }
            #expect(!files.isEmpty)
            #expect(recording.code == 0, "\(recording.errors)")
            try await Self.expectOneWholeSession(recording, files: 4...8)
        }

        @Test func withoutItsSupervisorAWorkerFinishesItsFiles() async throws {
            let recording = try await Self.recorder([Interruption(SIGKILL) { $0.tells(ofSeconds: 1.5) }]).record()
            #expect(recording.code == -SIGKILL)
            #expect(recording.first("finished") != nil)
            #expect(!recording.holds("UNFINISHED"))
            #expect(try Manifest(at: try recording.path("session.json")).state == "finished")
            for file in try await Judgement.of(recording.paths(".mov")) {
                #expect(file.errors.isEmpty, "\(file.file)")
                recording.expectWhole(file)
            }
        }

        @Test func aWorkerLostWhileFinishingHasItsFilesFinished() async throws {
            let recording = try await Self.recorder([
                Interruption(SIGINT) { $0.tells(ofSeconds: 1.5) },
                Interruption(SIGKILL, to: .worker) { $0.event == "stopping" },
            ]).record()
            #expect(recording.first("worker-lost")?.reason == "signal 9 (SIGKILL)")
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(!recording.holds("UNFINISHED"))
        }
    }
}
