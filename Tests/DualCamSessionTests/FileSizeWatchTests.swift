import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Policy: files that become too large for their file system")
struct FileSizeWatchTests {
    private static let megabyte: Int64 = 1_000_000

    /// Returns the seconds at which new files are requested, for an output that writes a megabyte per second and
    /// changes files at the given seconds.
    private static func due(_ watch: inout FileSizeWatch, seconds: Range<Int>, cuts: [Int]) -> [Int] {
        seconds.filter { second in
            let begin = cuts.last { $0 <= second } ?? 0
            let output = GraphStatistics.Output(
                name: back, frames: 0, dropped: 0, bytes: Int64(second) * megabyte,
                largestFile: Int64(second - begin) * megabyte)
            return watch.observe([output], at: .seconds(second))
        }
    }

    @Test func `without a limit files may become as large as they like`() {
        var watch = FileSizeWatch()
        #expect(Self.due(&watch, seconds: 0..<10_000, cuts: []) == [])
    }

    /// New files are requested ten seconds before the limit, minus 1/50 for the index. This happens once per file,
    /// because the old file still grows for a moment.
    @Test func `new files are asked for in time, once for each`() {
        var watch = FileSizeWatch()
        watch.learn(100 * Self.megabyte)
        #expect(Self.due(&watch, seconds: 0..<180, cuts: [92, 183]) == [89])
        #expect(Self.due(&watch, seconds: 180..<300, cuts: [92, 183]) == [181, 272])
    }

    @Test func `the smallest limit counts`() {
        var watch = FileSizeWatch()
        for limit in [300, 100, 200] { watch.learn(Int64(limit)) }
        #expect(watch.limit == 100)
    }

    @Test(
        arguments: [
            (nil, nil, nil), ("ext4", nil, nil), ("vfat", nil, 0xffff_ffff), ("msdos", nil, 0xffff_ffff),
            ("fuse.fusefat", nil, 0xffff_ffff), ("exfat", nil, nil), ("ext4", 1000, 1000), ("vfat", 1000, 1000),
            ("vfat", 1 << 40, 0xffff_ffff),
        ] as [(String?, Int64?, Int64?)])
    func `the limit of a file system and of the process`(name: String?, process: Int64?, limit: Int64?) {
        let facts = StorageProbe.limits(onFileSystem: name, ofProcess: process)
        #expect(facts.fileLimit == limit)
        #expect(facts.limitedBy == (limit == 0xffff_ffff ? name : nil))
    }

    @Test func `a limit is told beforehand`() throws {
        let fat = StorageProbe.limits(onFileSystem: "vfat", ofProcess: nil)
        #expect(
            try #require(fat.limitRemark(of: "/media/stick")).message
                == "the file system of '/media/stick' (vfat) takes files of 4.2 GB at most; recordings continue in new ones before that"
        )
        let own = StorageProbe.limits(onFileSystem: "ext4", ofProcess: 5_000_000)
        #expect(
            try #require(own.limitRemark(of: "/r")).message
                == "files of this process can have 5 MB at most (ulimit -f), and continue in new ones before that")
        #expect(FolderFacts().limitRemark(of: "/r") == nil)
    }

    /// The limits of a folder that does not exist yet are those of its parent.
    @Test func `a folder that is not there yet`() {
        #expect(StorageProbe.limits("/dev/shm/dualcam-not-there/nor-this") == StorageProbe.limits("/dev/shm"))
    }

    // MARK: Limits during a recording
    private static func reading(_ second: Int64, size: Int64) -> SessionInput {
        .reading(
            now: .seconds(second - 1),
            outputs: [.init(name: back, frames: 0, dropped: 0, bytes: second * megabyte, largestFile: size)])
    }

    @Test func `all outputs go on in new files, and the ledger says why`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back, front]))
        bench.feed(.folderFacts(FolderFacts(fileLimit: 100 * Self.megabyte, limitedBy: "vfat")), at: .seconds(2))
        for second in 3...10 as ClosedRange<Int64> {
            bench.feed(Self.reading(second, size: second * Self.megabyte), at: .seconds(second))
        }
        #expect(bench.deeds == [])
        bench.feed(Self.reading(11, size: 95 * Self.megabyte), at: .seconds(11))
        bench.feed(Self.reading(12, size: 96 * Self.megabyte), at: .seconds(12))
        #expect(bench.deeds == ["open take_back_001.mov take_front_001.mov at 10.3"])
        #expect(bench.entries.map { $0["reason"]?.text } == ["file-size"])
    }

    /// A limit that was not known beforehand cuts one file short, and no other.
    @Test func `a limit that a file has met is known from then on`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back, front]))
        var failure = GraphFailure(.fileTooLarge, output: back, message: "too large")
        failure.fileLimit = 50 * Self.megabyte
        bench.feed(.graph(.failed(failure)), at: .seconds(3))
        #expect(bench.state.fileSizes.limit == 50 * Self.megabyte)
        #expect(bench.state.phase == .running)
        #expect(bench.deeds == ["drop back"])
        bench.feed(Self.reading(4, size: 0), at: .seconds(4))
        #expect(bench.deeds.last == "restore back")
    }

    @Test func `a file system without locks is told`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back]))
        bench.feed(.folderFacts(FolderFacts(lockRefusal: 37)), at: .seconds(3))
        #expect(bench.entries.map(\.kind) == [.warning])
        #expect(
            bench.messages == [
                "The file system of /r/take has no locks (No locks available): files named .dualcam-holder say who "
                    + "records. Do not finish or delete this session from another machine while it is recorded."
            ])
    }
}
