import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Testing

@testable import DualCamControl

/// The events between the library of sessions and the clients of a recording.
@Suite struct LibraryNewsTests {
    private let recorded: RecordedSessions
    private let asked = Lock<[String]>([])

    init() throws { recorded = try RecordedSessions() }

    private func library(undo: Duration = .seconds(3600)) -> DualCamControl.Library {
        let failure = FolderFailure(.remove, path: "/films/take", errorNumber: 13)
        return DualCamControl.Library(
            recorded.folder.path, undo: undo
        ) { [asked] directory in
            LibraryTools(work: { _, _ in .failed("No.") }, delete: { _ in failure }) { session, file in
                asked.with { $0.append("\(directory)/\(session)/\(file)") }
                return .made
            }
        }
    }

    /// If the pipeline file changes the recording directory, sessions are listed there, and their stills are made.
    @Test func anotherRecordingDirectoryIsShown() async throws {
        let (library, other) = (library(), try RecordedSessions())
        try other.add("lecture", start: "2026-11-24T10:00:00.000Z")
        let query = try LibraryQuery([])
        let names = { () async throws in
            try await library.ask { sessions throws(LibraryFailure) in try sessions.page(query).sessions }
                .map { $0["name"]?.text }
        }
        let standby = { (directory: String) in
            library.note(
                .event(
                    SessionEvent(
                        .standby(outputs: [.combined], directory: directory), unixNanoseconds: 0, runningTime: nil)),
                isLookedAt: true)
        }
        _ = try await library.remove("take")
        standby(recorded.folder.path)
        #expect(try await names() == [])
        try await library.restore("take")
        #expect(try await names() == ["take"])
        standby(other.folder.path)
        #expect(try await names() == ["lecture", "take"])
        #expect(library.derive("lecture_back.mov", of: "lecture", isAsked: true))
        while asked.with({ $0.isEmpty }) { await Task.yield() }
        #expect(asked.with { $0 } == ["\(other.folder.path)/lecture/lecture_back.mov"])
    }

    /// A failed deletion is sent as an event, because no client waits for it.
    @Test func aFailedDeletionIsToldAsAWarning() async throws {
        let library = library(undo: .milliseconds(1))
        let endpoints = try await TestEndpoints(library: library)
        _ = try await library.remove("take")
        var warnings = endpoints.controller.warnings.makeAsyncIterator()
        let warning = try #require(await warnings.next())
        #expect(warning.hasPrefix("deletion: ") && warning.contains("'/films/take'"), "\(warning)")
        await endpoints.endpoints.close()
    }

    /// Stills are for web pages, so none are made if only the Unix socket is open.
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
        // Events from before are forwarded first.
        await endpoints.endpoints.close()
        // Another file comes after those that were reported.
        #expect(library.derive("take_combined.mov", of: "take", isAsked: false))
        while asked.with({ $0.count < (isListening ? 3 : 1) }) { await Task.yield() }
        let stills = isListening ? ["back", "front", "combined"] : ["combined"]
        #expect(asked.with { $0 } == stills.map { "\(recorded.folder.path)/take/take_\($0).mov" })
    }
}
