import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamRecordings

/// The order in which a recovery writes: its records are true even if the power fails the next moment.
@Suite struct RecoveryOrderTests {
    private let system = SystemWithFaults()

    /// Recovers a session. Returns the names of files that were synchronised, and those that got their names, in order.
    private func order(of session: SessionOnDisk, _ tools: RecoveryTools = SessionOnDisk.tools()) throws -> [String] {
        _ = try SystemAccess.$current.withValue(system) { try SessionRecovery(tools).recover(session.path) }
        return system.order.withLock { $0 }.map { line in
            line.split(separator: " ").map { $0.split(separator: "/").last.map(String.init) ?? "" }.joined(
                separator: " ")
        }
    }

    @Test func aHalfFileIsOnTheDiskBeforeTheLedgerTellsOfIt() throws {
        let session = try SessionOnDisk()
        session.crash([Line.started(), Line.recording(1, [("back", "b.mov")])], files: ["b.mov"])
        let order = try order(of: session)
        let (file, ledger) = (order.firstIndex(of: "sync b.mov"), order.firstIndex(of: "sync ledger.jsonl"))
        #expect(try #require(file) < #require(ledger), "\(order)")
    }

    /// The worker reported the file as complete and died before the file was on the disk.
    @Test func aWholeFileIsOnTheDiskBeforeTheSessionIsFinished() throws {
        let session = try SessionOnDisk()
        session.crash(
            [
                Line.started(), Line.recording(1, [("back", "b.mov")]),
                Line.finished("back", "b.mov", frames: 300, 1, 11),
            ], files: ["b.mov"])
        let order = try order(of: session)
        let (file, list) = (
            order.firstIndex(of: "sync b.mov"), order.firstIndex(of: "rename .session.json session.json")
        )
        #expect(try #require(file) < #require(list), "\(order)")
    }

    /// The deleted marker and ledger of the finished session must not return after a power cut.
    @Test func theFolderIsSynchronisedLast() throws {
        let session = try SessionOnDisk()
        session.crash([Line.started(), Line.recording(1, [("back", "b.mov")])], files: ["b.mov"])
        let order = try order(of: session)
        #expect(order.suffix(3) == ["sync session.json", "sync take", "sync take"], "\(order)")
    }

    /// The disk may be full, so the space that the recording reserved is released for the recovery's records.
    @Test func theRoomThatWasKeptIsGivenBackFirst() throws {
        let session = try SessionOnDisk()
        session.crash([Line.started(), Line.recording(1, [("back", "b.mov")])], files: ["b.mov"])
        session.write("room", to: ".dualcam-room")
        let rooms = Mutex<[Bool]>([])
        var tools = SessionOnDisk.tools()
        let probe = tools.probe
        tools.probe = { file in
            rooms.withLock { $0.append(session.text(".dualcam-room") != nil) }
            return probe(file)
        }
        _ = try order(of: session, tools)
        #expect(rooms.withLock { $0.contains(false) && !$0.contains(true) })
    }

    /// Running times begin at 0 with each worker, so the end of an earlier part does not count for the last part.
    @Test func theSessionEndsWithItsLastPart() throws {
        let session = try SessionOnDisk()
        session.crash(
            [
                Line.started(), Line.recording(1, [("back", "b_000.mov")]),
                Line.finished("back", "b_000.mov", frames: 2970, 1, 100), Line.entry(.workerLost),
                Line.recording(1, [("back", "b_001.mov")], segment: 1),
            ], files: ["b_000.mov", "b_001.mov"])
        _ = try order(of: session)
        let list = JSONValue(ifJSON: session.text("session.json") ?? "")
        #expect(list?["end"]?["running-time"]?.nanoseconds == 2_000_000_000)
    }

    /// The loss of a part is measured by the last write to the files of that part.
    @Test func theLossOfAPartIsThatOfItsOwnFiles() throws {
        let session = try SessionOnDisk()
        session.crash(
            [
                Line.started(), Line.recording(1, [("back", "b_000.mov")]),
                Line.recording(1, [("back", "b_001.mov")], segment: 1),
            ], files: ["b_000.mov", "b_001.mov"])
        // Each file's second of pictures ends at a running time of 2 s.
        for (file, written) in [("b_000.mov", 2_500_000_000), ("b_001.mov", 40_000_000_000)] as [(String, Int64)] {
            let time = SampleRecording.wallStart + written
            let moment = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
            #expect(utimensat(AT_FDCWD, "\(session.path)/\(file)", [moment, moment], 0) == 0)
        }
        let settled = try SessionRecovery(SessionOnDisk.tools()).settle(session.path)
        #expect(settled.map(\.lost) == [500_000_000, 38_000_000_000])
    }
}
