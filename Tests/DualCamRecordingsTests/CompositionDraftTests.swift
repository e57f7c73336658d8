import DualCamTestKit
import Foundation
import Glibc
import Testing

@testable import DualCamRecordings

/// The chunks that an interrupted composition leaves in its session's folder.
@Suite struct CompositionDraftTests {
    private static let key = "0123456789abcdef"
    private static let other = "fedcba9876543210"

    private let folder: TemporaryFolder

    init() throws { folder = try #require(TemporaryFolder()) }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/.dualcam")) ?? []).sorted()
    }

    private func draft(_ key: String = key) throws -> RenderCheckpoint? {
        try RenderCheckpoint(of: folder.path, key: key + "and what is cut off")
    }

    private func add(_ number: Int, _ text: String, to draft: RenderCheckpoint) throws {
        let path = try draft.create(number)
        try #require(FileHandle(forWritingAtPath: path)).write(contentsOf: Data(text.utf8))
        try draft.keep(number)
    }

    /// A chunk that was not kept does not count, and neither do chunks after a gap.
    @Test func wholePiecesAreFoundAgain() throws {
        try { () throws in
            let draft = try #require(try draft())
            for number in [0, 1, 3] { try add(number, "piece \(number)", to: draft) }
            _ = try draft.create(2)
            #expect(draft.count == 2 && draft.bytes == 14)
        }()
        let again = try #require(try draft())
        #expect(again.count == 2)
        #expect(try String(contentsOfFile: again.path(of: 1), encoding: .utf8) == "piece 1")
        try add(2, "piece 2", to: again)
        #expect(again.count == 4)
        try again.remove()
        #expect(names == [])
    }

    /// The note about a kept chunk is found again by the next run. The last note counts, and notes about other chunks
    /// do not.
    @Test func whatIsToldOfAPieceIsFoundAgain() throws {
        try { () throws in
            let draft = try #require(try draft())
            for (number, told) in [(0, 3), (0, 4), (1, 5)] {
                try draft.tell(["frames": .count(told)], of: number)
                if number == 0 { try add(0, "piece", to: draft) }
            }
        }()
        let again = try #require(try draft())
        #expect(try again.told(of: 0) == ["frames": .count(4)])
        #expect(try again.told(of: 1) == nil)
        try add(1, "piece", to: again)
        #expect(try again.told(of: 1) == ["frames": .count(5)])
    }

    /// A stranger's folder may contain links to other places.
    @Test func linksAreNoPieces() throws {
        let draft = try #require(try draft())
        try add(0, "mine", to: draft)
        folder.write("secret", to: "private.mov")
        try FileManager.default.createSymbolicLink(
            atPath: draft.path(of: 1), withDestinationPath: folder.path + "/private.mov")
        #expect(draft.count == 1)
        _ = try draft.create(1)
        #expect(throws: FolderFailure.self) { try draft.keep(1) }
    }

    @Test func oneAtATimeHasIt() throws {
        let first = try #require(try draft())
        #expect(try draft() == nil)
        let second = try #require(try draft(Self.other))
        try add(0, "mine", to: first)
        #expect(second.count == 0)
        try second.remove()
        #expect(first.count == 1 && names == ["draft-\(Self.key)-0.mov", "draft-\(Self.key).json"])
    }

    /// Chunks are deleted after a week, unless a process uses them.
    @Test(arguments: [(6.9, false, true), (7.1, false, false), (7.1, true, true)])
    func forgottenPiecesAreRemoved(days: Double, isHeld: Bool, areThere: Bool) throws {
        var old = try draft(Self.other)
        try old.map { try add(0, "old", to: $0) }
        if !isHeld { old = nil }
        let record = "\(folder.path)/.dualcam/draft-\(Self.other).json"
        try FileManager.default.setAttributes(
            [.modificationDate: Date.now.addingTimeInterval(-days * 86_400)], ofItemAtPath: record)
        try FileManager.default.createDirectory(
            atPath: folder.path + "/.dualcam", withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: folder.path + "/.dualcam/draft-notes.txt", contents: nil))
        let draft = try #require(try draft())
        #expect(names.contains("draft-\(Self.other)-0.mov") == areThere, "\(names)")
        #expect(names.contains("draft-\(Self.other).json") == areThere)
        #expect(names.contains("draft-notes.txt"))
        withExtendedLifetime((old, draft)) {}
    }

    /// Chunks are deleted with the session, and other files are not.
    @Test(arguments: [
        ("draft-0123456789abcdef.json", true), ("draft-0123456789abcdef-0.mov", true),
        ("draft-0123456789abcdef-12.mov.draft", true), ("draft-0123456789abcde-0.mov", false),
        ("draft-0123456789ABCDEF-0.mov", false), ("draft-0123456789abcdef--1.mov", false),
        ("draft-0123456789abcdef-0.mp4", false), ("draft-.json", false), ("draft-0123456789abcdef-0.mov.", false),
        ("draft-0123456789abcdef-0-1.mov", false), ("adraft-0123456789abcdef.json", false),
    ]) func ownNamesAreKnown(name: String, isOwn: Bool) { #expect(RenderCheckpoint.isOwn(name) == isOwn) }

    @Test func theyGoWithWhatWasMade() throws {
        let draft = try #require(try draft())
        try add(0, "piece", to: draft)
        _ = try draft.create(1)
        let derived = DerivedFiles(try SessionDirectory(folder.path))
        #expect(derived.bytes == 5 + 3)
        try derived.remove()
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/.dualcam"))
    }
}
