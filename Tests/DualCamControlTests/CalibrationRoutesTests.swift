import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Soup
import Testing

@testable import DualCamControl
@testable import DualCamTransfer

/// Calibration runs only while nothing is recorded, and ends when a recording begins.
@Suite struct CalibrationRoutesTests {
    private let recorded: RecordedSessions
    private let gate = Gate()
    private let begun = Lock(0)

    init() throws { recorded = try RecordedSessions() }

    /// Returns a library whose calibration waits for the gate and then checks whether it should continue.
    private func library() -> DualCamControl.Library {
        DualCamControl.Library(
            recorded.folder.path
        ) { [gate, begun] _ in
            LibraryTools(
                work: { order, report in
                    begun.with { $0 += 1 }
                    gate.wait()
                    return report(.init(60)) && order.session == nil
                        ? .done(FakePipeline.calibration) : .failed("Killed.")
                }, delete: { _ in nil }
            ) { _, _ in .failed }
        }
    }

    private func send(
        _ method: String, to library: DualCamControl.Library?, _ pipeline: FakePipeline? = FakePipeline(),
        _ phase: ControlState.Phase = .standby, body: String = ""
    ) async -> (status: Int, json: JSONValue?) {
        let routes = ControlRoutes(
            FakeController(phase), AccessRules(), snapshots: SnapshotLimiter(), library: library,
            pipeline: pipeline?.access)
        let fields = [WebField("content-type", "application/json")]
        let head = WebHead(method, path: "/api/v1/calibration", fields: fields)
        let response = await routes.response(to: WebRequest(head, body: Array(body.utf8)))
        return (response.status, JSONValue(ifJSON: String(decoding: response.body, as: UTF8.self)))
    }

    private func last(of library: DualCamControl.Library) async -> Job? {
        for await case .work(let work) in library.news where work.state != .running { return work }
        return nil
    }

    @Test func whatIsKnownIsTold() async {
        let told = await send("GET", to: nil, FakePipeline(), .recording)
        #expect(told.status == 200 && told.json == FakePipeline.calibration)
        #expect(await send("GET", to: nil, nil).status == 404)
    }

    @Test func itIsMeasured() async throws {
        let library = library()
        let first = await send("POST", to: library)
        #expect(first.status == 202)
        #expect(
            first.json?["job"]
                == [
                    "id": 1, "kind": "calibrate", "session": .null, "file": .null, "arguments": .null, "percent": 0,
                    "left": .null, "speed": .null, "slowed": .null, "state": "running",
                    "result": .null, "error": .null,
                ])
        // A second request gets the same job; the load of the calibration itself does not prevent it.
        #expect(await send("POST", to: library, FakePipeline(isCalm: false)).json == first.json)
        gate.open()
        let work = try #require(await last(of: library))
        #expect(work.state == .done && work.result == FakePipeline.calibration)
        #expect(begun.with { $0 } == 1)
    }

    @Test(
        arguments: [
            (.recording, true, "Nothing is measured while something is recorded."),
            (.preparing, true, "Nothing is measured while something is recorded."),
            (.finishing, true, "Nothing is measured while something is recorded."),
            (.standby, false, "Cameras are open."),
        ] as [(ControlState.Phase, Bool, String)])
    func whatFalsifiesItIsAReason(phase: ControlState.Phase, isCalm: Bool, message: String) async {
        let library = library()
        let answer = await send("POST", to: library, FakePipeline(isCalm: isCalm), phase)
        #expect(answer.status == 409 && answer.json?["error"]?["message"]?.text == message)
        #expect(library.jobs == [])
    }

    @Test func whatIsNoRequestIsRefused() async {
        #expect(await send("POST", to: library(), body: #"{"force":true}"#).status == 400)
        #expect(await send("POST", to: nil).status == 404)
        #expect(await send("PUT", to: library()).status == 405)
    }

    /// A recording stops the calibration, and so does a countdown.
    @Test(arguments: [SessionEvent.Kind.countdown(3), .started(folder: "/films/1", outputs: [])])
    func aRecordingEndsIt(_ event: SessionEvent.Kind) async throws {
        let library = library()
        #expect(await send("POST", to: library).status == 202)
        library.note(.event(SessionEvent(event, unixNanoseconds: 0, runningTime: nil)), isLookedAt: false)
        let work = try #require(await last(of: library))
        #expect(work.state == .failed && work.error == "A recording began.")
        gate.open()
    }
}
