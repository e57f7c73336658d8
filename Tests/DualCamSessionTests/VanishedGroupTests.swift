import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// The group in `recording.group` is removed while `serve` stands by.
@Suite("Session: a group that is gone when a take begins")
struct VanishedGroupTests {
    private static func order(_ group: String?, in directory: String) throws -> SessionOrder {
        var settings = SessionSettings(outputs: [back])
        settings.recording.group = group
        return SessionOrder(
            settings: settings, description: .sample, directory: directory, names: try .sample(settings))
    }

    @Test func `the take gets its folder, and the reason is known`() throws {
        let place = try #require(TemporaryFolder())
        let session = SessionPlace(directory: place.path)
        try session.make(try Self.order("no-such-crew", in: place.path), at: Bench.wallStart)
        #expect(session.folder != nil)
        #expect(
            session.groupProblem == """
                This take is not shared with the group that recording.group names: there is no group 'no-such-crew'. To share \
                later takes, write one that 'getent group' lists, or off.
                """)
    }

    @Test func `a take for no group has no such reason`() throws {
        let place = try #require(TemporaryFolder())
        let session = SessionPlace(directory: place.path)
        try session.make(try Self.order(nil, in: place.path), at: Bench.wallStart)
        #expect(session.folder != nil && session.groupProblem == nil)
    }

    @Test func `the ledger, an event and the status say it, and it records on`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back]))
        bench.feed(.folderFacts(FolderFacts(groupProblem: "It is gone.")), at: .seconds(3))
        #expect(bench.state.phase == .running)
        #expect(bench.entries.map(\.kind) == [.warning])
        #expect(bench.entries.first?.line.contains(#""code":"group""#) == true)
        #expect(bench.events.map(\.name) == ["warning"])
        bench.feed(.reading(now: .seconds(4)), at: .seconds(4))
        let status = bench.events.last { $0.name == "status" }
        #expect(status?.line.contains(#""without-group":"It is gone.""#) == true, "\(bench.events)")
        #expect(bench.state.phase == .running)
    }
}
