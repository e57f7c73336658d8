import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

/// The index of a session's files by path, and where they begin after a pause.
@Suite struct FileIndexTests {
    private static func index() -> FileIndex {
        var index = FileIndex()
        for (segment, boundary) in [(0, nil), (1, 10), (2, 20), (3, 30)] as [(Int, Int64?)] {
            let request = FileRequest(output: back, segment: segment, path: "/r/\(segment).mov")
            index.add(RecordedFile(request, boundary: boundary.map { .seconds($0) }, part: 0))
        }
        return index
    }

    @Test func onlyWhatWasToBeginBehindAPauseMoves() {
        var index = Self.index()
        index.moveBoundaries(behind: .seconds(20), by: .seconds(5)) { $0.output == back }
        #expect(index.files.map(\.boundary) == [nil, .seconds(10), .seconds(20), .seconds(35)])
        index.moveBoundaries(behind: .seconds(1), by: .seconds(5)) { $0.output == front }
        #expect(index.files.map(\.boundary) == [nil, .seconds(10), .seconds(20), .seconds(35)])
    }

    @Test func aFileIsThereOnce() {
        var index = Self.index()
        index.add(RecordedFile(FileRequest(output: front, segment: 9, path: "/r/1.mov")))
        #expect(index.files.map(\.segment) == [0, 1, 2, 3] && index.file(at: "/r/1.mov")?.output == back)
    }
}
