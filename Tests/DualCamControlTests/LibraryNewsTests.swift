import DualCamConfig
import DualCamPlan
import DualCamSession
import DualCamTestKit
import Testing

@testable import DualCamControl

/// What goes from the recorded sessions to a recording's clients, and from the recording to them.
@Suite struct LibraryNewsTests {
    private let recorded: RecordedSessions
    private let asked = Lock<[String]>([])

    init() throws { recorded = try RecordedSessions() }

    private func library(undo: Duration = .seconds(30)) -> DualCamControl.Library {
        let failure = FolderFailure(.remove, path: "/films/take", errorNumber: 13)
        return DualCamControl.Library(
            recorded.folder.path,
            LibraryTools(work: { _, _ in .failed("No.") }, delete: { _ in failure }) { [asked] session, file in
                asked.with { $0.append("\(session)/\(file)") }
                return .made
            }, undo: undo)
    }

    /// Nobody waits for a deletion: that it has failed is an event.
    @Test func aFailedDeletionIsToldAsAWarning() async throws {
        let library = library(undo: .milliseconds(1))
        let endpoints = try await TestEndpoints(library: library)
        _ = try await library.remove("take")
        var warnings = endpoints.controller.warnings.makeAsyncIterator()
        let warning = try #require(await warnings.next())
        #expect(warning.hasPrefix("deletion: ") && warning.contains("'/films/take'"), "\(warning)")
        await endpoints.endpoints.close()
    }

    /// Stills are for pages, and there is none over the Unix socket alone.
    @Test(arguments: [true, false]) func stillsAreMadeWhereAPageMayAsk(isListening: Bool) async throws {
        let library = library()
        let endpoints = try await TestEndpoints(library: library) { control in
            control.listen = isListening ? ListenAddress(port: 0) : nil
        }
        #expect(endpoints.endpoints.failures == [])
        for name in ["back", "front"] {
            let file = FileSummary(
                output: .init(name), segment: 0, path: "\(recorded.folder.path)/take/take_\(name).mov", frames: 1,
                start: .seconds(0), end: .seconds(1))
            await endpoints.controller.tell(
                .event(SessionEvent(.fileFinished(file), unixNanoseconds: 0, runningTime: nil)))
        }
        // Whatever was told before is handed on first.
        await endpoints.endpoints.close()
        // Another file comes behind those that were told.
        #expect(library.derive("take_combined.mov", of: "take", isAsked: false))
        while asked.with({ !$0.contains("take/take_combined.mov") }) { await Task.yield() }
        let stills = isListening ? ["take/take_back.mov", "take/take_front.mov"] : []
        #expect(asked.with { $0 } == stills + ["take/take_combined.mov"])
    }
}
