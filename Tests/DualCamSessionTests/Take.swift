import DualCamConfig
import DualCamPlan
import DualCamTestKit
import FoundationEssentials
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// A session with a fake graph, a manual clock and a temporary folder.
final class Take: Sendable {
    let place: TemporaryFolder
    let graph: FakeGraph
    let clock = ManualClock()
    let space: FakeSpace
    let session: RecordingSession
    private let watched = Lock<[SessionEvent]>([])

    init(
        _ settings: SessionSettings = SessionSettings(outputs: [back, front]), script: FakeGraph.Script = .init(),
        directory: String? = nil, in existing: TemporaryFolder? = nil, store: (any SessionStore)? = nil,
        space: FakeSpace = FakeSpace(100_000_000_000), resuming: SessionOrder.Resumption? = nil,
        storage: StorageFacts = StorageFacts(),
        readFile: (@Sendable (CommandFile) async -> Result<CommandFile.Content, ControlRefusal>)? = nil,
        digest: @escaping @Sendable (HeldFile) throws -> String = { "digest of \($0.name)" }
    ) throws {
        place = try existing ?? #require(TemporaryFolder())
        graph = FakeGraph(script)
        self.space = space
        var order = SessionOrder(
            settings: settings, description: .sample, directory: directory ?? place.path, names: try .sample(settings))
        (order.resuming, order.readFile) = (resuming, readFile)
        order.rates = [back: FrameRate(30), front: FrameRate(30)]
        var dependencies = SessionDependencies(clock, space, digest: digest)
        dependencies.store = store
        dependencies.storage = { _ in storage }
        session = RecordingSession(graph: graph, order: order, dependencies: dependencies)
    }

    /// Runs the session, and `body` once it records.
    func run(
        untilRecording: Bool = true, _ body: @escaping @Sendable (ManualClock) async -> Void
    ) async -> SessionOutcome {
        async let outcome = session.run()
        await told(untilRecording ? "recording" : "started")
        await body(clock)
        return await outcome
    }

    /// Waits until the session has sent an event with this name, or is over.
    func told(_ name: String) async {
        for await event in session.events {
            watched.with { $0.append(event) }
            if event.name == name { return }
        }
    }

    /// The names of all events, once the session is over.
    var eventNames: [String] {
        get async {
            for await event in session.events { watched.with { $0.append(event) } }
            return watched.with { $0.map(\.name) }
        }
    }

    /// The ledger's lines in `session.json`.
    var ledger: [String] {
        let lines = place.text("take/session.json")?.split(separator: "\n") ?? []
        return lines.drop { $0 != "  \"ledger\": [" }.dropFirst().dropLast(2).map { line in
            String(line.drop { $0 == " " }.last == "," ? line.drop { $0 == " " }.dropLast() : line.drop { $0 == " " })
        }
    }

    /// The kinds of the ledger's entries.
    var ledgerKinds: [LedgerEntry.Kind] {
        get throws {
            try ledger.map { try #require(LedgerEntry(JSONValue(parsing: $0))).kind }
        }
    }
}

extension SessionDependencies {
    /// Creates dependencies with fixed clocks except the test's own, with the given free space, and an idle machine.
    init(_ clock: ManualClock, _ space: FakeSpace, digest: @escaping @Sendable (HeldFile) throws -> String) {
        self.init(digest: digest)
        self.clock = clock
        wallClock = { FakeGraph.wallClock }
        uptime = { 0 }
        boottime = { 0 }
        freeBytes = { _ in space.freeBytes() }
        storage = { _ in StorageFacts() }
        machine = { MachineReading(processTime: .zero, busyTime: .zero) }
    }
}
