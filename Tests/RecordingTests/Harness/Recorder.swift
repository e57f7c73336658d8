import DualCamTestKit
import Foundation

/// A recording that was made, and everything it left.
struct Recording: Sendable {
    var code: Int32
    var errors: String
    var events: [Event]
    /// The times at which the signals were sent.
    var signals: [ContinuousClock.Instant]
    var ended: ContinuousClock.Instant
    /// The folder of the sessions; goes with the recording.
    var folder: TemporaryFolder
    /// Every path below `folder`, as dualcam left it.
    var contents: [String]

    /// The path of the only file whose name ends so.
    func path(_ suffix: String) throws -> String {
        let names = contents.filter { $0.hasSuffix(suffix) }
        guard let name = names.first, names.count == 1 else { throw Missing(suffix: suffix, among: contents) }
        return folder.path + "/" + name
    }

    /// The paths of all files whose names end so, in their order.
    func paths(_ suffix: String) -> [String] {
        contents.filter { $0.hasSuffix(suffix) }.map { folder.path + "/" + $0 }
    }

    func holds(_ name: String) -> Bool { contents.contains { $0 == name || $0.hasSuffix("/" + name) } }

    func first(_ event: String) -> Event? { events.first { $0.event == event } }

    struct Missing: Error {
        var suffix: String
        var among: [String]
    }
}

/// Runs `dualcam run` (or `serve`) as somebody at a terminal would.
struct Recorder: Sendable {
    var command = "run"
    /// The pipeline file's text.
    var pipeline: String
    var arguments: [String] = []
    var interruptions: [Interruption] = []
    var environment: [String: String] = [:]
    /// Sees each event as it comes.
    var watch: @Sendable (Event) -> Void = { _ in }
    /// The folder of the pipeline file, `pipeline.yaml`; a new one when left out.
    var journal: TemporaryFolder?
    /// Takes the sessions; a new one of its own when left out.
    var directory: String?
    /// A recording that takes more seconds hangs.
    var patience = Tool.patience

    func record() async throws -> Recording {
        guard let folder = TemporaryFolder(), let journal = journal ?? TemporaryFolder() else {
            throw CocoaError(.fileWriteUnknown)
        }
        journal.write(Self.calm(pipeline), to: "pipeline.yaml")
        let notes = Lock((events: [Event](), signals: [ContinuousClock.Instant](), waiting: interruptions))
        let command = [command, journal.path + "/pipeline.yaml", "--json", "--output", directory ?? folder.path]
        let finished = try await Child.run(
            Tool.dualcam, command + arguments, environment: dependencies(journal), patience: patience
        ) { line, child in
            guard let event = Event(line: line) else { return }
            watch(event)
            notes.with { notes in
                notes.events.append(event)
                guard let next = notes.waiting.first, next.moment(event) else { return }
                notes.waiting.removeFirst()
                notes.signals.append(.now)
                next.strike(child)
            }
        }
        let (events, signals, _) = notes.with { $0 }
        return Recording(
            code: finished.code, errors: finished.errors, events: events, signals: signals, ended: .now,
            folder: folder, contents: folder.contents)
    }

    /// Keeps a busy machine from shedding in tests that do not ask for it.
    static func calm(_ pipeline: String) -> String {
        pipeline.contains("budget:") ? pipeline : pipeline + "\nbudget: {enforce: off, shed: []}\n"
    }

    /// A complaint of GLib or GStreamer ends the child, so that it fails the test.
    private func dependencies(_ journal: TemporaryFolder) -> [String: String] {
        TestHome.environment(sockets: journal.path, ["G_DEBUG": "fatal-warnings"].merging(environment) { $1 })
    }
}
