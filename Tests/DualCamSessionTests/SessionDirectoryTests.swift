import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// Records that replace others are on the disk before they get their names, and synchronised again afterwards.
@Suite struct SessionDirectoryTests {
    private let place: TemporaryFolder
    private let system = SystemWithFaults()

    init() throws { place = try #require(TemporaryFolder()) }

    private func replace(_ text: String, isLasting: Bool = true) throws {
        try SystemAccess.$current.withValue(system) {
            try SessionDirectory(place.path).replace(
                .manifest, with: text.utf8, by: .manifestDraft, isLasting: isLasting)
        }
    }

    @Test func contentThenNameThenContentThenFolder() throws {
        place.write("old", to: "session.json")
        try replace("new")
        #expect(
            system.order.withLock { $0 } == [
                "sync \(place.path)/.session.json", "rename .session.json session.json",
                "sync \(place.path)/session.json", "sync \(place.path)",
            ])
        #expect(place.contents == ["session.json"] && place.text("session.json") == "new")
    }

    /// Numbers that are written again and again may be lost in a power cut.
    @Test func whatNeedNotLastIsNotWaitedFor() throws {
        try replace("new", isLasting: false)
        #expect(system.order.withLock { $0 } == ["rename .session.json session.json"])
    }

    @Test func whatIsNotOnTheDiskReplacesNothing() throws {
        place.write("old", to: "session.json")
        system.syncRefusal.withLock { $0 = EIO }
        #expect(throws: FolderFailure.self) { try replace("new") }
        #expect(place.contents == ["session.json"] && place.text("session.json") == "old")
    }

    /// A folder on another disk: its name and those of its parents are on the disk.
    @Test func aPlaceElsewhereIsOnTheDisk() throws {
        try SystemAccess.$current.withValue(system) {
            let session = try SessionFolder.create(in: place.path, names: .sample(SessionSettings(outputs: [back])))
            try SessionFolder.makePlace(place.path + "/spare/take", for: session)
        }
        let synchronised = system.synchronised.withLock { $0 }
        #expect(synchronised.isSuperset(of: ["", "/spare", "/spare/take"].map { place.path + $0 }), "\(synchronised)")
    }

    /// The deleted marker does not return after a power cut.
    @Test func theEndOfASessionIsOnTheDisk() throws {
        try SystemAccess.$current.withValue(system) {
            let session = try SessionFolder.create(in: place.path, names: .sample(SessionSettings(outputs: [back])))
            system.order.withLock { $0 = [] }
            try session.finish()
            #expect(system.order.withLock { $0 } == ["sync \(session.path)"])
            #expect(!SessionFolder.isMarked(session.path))
        }
    }

    /// Renaming a file must not replace another one.
    @Test func aNameThatIsTakenIsRefused() throws {
        place.write("mine", to: "session.json")
        place.write("theirs", to: "session-damaged.json")
        let folder = try SessionDirectory(place.path)
        let taken = FolderFailure(.write, path: "\(place.path)/session-damaged.json", refusal: .taken)
        #expect(throws: taken) { try folder.move(.manifest, to: .damagedManifest) }
        #expect(place.text("session.json") == "mine" && place.text("session-damaged.json") == "theirs")
        unlink("\(place.path)/session-damaged.json")
        try folder.move(.manifest, to: .damagedManifest)
        #expect(place.contents == ["session-damaged.json"])
    }
}
