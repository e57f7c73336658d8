import DualCamRecordings
import DualCamSession
import DualCamSimulator
import DualCamTestKit
import Foundation
import Testing

/// Compares the simulated world with the real one: the same short script has to give the same ledger in both.
enum Contract {
    /// Returns a session's ledger without what differs between any two recordings.
    static func ledger(at path: String) throws -> [String] {
        let folder = (path as NSString).deletingLastPathComponent
        return words(try SessionRecord.read(folder).ledger.entries)
    }

    /// Returns the events in order. The supervisor and the worker each write in their own order, so the worker's events
    /// come first. Files are closed in parallel, so they follow, sorted by name.
    static func words(_ entries: [LedgerEntry]) -> [String] {
        let told = entries.filter { !passing.contains($0.kind) }
        let files: Set<LedgerEntry.Kind> = [.fileFinished, .fileRecovered]
        return told.filter { !watching.contains($0.kind) && !files.contains($0.kind) }.map(word)
            + told.filter { files.contains($0.kind) }.map(word).sorted()
            + told.filter { watching.contains($0.kind) }.map(word)
    }

    /// The kinds of entries that the supervisor writes.
    private static let watching: Set<LedgerEntry.Kind> = [.workerStarted, .workerLost, .gap, .folderLost]

    /// The kinds of entries that depend on the device or the machine, or that come from work in parallel to the
    /// recording.
    private static let passing: Set<LedgerEntry.Kind> = [
        .warning, .signalRestored, .digested, .digestsSkipped, .drift, .dropped, .forecast, .directed, .repeated,
        .jumped, .shed, .restored, .heat, .rateChanged, .clockJumped, .clockState, .cadence, .keyFrames,
    ]

    /// Returns the events of inputs during the recording, each once. How long a device takes to close at the end
    /// depends on the machine.
    static func ofInputs(_ words: [String]) -> [String] {
        words.filter { $0.contains("input-") }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private static func word(_ entry: LedgerEntry) -> String {
        let facts = ["input", "output", "reason", "segment", "exit-code"].compactMap { key in
            entry.fields.first { $0.key == key }?.value.line.replacing("\"", with: "")
        }
        // The reason why a recovered file is incomplete comes from the demuxer, so it is left out.
        return ([entry.kind.rawValue] + (entry.kind == .fileRecovered ? Array(facts.prefix(1)) : facts))
            .joined(separator: " ")
    }
}

extension Recordings.Supervision {
    /// The contract for a worker that is killed.
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
    /// The contract for a disk that becomes full.
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
    /// The contract for a camera that is unplugged and returns, in the emulated machine.
    @Test func anUnpluggedCameraIsToldAsInTheSimulatedWorld() throws {
        let file = """
            cameras: {back: {device: test, rate: 10}, front: {device: test, rate: 10}}
            combined: {layout: pip, main: back, rate: 5}
            recording: {directory: /rec, segment: off, duration: 18s}
            """
        let script = try Script(file, end: 60)
        script.unplug("front", from: 5, to: 9)
        // Other events may happen on a slow machine, so only the first of each kind of the camera's events are
        // compared.
        let expected = Contract.ofInputs(Contract.words(try script.run()))
        let words = try FaultyRecording("disconnected").words()
        let real = Contract.ofInputs(words)
        #expect(real == expected, "\(words)")
        #expect(expected.first == "input-lost front failed")
    }
}
