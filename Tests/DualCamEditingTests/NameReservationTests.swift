import DualCamRecordings
import DualCamTestKit
import Foundation
import Glibc
import Testing

@testable import DualCamEditing
@testable import DualCamProcess

/// Only one process at a time makes a file with a given name; a second one is refused before it begins.
@Suite struct NameReservationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try #require(TemporaryFolder()) }

    private func making(numbered: Bool) -> RenderContext {
        var options = RenderOptions()
        options.isNumbered = numbered
        return RenderContext(options: options, place: .ofThisProcess(environment: TestHome.nowhere)) { true }
    }

    private var path: String { folder.path + "/youtube.mp4" }

    @Test func aNameIsReservedOnce() throws {
        let first = try #require(NameReservation(path))
        #expect(NameReservation(path) == nil)
        // The folder counts, not the path that leads to it.
        #expect(symlink(folder.path, folder.path + "/link") == 0)
        #expect(NameReservation(folder.path + "/link/youtube.mp4") == nil)
        let other = try #require(NameReservation(folder.path + "/youtube.mov"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names == ["link"])
        first.release()
        other.release()
        #expect(NameReservation(path) != nil)
    }

    /// Each file gets a number that no file has and no other process has reserved.
    @Test func numbersAreReserved() throws {
        folder.write("", to: "youtube_2.mp4")
        // A dangling link occupies its name.
        #expect(symlink("/nowhere/at all", folder.path + "/youtube_4.mp4") == 0)
        let making = making(numbered: true)
        let reservations = try (0..<3).map { _ in try making.reserve(path) }
        #expect(
            reservations.map(\.path)
                == ["youtube.mp4", "youtube_3.mp4", "youtube_5.mp4"].map { "\(folder.path)/\($0)" })
        for reservation in reservations { reservation.release() }
        #expect(try making.reserve(path).path == path)
    }

    @Test func withoutNumbersTheSecondIsRefused() throws {
        let making = making(numbered: false)
        let first = try making.reserve(path)
        let error = #expect(throws: CommandFailure.self) { try making.reserve(path) }
        #expect(error?.exitCode == .outputNotCreated)
        #expect(error?.text.contains("another process is making '\(path)'") == true, "\(error?.text ?? "")")
        first.release()
    }

    /// In a missing folder no name is free, and the search must end.
    @Test func aFolderThatIsNotThereEndsTheSearch() throws {
        let reservation = try making(numbered: true).reserve(folder.path + "/none/a.mp4")
        #expect(reservation.path == folder.path + "/none/a.mp4")
        reservation.release()
    }

    @Test func aLinkThatLeadsNowhereIsSeenBeforeTheWork() {
        #expect(symlink("/nowhere/at all", path) == 0)
        #expect(throws: NewFile.Refusal.exists) { try NewFile(path) }
    }
}
