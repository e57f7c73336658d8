@testable import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: what the disk can promise")
struct StorageProbeTests {
    private static func settings(_ maxLoss: Duration?) -> SessionSettings {
        var settings = SessionSettings(outputs: [back])
        settings.recording.maxLoss = maxLoss
        return settings
    }

    struct Row: Sendable {
        var facts: StorageFacts
        var maxLoss: Duration?
        /// The error message; `nil` if the recording works.
        var sentence: String?
        var exit = ExitCode.outputNotCreated
    }

    @Test(
        arguments: [
            Row(facts: StorageFacts(delays: [.milliseconds(2)]), maxLoss: .seconds(1), sentence: nil),
            Row(
                facts: StorageFacts(memory: "tmpfs"), maxLoss: .seconds(1),
                sentence: "/r/take is on tmpfs, which a power cut empties; recording.max-loss: 1s cannot be kept. "
                    + "Record to a disk, or set recording.max-loss: off."),
            Row(
                facts: StorageFacts(refusal: EIO), maxLoss: .milliseconds(500),
                sentence: "'/r/take' cannot be written: Input/output error. Check the disk (dmesg), or choose another "
                    + "one with --output DIR or recording.directory.", exit: .diskFailed),
            Row(
                facts: StorageFacts(refusal: EDQUOT), maxLoss: .milliseconds(500),
                sentence: "'/r/take' cannot be written: the disk quota is used up. Free some space, or choose another "
                    + "disk with --output DIR or recording.directory.", exit: .diskFailed),
            Row(
                facts: StorageFacts(refusal: EINVAL), maxLoss: .seconds(1),
                sentence: "/r/take cannot be written through to its disk (Invalid argument); recording.max-loss: 1s "
                    + "cannot be kept. Record to another disk, or set recording.max-loss: off."),
            Row(
                facts: StorageFacts(delays: [.milliseconds(600), .milliseconds(20), .milliseconds(510)]),
                maxLoss: .seconds(1),
                sentence:
                    "/r/take is on a disk that takes 510ms to write through; recording.max-loss: 1s cannot be kept. "
                    + "Record to another disk, or set recording.max-loss: off."),
            // A disk that was busy once, and one that is just fast enough.
            Row(
                facts: StorageFacts(delays: [.seconds(4), .milliseconds(500), .milliseconds(3)]), maxLoss: .seconds(1),
                sentence: nil),
            Row(facts: StorageFacts(memory: "tmpfs"), maxLoss: nil, sentence: nil),
        ])
    func refusesWhatCannotKeepThePromise(row: Row) throws {
        var bench = try Bench(Self.settings(row.maxLoss))
        bench.feed(.begin(freeBytes: nil), at: .zero)
        bench.feed(.storageProbed(row.facts), at: .milliseconds(10))
        #expect(bench.state.failures.all.map { "\($0.message) \($0.advice)" } == [row.sentence].compactMap { $0 })
        #expect(bench.state.phase == (row.sentence == nil ? .preparing : .finishing))
        #expect(bench.state.failures.all.allSatisfy { $0.exit == row.exit })
    }

    /// A slow disk ends a running recording properly; the recorded part is kept.
    @Test func `a recording that has begun is finished`() throws {
        var bench = try Bench.running(Self.settings(.seconds(1)))
        bench.feed(.storageProbed(StorageFacts(memory: "ramfs")), at: .seconds(3))
        #expect(bench.deeds.first == "stop now")
        #expect(bench.state.phase == .finishing)
    }

    /// Lines in the format of proc(5), with and without optional fields.
    @Test(arguments: [(0x0801, "ext4"), (0x19, "tmpfs"), (0x43_0305, "xfs"), (0x0802, nil)] as [(dev_t, String?)])
    func findsTheFileSystemOfADevice(device: dev_t, name: String?) {
        let table = """
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            23 22 0:25 / /dev/shm rw - tmpfs tmpfs rw,size=1m
            24 22 771:1029 / /srv/a\\040b rw shared:2 master:1 - xfs /dev/x rw
            25 22 8:2
            """
        #expect(StorageProbe.fileSystem(of: device, in: table) == name)
    }

    @Test func `a folder in memory is told from one on a disk, and nothing is left in it`() throws {
        let folder = try #require(TemporaryFolder())
        let facts = StorageProbe.facts(folder.path)
        #expect(facts.memory != nil || (facts.delays.count == 3 && facts.refusal == nil))
        #expect(folder.contents == [])
        #expect(StorageProbe.facts("/dev/shm").memory == "tmpfs")
        #expect(StorageProbe.facts(folder.path + "/missing").refusal == ENOENT)
    }

    @Test func `a session on storage that promises nothing is refused`() async throws {
        let take = try Take(Self.settings(.seconds(1)), script: .init(), storage: StorageFacts(memory: "tmpfs"))
        let outcome = await take.run(untilRecording: false) { _ in }
        #expect(outcome.exit == .outputNotCreated)
        #expect(await take.graph.isClosed == take.graph.wasOpened)
    }

    /// A folder is tested before a session begins, and nothing is left in it.
    @Test(
        arguments: [
            ("new/one", nil), ("", nil),
            ("file/x", "The output folder 'DIR/file/x' cannot be created: a part of the path is not a folder."),
            ("full", "Only FREE are left on the disk of DIR/full, less than storage.keep-free (1152921504.6 GB)."),
        ] as [(String, String?)])
    func foreseesARefusal(_ name: String, _ expected: String?) throws {
        let folder = try #require(TemporaryFolder())
        folder.write("", to: "file")
        var pipeline = Pipeline(cameras: [Camera(name: "back")])
        pipeline.recording.directory = name.isEmpty ? folder.path : "\(folder.path)/\(name)"
        (pipeline.recording.maxLoss, pipeline.storage.keepFree) = (nil, ByteCount(bytes: name == "full" ? 1 << 60 : 0))
        let message = StorageProbe.refusal(of: pipeline.recording, pipeline.storage)?.message.replacing(
            folder.path, with: "DIR")
        #expect(message?.replacing(/Only .* are/, with: "Only FREE are") == expected)
        #expect(folder.contents == ["file"])
    }

    /// A disk without space for all files of a session is found before the session begins, with the exit code with
    /// which it would end.
    @Test(arguments: [(UInt(24), UInt(6), true), (24, 7, false), (0, 0, false)])
    func foreseesThatFilesWillNotFit(all: UInt, free: UInt, isRefused: Bool) throws {
        let folder = try #require(TemporaryFolder())
        let disk = SystemWithFaults()
        disk.files.withLock { $0 = (all, free) }
        var pipeline = Pipeline(cameras: [Camera(name: "back")])
        (pipeline.recording.directory, pipeline.recording.maxLoss) = (folder.path, nil)
        pipeline.storage.keepFree = ByteCount(bytes: 0)
        let failure = SystemAccess.$current.withValue(disk) {
            StorageProbe.refusal(of: pipeline.recording, pipeline.storage, outputs: 3)
        }
        #expect(failure?.exit == (isRefused ? .diskFailed : nil))
        #expect(failure.map { $0.message.contains("no inode is left") } == (isRefused ? true : nil))
        #expect(folder.contents == [])
    }

    /// A file that will be replaced repeatedly is tested beforehand, and nothing of the test is left.
    @Test(
        arguments: [
            ("x.prom", nil), ("no/x.prom", "there is no folder 'DIR/no'"), ("folder", "it is a folder"),
            ("link", "it is not a regular file"),
        ] as [(String, String?)])
    func foreseesThatAFileCannotBeWritten(name: String, reason: String?) throws {
        let folder = try #require(TemporaryFolder())
        #expect(mkdir(folder.path + "/folder", 0o700) == 0 && symlink("/dev/null", folder.path + "/link") == 0)
        let told = StorageProbe.obstacle(toFile: "\(folder.path)/\(name)")?.replacing(folder.path, with: "DIR")
        #expect(told == reason)
        #expect(folder.contents.sorted() == ["folder", "link"])
    }

    @Test func theKernelsOwnFoldersTakeNoFiles() {
        #expect(StorageProbe.obstacle(toFile: "/proc/x.prom") == "the file system of '/proc' takes no new files")
    }

    @Test func theFoldersOfOneDiskAreTold() throws {
        let folder = try #require(TemporaryFolder())
        #expect(StorageProbe.isOneDisk(folder.path + "/not/there", folder.path))
        #expect(!StorageProbe.isOneDisk("/proc", folder.path))
    }
}
