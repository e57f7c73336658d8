import DualCamSession
import DualCamSimulator
import DualCamTestKit
import Foundation
import Testing

/// Where the simulated world and the real one could part: the same small script in both, and the same ledger of it.
enum Contract {
    /// What a session's journal says, without what no two recordings have in common.
    static func ledger(at path: String) throws -> [String] {
        let folder = (path as NSString).deletingLastPathComponent
        return words(try SessionRecord.read(folder).ledger.entries)
    }

    /// What happened, in its order. Two processes write, each in its own order: what the recording one says comes first. Files are
    /// closed beside what happens: they follow in the order of their names.
    static func words(_ entries: [LedgerEntry]) -> [String] {
        let told = entries.filter { !passing.contains($0.kind) }
        let files: Set<LedgerEntry.Kind> = [.fileFinished, .fileRecovered]
        return told.filter { !watching.contains($0.kind) && !files.contains($0.kind) }.map(word)
            + told.filter { files.contains($0.kind) }.map(word).sorted()
            + told.filter { watching.contains($0.kind) }.map(word)
    }

    /// What the process says that watches the recording one.
    private static let watching: Set<LedgerEntry.Kind> = [.workerStarted, .workerLost, .gap, .folderLost]

    /// What a device or a machine says now and then, and work that is done beside the recording.
    private static let passing: Set<LedgerEntry.Kind> = [
        .warning, .signalRestored, .digested, .digestsSkipped, .drift, .dropped, .forecast, .directed, .repeated,
        .jumped, .shed, .restored, .heat, .rateChanged, .clockJumped, .clockState, .cadence, .keyFrames,
    ]

    /// What is told of inputs while they are recorded, each once. How long a device takes to be let go at the end is the machine's
    /// affair.
    static func ofInputs(_ words: [String]) -> [String] {
        words.filter { $0.contains("input-") }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private static func word(_ entry: LedgerEntry) -> String {
        let facts = ["input", "output", "reason", "segment", "exit-code"].compactMap { key in
            entry.fields.first { $0.key == key }?.value.line.replacing("\"", with: "")
        }
        // Why a recovered file was half is the demuxer's word.
        return ([entry.kind.rawValue] + (entry.kind == .fileRecovered ? Array(facts.prefix(1)) : facts))
            .joined(separator: " ")
    }
}

extension Recordings.Supervision {
    /// The contract of the simulator: a process that is killed.
    @Test func aKilledWorkerIsToldAsInTheSimulatedWorld() async throws {
        let recorder = Self.recorder([
            Interruption(SIGKILL, to: .worker) { $0.tells(ofSeconds: 1.5) }, Self.endOnceBack,
        ])
        let recording = try await recorder.record()
        let script = try Script(recorder.pipeline + "\nrecording: {directory: /rec}\n", end: 12)
        script.kill(at: 4)
        let expected = Contract.words(try script.run())
        let real = try Contract.ledger(at: recording.path("session.json"))
        #expect(real == expected, "\(real.difference(from: expected).map { "\($0)" })")
        #expect(expected.contains("worker-lost signal 9 (SIGKILL)"))
    }
}

extension Recordings.FullDisk {
    /// The contract of the simulator: a disk that becomes full.
    @Test func aFullDiskIsToldAsInTheSimulatedWorld() async throws {
        try await SmallDisk.with(megabytes: 24) { disk in
            let recorder = Self.recorder(disk, keepFree: "8MB")
            _ = try await recorder.record()
            let session = try #require(disk.contents.first { $0.hasSuffix("session.json") })
            let file = recorder.pipeline.replacing("recording: {", with: "recording: {directory: /rec, duration: 20s, ")
            let expected = Contract.words(try Script(file, end: 30, capacity: 40_000_000).run())
            let real = try Contract.ledger(at: disk.path + "/" + session)
            #expect(real == expected, "\(real.difference(from: expected).map { "\($0)" })")
            #expect(expected.contains("stop-requested disk-full"))
        }
    }
}

extension CameraFaultTests {
    /// The contract of the simulator: a camera that is unplugged and comes back, in the emulated machine.
    @Test func anUnpluggedCameraIsToldAsInTheSimulatedWorld() throws {
        let file = """
            cameras: {back: {device: test, rate: 10}, front: {device: test, rate: 10}}
            combined: {layout: pip, main: back, rate: 5}
            recording: {directory: /rec, segment: off, duration: 18s}
            """
        let script = try Script(file, end: 60)
        script.unplug("front", from: 5, to: 9)
        // On a slow machine other things happen, too: what is told of the camera, each the first time.
        let expected = Contract.ofInputs(Contract.words(try script.run()))
        let words = try FaultyRecording("disconnected").words()
        let real = Contract.ofInputs(words)
        #expect(real == expected, "\(words)")
        #expect(expected.first == "input-lost front failed")
    }
}
