import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamRecordings

/// Secrets and settings are on the disk before they get their final names.
@Suite struct LastingFileTests {
    private let folder: TemporaryFolder
    private let system = SystemWithFaults()

    init() throws { folder = try #require(TemporaryFolder()) }

    private var path: String { folder.path + "/token" }
    private var draft: String { path + ".1" }

    private func write(_ text: String, mode: mode_t = 0o600, isExact: Bool = false) throws {
        try SystemAccess.$current.withValue(system) {
            try LastingFile.write(Array(text.utf8), to: path, by: draft, mode: mode, isExact: isExact)
        }
    }

    /// On FAT the content has to be synchronised again under its new name.
    @Test func contentThenNameThenContentThenFolder() throws {
        try write("secret")
        #expect(
            system.order.withLock { $0 } == [
                "sync \(draft)", "rename \(draft) \(path)", "sync \(path)", "sync \(folder.path)",
            ])
        #expect(folder.contents == ["token"] && folder.text("token") == "secret")
    }

    @Test func whatIsNotOnTheDiskGetsNoName() throws {
        folder.write("old", to: "token")
        system.syncRefusal.withLock { $0 = EIO }
        #expect(throws: FolderFailure(.write, path: path, errorNumber: EIO)) { try write("new") }
        #expect(folder.contents == ["token"] && folder.text("token") == "old")
    }

    /// A certificate and its key: neither gets its name before both are on the disk.
    @Test func severalFilesAreOnTheDiskBeforeOneIsNamed() throws {
        folder.write("1", to: "key.new")
        folder.write("2", to: "certificate.new")
        let files = ["key", "certificate"].map { "\(folder.path)/\($0)" }
        try SystemAccess.$current.withValue(system) { try LastingFile.rename(files.map { ($0 + ".new", $0) }) }
        let named = files.flatMap { ["rename \($0).new \($0)", "sync \($0)", "sync \(folder.path)"] }
        #expect(system.order.withLock { $0 } == files.map { "sync \($0).new" } + named)
        #expect(folder.contents == ["certificate", "key"])
    }

    /// A copy of a file has the same access rights, whatever the umask is.
    @Test(arguments: [(false, 0o644), (true, 0o666)] as [(Bool, mode_t)]) func rights(isExact: Bool, mode: mode_t)
        throws
    {
        let mask = umask(0o022)
        defer { umask(mask) }
        try write("", mode: 0o666, isExact: isExact)
        var facts = stat()
        #expect(stat(path, &facts) == 0 && facts.st_mode & 0o777 == mode)
    }
}
