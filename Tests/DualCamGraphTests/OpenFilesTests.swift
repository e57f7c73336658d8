import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamDevices
@testable import DualCamGraph

@Suite struct FileWatchTests {
    private static func facts(_ inode: UInt64, device: UInt64 = 1, size: Int64 = 0) -> FileFacts {
        FileFacts(device: device, inode: inode, size: size)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var seen: [FileFacts?]
        /// The checks that report the loss.
        var gone: [Int]
        var size: Int64
    }

    @Test(
        arguments: [
            Row(testDescription: "grows", seen: [nil, nil, facts(7), facts(7, size: 9)], gone: [], size: 9),
            Row(testDescription: "deleted", seen: [facts(7, size: 5), nil, nil, nil], gone: [1], size: 5),
            Row(testDescription: "another in its place", seen: [facts(7), facts(8), facts(8)], gone: [1], size: 0),
            Row(
                testDescription: "same number on another disk", seen: [facts(7), facts(7, device: 2)], gone: [1],
                size: 0),
            Row(
                testDescription: "put back too late", seen: [facts(7, size: 5), nil, facts(7, size: 6)], gone: [1],
                size: 5),
        ])
    func tellsOnce(row: Row) {
        var watch = FileWatch()
        let gone = row.seen.enumerated().filter { watch.observe($0.element) }
        #expect(gone.map(\.offset) == row.gone)
        #expect(watch.size == row.size)
    }
}

@Suite struct CutFileTests {
    /// A check in time sees the smaller size, although the muxer later makes the file longer again.
    @Test func theLeastSizeIsRemembered() {
        var watch = FileWatch()
        for size in [100, 900, 300, 1000, 500, 1200] as [Int64] {
            let isGone = watch.observe(FileFacts(device: 1, inode: 7, size: size))
            #expect(!isGone)
        }
        #expect(watch.cutAt == 300)
    }

    @Test func aFileThatOnlyGrowsIsNotCut() {
        var watch = FileWatch()
        for size in [0, 100, 100, 900] as [Int64] { _ = watch.observe(FileFacts(device: 1, inode: 7, size: size)) }
        #expect(watch.cutAt == nil)
    }

    /// A muxer that writes beyond the end of a file that was cut leaves a hole.
    @Test(.tags(.process), arguments: [nil, 0, 300_000] as [Int64?]) func aHoleIsFound(cut: Int64?) throws {
        let folder = try #require(TemporaryFolder())
        let path = "\(folder.path)/a"
        let file = open(path, O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        let bytes = [UInt8](repeating: 0, count: 1_000_000)
        #expect(write(file, bytes, bytes.count) == bytes.count)
        if let cut { #expect(truncate(path, Int(cut)) == 0) }
        #expect(write(file, bytes, bytes.count) == bytes.count)
        let hole = FileHole.first(in: path)
        // The kernel keeps or drops whole pages.
        if let cut { #expect(hole.map { (cut...cut + 65_536).contains($0) } == true) } else { #expect(hole == nil) }
        #expect(FileHole.first(in: "\(folder.path)/none") == nil)
    }
}

@Suite struct SyncStatisticsTests {
    /// Reports the longest time since the last report, once a minute.
    @Test func tellsOfTheLongestOnceAMinute() {
        var account = SyncStatistics(limit: .milliseconds(1000))
        let calls = [(300, 1), (1000, 2), (1200, 4), (1500, 10), (1300, 63), (200, 64), (900, 130), (1100, 131)]
        let told = calls.map { account.observe(.milliseconds($0.0), at: .seconds($0.1)) }
        #expect(
            told == [nil, nil, .milliseconds(1200), nil, nil, .milliseconds(1500), nil, .milliseconds(1100)])
    }
}

@Suite(.serialized) struct FileSynchroniserTests {
    /// On a busy machine calls may be late, but together never early, and at least one of eight is in time. Linux
    /// refuses to synchronise a file of /proc (fdatasync(2): EINVAL), and every refusal is reported.
    @Test(.onceMore, .tags(.realTime), .timeLimit(.minutes(1)), arguments: [300, 600])
    func aFileIsWrittenThroughTwiceInMaxLoss(milliseconds: Int) async {
        var plan = GraphPlan()
        plan.maxLoss = .milliseconds(milliseconds)
        let (calls, telling) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
        let (_, events) = AsyncStream<GraphEvent>.makeStream()
        let files = OpenFiles(plan, Reporter(events)) { _, _ in telling.yield(.now) }
        let begin = ContinuousClock.now
        files.add("/proc/self/status")
        var made = [begin]
        for await call in calls.prefix(8) { made.append(call) }
        files.removeAll()
        let gaps = zip(made, made.dropFirst()).map { $0.duration(to: $1) }
        let (took, due) = (begin.duration(to: made[8]), Duration.milliseconds(milliseconds) / 2)
        #expect(took >= due * 8, "\(gaps)")
        #expect(gaps.contains { $0 <= due * 1.5 }, "\(gaps)")
    }

    private static func openFiles(
        _ system: SystemWithFaults, maxLoss: Duration?, onLoss: @escaping @Sendable (String) -> Void = { _ in }
    ) -> DualCamGraph.OpenFiles {
        let log = SyncLog(limit: .seconds(3600), onSlow: { _, _ in }, onRefusal: { path, _ in onLoss(path) })
        return SystemAccess.$current.withValue(system) {
            DualCamGraph.OpenFiles(period: maxLoss.map { $0 / 2 }, log: log) { _ in }
        }
    }

    /// An open file is synchronised repeatedly, and the folder with its name once.
    @Test(.timeLimit(.minutes(1))) func anOpenFileAndItsNameAreWrittenThrough() async throws {
        let folder = try #require(TemporaryFolder())
        folder.write("frames", to: "back.mov")
        let path = "\(folder.path)/back.mov"
        let system = SystemWithFaults()
        let (calls, telling) = AsyncStream.makeStream(of: Void.self)
        system.afterDataSync.withLock { $0 = { telling.yield() } }
        let files = Self.openFiles(system, maxLoss: .milliseconds(2))
        files.add(path)
        for await _ in calls.prefix(3) {}
        files.removeAll()
        #expect(system.dataSynchronised.withLock { $0.prefix(3) } == [path, path, path])
        #expect(system.order.withLock { $0 } == ["sync \(folder.path)"])
    }

    /// A finished file is closed, because a recording of weeks has thousands of them.
    @Test(.timeLimit(.minutes(1))) func aFileThatIsOverIsClosed() async throws {
        let folder = try #require(TemporaryFolder())
        folder.write("frames", to: "back.mov")
        let path = "\(folder.path)/back.mov"
        let system = SystemWithFaults()
        let (calls, telling) = AsyncStream.makeStream(of: Void.self)
        let (closings, closing) = AsyncStream.makeStream(of: Void.self)
        system.afterDataSync.withLock { $0 = { telling.yield() } }
        let files = Self.openFiles(system, maxLoss: .milliseconds(2))
        files.add(path)
        for await _ in calls.prefix(1) {}
        // The folder was closed before.
        system.afterClose.withLock { $0 = { closing.yield() } }
        files.remove(path)
        for await _ in closings.prefix(1) {}
    }

    /// Even if `recording.max-loss` is off, a finished file is synchronised, and no problem is reported.
    @Test(arguments: [nil, .seconds(1)] as [Duration?]) func aFinishedFileIsWrittenThrough(maxLoss: Duration?) throws {
        let folder = try #require(TemporaryFolder())
        folder.write("frames", to: "back.mov")
        let path = "\(folder.path)/back.mov"
        let system = SystemWithFaults()
        let files = Self.openFiles(system, maxLoss: maxLoss)
        #expect(files.writeThrough(path) == nil)
        #expect(system.dataSynchronised.withLock { $0 } == [path])
        system.dataSyncRefusal.withLock { $0 = EIO }
        #expect(files.writeThrough(path) == (maxLoss == nil ? nil : EIO))
        system.dataSyncRefusal.withLock { $0 = nil }
        system.isReadOnly.withLock { $0 = true }
        #expect(files.writeThrough(path) == (maxLoss == nil ? nil : EROFS))
        #expect(files.writeThrough(folder.path + "/gone.mov") == nil)
    }

    /// Open files are only synchronised if `max-loss` is set.
    @Test func withoutMaxLossNothingIsWrittenThrough() {
        #expect(GraphPlan().syncPeriod == nil)
    }
}

@Suite(.serialized, .tags(.process)) struct VanishedFileTests {
    init() throws { try MachineProbe.prepare() }

    /// A file is cut during the recording. Its muxer writes on after a hole, and the old content is gone.
    @Test(.timeLimit(.minutes(1))) func aCutFileIsTold() async throws {
        let folder = try #require(TemporaryFolder())
        let plan = try GraphBench.plan { $0.combined = nil }
        let graph = try RecordingPipeline(plan: plan)
        try await graph.start(files: GraphBench.files(plan, in: folder.path))
        let path = "\(folder.path)/back.mov"
        var (files, warnings) = ([FileSummary](), [String]())
        for await event in graph.events {
            switch event {
            case .recording(let at, _, _, _):
                await graph.look(until: folder.path)
                #expect(truncate(path, 0) == 0)
                try await graph.apply(.stop(at: at + .seconds(2)))
            case .warning(_, let text): warnings.append(text)
            case .fileFinished(let file):
                files.append(file)
                if files.count == 2 { try await graph.close(within: .seconds(5)) }
            default: break
            }
        }
        #expect(files.filter { $0.cutAt != nil }.map(\.path) == [path])
        #expect(warnings.filter { $0.contains(path) }.count == 1)
    }

    /// A file is deleted during the recording; the other file continues to its last frame.
    @Test(.timeLimit(.minutes(1))) func aDeletedFileIsToldOnceAndHarmsNoOther() async throws {
        let folder = try #require(TemporaryFolder())
        let plan = try GraphBench.plan { $0.combined = nil }
        let graph = try RecordingPipeline(plan: plan)
        try await graph.start(files: GraphBench.files(plan, in: folder.path))
        var (failures, files, seen) = ([GraphFailure](), [FileSummary](), [GraphEvent]())
        for await event in graph.events {
            seen.append(event)
            switch event {
            case .recording(let at, _, _, _):
                await graph.look(until: folder.path)
                unlink("\(folder.path)/back.mov")
                await graph.look(until: nil)
                try await graph.apply(.stop(at: at + .seconds(2)))
            case .failed(let failure): failures.append(failure)
            case .fileFinished(let file):
                files.append(file)
                try await graph.close(within: .seconds(5))
            default: break
            }
        }
        let path = "\(folder.path)/back.mov"
        #expect(failures.map(\.message) == ["\(path) was deleted or moved while it was being written"])
        #expect(failures.map(\.output) == [OutputName("back")])
        #expect(failures.map(\.code) == [.diskFailed])
        #expect(files.map(\.output) == [OutputName("front")])
        let told = seen.dropped(by: OutputName("front"))
        #expect((59 - told...61).contains(files.first?.frames ?? 0), "\(files)")
    }
}

extension RecordingPipeline {
    /// Checks the open files until both files in `folder` were seen, or (`nil`) until one of them has been removed.
    fileprivate func look(until folder: String?) async {
        while !Task.isCancelled {
            _ = statistics()
            let open = outputs.values.map(\.files).filter(\.isWriting)
            if folder == nil ? open.count == 1 : open.allSatisfy({ $0.written.bytes > 0 }) { return }
            await Task.yield()
        }
    }
}
