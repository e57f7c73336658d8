import DualCamTestKit
import Foundation

/// A recording that has ended, with everything it left.
struct Recording: Sendable {
    var code: Int32
    var errors: String
    var events: [Event]
    /// The times at which the signals were sent.
    var signals: [ContinuousClock.Instant]
    var ended: ContinuousClock.Instant
    /// The folder of the sessions; deleted with the recording.
    var folder: TemporaryFolder
    /// The path of everything in `folder`, as dualcam left it.
    var contents: [String]

    /// Returns the path of the only file whose name ends with `suffix`; throws if there are none or several.
    func path(_ suffix: String) throws -> String {
        let names = contents.filter { $0.hasSuffix(suffix) }
        guard let name = names.first, names.count == 1 else { throw Missing(suffix: suffix, among: contents) }
        return folder.path + "/" + name
    }

    /// Returns the paths of all files whose names end with `suffix`, sorted.
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

/// Runs `dualcam run` (or `serve`) as a user at a terminal would.
struct Recorder: Sendable {
    var command = "run"
    /// The text of the pipeline file.
    var pipeline: String
    var arguments: [String] = []
    var interruptions: [Interruption] = []
    var environment: [String: String] = [:]
    /// A closure that receives each event as it arrives.
    var watch: @Sendable (Event) -> Void = { _ in }
    /// The folder of the pipeline file, `pipeline.yaml`; `nil` for a new temporary one.
    var journal: TemporaryFolder?
    /// The recording directory; `nil` for a new temporary one.
    var directory: String?
    /// The time limit in seconds; a recording that takes longer counts as hung.
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

    /// Adds a budget to the pipeline file that does not shed on a busy machine, unless the file has one.
    static func calm(_ pipeline: String) -> String {
        pipeline.contains("budget:") ? pipeline : pipeline + "\nbudget: {enforce: off, shed: []}\n"
    }

    /// Returns the environment, in which a warning of GLib or GStreamer ends the program and so fails the test.
    private func dependencies(_ journal: TemporaryFolder) -> [String: String] {
        TestHome.environment(sockets: journal.path, ["G_DEBUG": "fatal-warnings"].merging(environment) { $1 })
    }
}
