import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Soup
import Testing

@testable import DualCamControl

@Suite struct DerivedRoutesTests {
    private let recorded: RecordedSessions
    private let asked = Lock<[String]>([])

    init() throws { recorded = try RecordedSessions() }

    private func library(_ outcome: LibraryTools.Outcome = .made) -> DualCamControl.Library {
        DualCamControl.Library(
            recorded.folder.path
        ) { [asked] path in
            LibraryTools(work: { _, _ in .failed("No.") }, delete: { _ in nil }) { session, file in
                asked.with { $0.append("\(session)/\(file)") }
                guard outcome == .made else { return outcome }
                var content = DerivedContent()
                content.poster = Array("a still".utf8)
                content.media = MediaFacts(video: nil, audio: nil, duration: 0)
                do throws(LibraryFailure) {
                    try SessionLibrary(path).derive(file, of: session) { _, _ in content }
                    return .made
                } catch {
                    return .notYet
                }
            }
        }
    }

    private func ask(_ path: String, _ library: DualCamControl.Library, query: String? = nil) async -> WebResponse {
        let routes = ControlRoutes(FakeController(), AccessRules(), snapshots: SnapshotLimiter(), library: library)
        return await routes.response(to: WebRequest(WebHead("GET", path: "/api/v1/sessions/" + path, query: query)))
    }

    /// Repeats the request until the missing file has been made.
    private func askUntilMade(_ path: String, _ library: DualCamControl.Library) async -> WebResponse {
        while true {
            let response = await ask(path, library)
            guard response.status == 202 else { return response }
            #expect(response.fields.contains(WebField("Retry-After", "2")))
            await Task.yield()
        }
    }

    @Test func whatIsMissingIsMadeOnce() async throws {
        let library = library()
        #expect(await ask("take/poster/take_back.mov", library).status == 202)
        let poster = await askUntilMade("take/poster/take_back.mov", library)
        #expect(poster.status == 200 && poster.type == "image/jpeg" && poster.content?.source.length == 7)
        #expect(await ask("take/strip/take_back.mov", library).status == 404)
        #expect(await ask("take/strip/take_back.mov", library, query: "format=json").status == 404)
        #expect(await ask("take/waveform/take_back.mov", library).status == 404)
        #expect(asked.with { $0 } == ["take/take_back.mov"])
    }

    @Test func whatCannotBeMadeIsNotTriedForEver() async {
        let library = library(.failed)
        #expect(await askUntilMade("take/poster/take_back.mov", library).status == 404)
        #expect(await ask("take/strip/take_back.mov", library).status == 404)
        #expect(asked.with { $0.count } == 1)
    }

    @Test func nothingIsMadeOfWhatIsNotListed() async {
        let library = library()
        #expect(await ask("take/poster/session.json", library).status == 404)
        #expect(await ask("none/poster/take_back.mov", library).status == 404)
        #expect(asked.with { $0 } == [])
    }

    @Test func aFileThatEndsIsLookedAt() async {
        let library = library()
        let summary = FileSummary(
            output: .init("back"), segment: 0, path: recorded.folder.path + "/take/take_front.mov", frames: 1,
            start: .seconds(0), end: .seconds(1))
        library.note(
            .event(SessionEvent(.fileFinished(summary), unixNanoseconds: 0, runningTime: nil)), isLookedAt: true)
        let poster = await askUntilMade("take/poster/take_front.mov", library)
        #expect(poster.status == 200)
    }
}
