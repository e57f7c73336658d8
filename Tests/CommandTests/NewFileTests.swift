import DualCamRecordings
import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamCommands
@testable import DualCamProcess

/// A new file gets its name once it is complete, and leaves nothing if it is not kept.
@Suite struct NewFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try #require(TemporaryFolder()) }

    private var path: String { folder.path + "/a.txt" }

    @Test func oneIsSeenWhenItIsKept() throws {
        let file = try NewFile(path)
        #expect(file.put(Array("whole".utf8)) == nil && folder.contents == [])
        try file.keep()
        #expect(folder.contents == ["a.txt"] && folder.text("a.txt") == "whole")
    }

    /// The file may show a recording, so others cannot read it.
    @Test(arguments: [false, true]) func itIsNotForEverybody(replacing: Bool) throws {
        if replacing { folder.write("old", to: "a.txt") }
        try NewFile.write([1], to: path, replacing: replacing)
        var facts = stat()
        #expect(stat(path, &facts) == 0 && facts.st_mode & 0o137 == 0)
    }

    @Test(arguments: [false, true]) func whatIsNotKeptLeavesNothing(replacing: Bool) throws {
        if replacing { folder.write("old", to: "a.txt") }
        do {
            let file = try NewFile(path, replacing: replacing)
            #expect(file.put([1]) == nil)
        }
        #expect(folder.contents == (replacing ? ["a.txt"] : []) && folder.text("a.txt") == (replacing ? "old" : nil))
    }

    /// A file that could not be synchronised gets no name and replaces nothing. The name is synchronised as well.
    @Test(arguments: [false, true]) func whatIsNamedIsOnTheDisk(replacing: Bool) throws {
        if replacing { folder.write("old", to: "a.txt") }
        let system = SystemWithFaults()
        system.syncRefusal.withLock { $0 = EIO }
        try SystemAccess.$current.withValue(system) {
            #expect(throws: NewFile.Refusal.notWritten("Input/output error")) {
                try NewFile.write([1], to: path, replacing: replacing)
            }
            #expect(folder.text("a.txt") == (replacing ? "old" : nil))
            system.syncRefusal.withLock { $0 = nil }
            try NewFile.write([1], to: path, replacing: replacing)
        }
        // The file is synchronised again after it got its name, because FAT needs that.
        let named = replacing ? ["sync", "link", "rename", "sync", "sync"] : ["sync", "link", "sync", "sync"]
        let order = system.order.withLock { $0 }
        #expect(order.map { $0.prefix { $0 != " " } } == named.map { $0[...] }, "\(order)")
        #expect(order.last == "sync \(folder.path)")
    }

    /// The content is already on the disk; only the name has to be synchronised.
    @Test func theNameOfAMovedFileIsOnTheDisk() throws {
        folder.write("whole", to: "b.txt")
        let source = folder.path + "/b.txt"
        let system = SystemWithFaults()
        try SystemAccess.$current.withValue(system) { try NewFile.move(source, to: path) }
        #expect(system.order.withLock { $0 } == ["link \(source) \(path)", "sync \(folder.path)"])
        #expect(folder.contents == ["a.txt"])
    }

    @Test func noneIsWrittenOver() throws {
        folder.write("old", to: "a.txt")
        #expect(throws: NewFile.Refusal.exists) { try NewFile.write([1], to: path, replacing: false) }
        // Another program was faster.
        let late = folder.path + "/b.txt"
        let file = try NewFile(late)
        folder.write("theirs", to: "b.txt")
        #expect(throws: NewFile.Refusal.exists) { try file.keep() }
        #expect(folder.contents == ["a.txt", "b.txt"] && folder.text("b.txt") == "theirs")
    }

    /// On the same disk, and from another disk.
    @Test(arguments: ["/tmp", "/dev/shm"]) func aWholeFileGetsAName(disk: String) throws {
        let source = "\(disk)/dualcam-test-\(getpid())-whole"
        defer { unlink(source) }
        try NewFile.write(Array("whole".utf8), to: source, replacing: true)
        try NewFile.move(source, to: path)
        #expect(folder.contents == ["a.txt"] && folder.text("a.txt") == "whole")
        try NewFile.write(Array("other".utf8), to: source, replacing: true)
        #expect(throws: NewFile.Refusal.exists) { try NewFile.move(source, to: path) }
        #expect(folder.contents == ["a.txt"] && folder.text("a.txt") == "whole")
    }

    @Test func oneTakesThePlaceOfAnother() throws {
        folder.write("old", to: "a.txt")
        try NewFile.write(Array("new".utf8), to: path, replacing: true)
        #expect(folder.contents == ["a.txt"] && folder.text("a.txt") == "new")
        try NewFile.write(Array("newer".utf8), to: folder.path + "/b.txt", replacing: true)
        #expect(folder.text("b.txt") == "newer")
    }

    @Test(arguments: ["missing/a.txt", "a.txt/b.txt"]) func aPlaceThatIsNoneIsTold(path: String) {
        folder.write("a file", to: "a.txt")
        #expect(throws: NewFile.Refusal.self) { try NewFile(folder.path + "/" + path) }
        #expect(folder.contents == ["a.txt"])
    }

    /// A folder is not replaced, and the attempt leaves no file.
    @Test func aFolderStays() throws {
        mkdir(path, 0o755)
        #expect(throws: NewFile.Refusal.self) { try NewFile.write([1], to: path, replacing: true) }
        #expect(folder.contents == ["a.txt"])
    }
}
