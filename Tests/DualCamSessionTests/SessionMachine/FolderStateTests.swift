import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: its folder")
struct FolderStateTests {
    private static func files(_ paths: String...) -> [RecordedFile] {
        paths.map { RecordedFile(FileRequest(output: back, segment: 0, path: $0)) }
    }

    @Test(arguments: [
        (nil as FolderLoss?, ["/r/take/a.mov", "/f/take/b.mov"]),
        (FolderLoss(.deleted), ["/f/take/b.mov"]),
        (FolderLoss(.moved, found: "/x/take"), ["/x/take/a.mov", "/f/take/b.mov"]),
        (FolderLoss(.moved), ["/r/take/a.mov", "/f/take/b.mov"]),
        (FolderLoss(.readOnly), ["/r/take/a.mov", "/f/take/b.mov"]),
    ])
    func `what is left of the files, and where`(loss: FolderLoss?, expected: [String]) {
        var folder = FolderState(path: "/r/take")
        if let loss { _ = folder.lose(loss, hasFiles: true) }
        #expect(folder.remaining(Self.files("/r/take/a.mov", "/f/take/b.mov")).map(\.path) == expected)
    }

    @Test func `a loss counts once, and costs nothing where no file has lost anything`() {
        var folder = FolderState(path: "/r/take")
        #expect(folder.lose(FolderLoss(.deleted), hasFiles: true)?.map(\.code) == [.folderLost])
        #expect(folder.lose(FolderLoss(.deleted), hasFiles: true) == nil)
        var moved = FolderState(path: "/r/take")
        #expect(moved.lose(FolderLoss(.moved, found: "/x"), hasFiles: true) == [])
        var none = FolderState(path: "")
        #expect(none.lose(FolderLoss(.deleted), hasFiles: true) == nil)
    }

    @Test func `that its ledger fails is told once, and not of a folder that is lost`() {
        let failure = FolderFailure(.write, path: "/r/take/ledger", errorNumber: 5)
        var folder = FolderState(path: "/r/take")
        #expect(folder.ledgerFailed(failure).count == 1)
        #expect(folder.ledgerFailed(failure) == [])
        var lost = FolderState(path: "/r/take")
        _ = lost.lose(FolderLoss(.readOnly), hasFiles: true)
        #expect(lost.ledgerFailed(failure) == [])
    }
}
