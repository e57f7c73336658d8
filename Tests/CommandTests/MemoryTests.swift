@testable import DualCamConfig
import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Testing

@testable import DualCamSupervisorPolicy
@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

/// The settings that were changed during recordings of a pipeline file, and which of them are still valid.
@Suite struct MemoryTests {
    private static let memory = SettingsMemory(
        file: "/p.yaml", name: "p",
        settings: [
            .init(key: "combined.layout", value: "grid", time: 100),
            .init(key: "cameras.back.zoom", value: "2", time: 100),
            .init(key: "cameras.gone.zoom", value: "3", time: 100),
        ])

    private func recall(changed: Int64? = nil, overrides: [String] = []) -> RestoredSettings {
        RestoredSettings(
            Self.memory, changed: changed, given: { $0 == "combined.layout" }, overrides: overrides,
            problems: { settings in
                settings.filter { $0.key == "cameras.gone.zoom" }.map {
                    PipelineIssue(file: "--set \($0.override)", message: "unknown camera 'gone'", hint: "use another")
                }
            })
    }

    private static let gone =
        "not restored from the last run: cameras.gone.zoom=3 (unknown camera 'gone')."

    @Test func theNewestWordCounts() {
        let all = recall(changed: 100)
        #expect(all.settings.map(\.override) == ["combined.layout=grid", "cameras.back.zoom=2"])
        #expect(
            all.notes == [
                Self.gone,
                "restored from the last run: combined.layout=grid, cameras.back.zoom=2. --fresh or 'dualcam forget' returns to the file.",
            ])
        let edited = recall(changed: 101)
        #expect(edited.settings.map(\.override) == ["cameras.back.zoom=2"])
        #expect(
            edited.notes == [
                "not restored from the last run: combined.layout=grid (the file has changed since and sets it itself), cameras.gone.zoom=3 (unknown camera 'gone').",
                "restored from the last run: cameras.back.zoom=2. --fresh or 'dualcam forget' returns to the file.",
            ])
        #expect(recall(overrides: ["combined", "cameras.back.zoom"]).settings.isEmpty)
    }

    @Test func whatStaysAsItWasKeepsItsTime() {
        var memory = Self.memory
        memory.update([Setting("combined.layout", "grid"), Setting("cameras.back.zoom", "4")], at: 200)
        #expect(memory.settings.map(\.time) == [100, 200])
        #expect(memory.settings.map(\.value) == ["grid", "4"])
    }

    private func place(_ folder: TemporaryFolder, _ errors: CapturedText = CapturedText()) -> ProcessEnvironment {
        ProcessEnvironment(
            output: CapturedText(), errors: errors, errorsAreTerminal: false, columns: { nil },
            signals: { AsyncStream { $0.finish() } },
            environment: ["HOME": folder.path, "XDG_STATE_HOME": folder.path + "/state"], files: DiskView(),
            workingDirectory: folder.path)
    }

    /// A swap is two settings that are only valid together. An invalid setting beside them does not affect them.
    @Test(arguments: [
        (
            "", [("combined.main", "front"), ("combined.inset.camera", "back")],
            ["restored from the last run: combined.main=front, combined.inset.camera=back"]
        ),
        (
            "", [("combined.inset.camera", "back"), ("cameras.side.zoom", "2"), ("combined.main", "front")],
            [
                "not restored from the last run: cameras.side.zoom=2 (unknown camera 'side').",
                "restored from the last run: combined.inset.camera=back, combined.main=front",
            ]
        ),
        (
            "", [("combined.inset.camera", "back"), ("combined.main", "side")],
            [
                "not restored from the last run: combined.main=side (unknown camera 'side'), combined.inset.camera=back (camera 'back' is the main picture already)."
            ]
        ),
        (
            "inset: {camera: front}, ", [("cameras.back.zoom", "2"), ("combined.main", "front")],
            [
                "not restored from the last run: combined.main=front (camera 'front' is the main picture already).",
                "restored from the last run: cameras.back.zoom=2",
            ]
        ),
    ])
    func settingsAreJudgedTogether(section: String, set: [(String, String)], notes: [String]) throws {
        let folder = try #require(TemporaryFolder())
        let file = folder.path + "/p.yaml"
        folder.write(
            "name: p\ncameras: {back: test, front: test}\ncombined: {\(section)layout: pip}\n", to: "p.yaml")
        let (errors, store) = (CapturedText(), SettingsStore(place(folder)))
        let now = WallTime.unixNow() / 1_000_000_000 + 10
        #expect(store.remember(set.map { Setting($0.0, $0.1) }, of: "p", at: file, now: now) == nil)
        _ = try RecordingOptions().order(file, serves: true, in: place(folder, errors))
        let lines = errors.text.split(separator: "\n").map(String.init)
        let last = ". --fresh or 'dualcam forget' returns to the file."
        #expect(lines == notes.map { "dualcam: note: " + $0 + ($0.hasPrefix("restored") ? last : "") })
    }

    /// Settings that cannot be deleted apply at the next start, so this is reported.
    @Test func whatCannotBeForgottenIsTold() throws {
        let folder = try #require(TemporaryFolder())
        let store = SettingsStore(place(folder))
        let file = folder.path + "/p.yaml"
        #expect(store.remember([], of: "p", at: file, now: 0) == nil, "there is nothing to forget")
        let path = store.path(of: file, name: "p")
        folder.write("a folder is in its place", to: String(path.dropFirst(folder.path.count + 1)) + "/a")
        #expect(store.remember([], of: "p", at: file, now: 0) == "Is a directory")
    }

    /// Settings are remembered until the next start, and forgotten in both possible ways.
    @Test func remembersUntilItIsToForget() async throws {
        let folder = try #require(TemporaryFolder())
        let file = folder.path + "/p.yaml"
        folder.write("name: p\ncameras: {back: test, front: test}\ncombined: {layout: pip}\n", to: "p.yaml")
        let place = place(folder)
        let store = SettingsStore(place)
        let now = WallTime.unixNow() / 1_000_000_000 + 10
        #expect(store.remember([Setting("combined.layout", "grid")], of: "p", at: file, now: now) == nil)
        func settings(_ change: (inout RecordingOptions) -> Void = { _ in }) throws -> [String] {
            var options = RecordingOptions()
            options.quiet = true
            change(&options)
            return try options.order(file, serves: true, in: place).directed.map(\.override)
        }
        #expect(try settings() == ["combined.layout=grid"])
        // `plan` and `check` use the same remembered settings as `run`.
        let request = try Preparation.recall(
            PipelineRequest(file: file, settings: [], simulate: false), quiet: true, in: place)
        #expect(request.directed.map(\.override) == ["combined.layout=grid"])
        #expect(try settings { $0.settings = [Setting("combined.layout", "stacked")] } == [])
        #expect(try settings { $0.settings = [Setting("control.remember", "off")] } == [])
        #expect(try settings { $0.settings = [Setting("name", "other")] } == [])
        #expect(try settings { $0.fresh = true } == [])
        #expect(try settings() == [])
        #expect(store.remember([Setting("combined.layout", "grid")], of: "p", at: file, now: now) == nil)
        var forget = ForgetCommand()
        forget.file = file
        #expect(try await forget.run(in: place) == .finished)
        #expect(try settings() == [])
        // Settings that return to the file's values leave no file.
        #expect(store.remember([Setting("combined.layout", "grid")], of: "p", at: file, now: now) == nil)
        #expect(store.remember([], of: "p", at: file, now: now) == nil)
        #expect(!folder.contents.contains { $0.hasSuffix(".json") })
        folder.write(
            "{",
            to: "state/dualcam/" + (store.path(of: file, name: "p").split(separator: "/").last.map(String.init) ?? ""))
        #expect(try settings() == [])
    }
}

/// The way in which each change of the pipeline file takes effect.
@Suite struct ChangedKeysTests {
    @Test(arguments: [
        ("combined.layout", "grid", #"layout {"layout":"grid"}"#),
        ("combined.main", "front", #"main {"camera":"front"}"#),
        ("combined.switch.every", "8s", #"switch {"every":"8s"}"#),
        ("combined.inset.margin", "8", #"inset {"margin":8}"#),
        ("combined.inset.size", "30%", #"inset {"size":"30%"}"#),
        ("combined.inset.border-colour", "red", #"inset {"border-colour":"red"}"#),
        ("combined.divider.width", "4", #"divider {"width":4}"#),
        ("combined.divider.colour", "red", #"divider {"colour":"red"}"#),
        ("cameras.back.zoom", "1.5", #"zoom {"camera":"back","factor":1.5}"#),
        ("combined.look.use", "vivid", #"look {"look":"vivid","camera":"combined","intensity":"40%"}"#),
        ("cameras.back.look.intensity", "5%", #"look {"camera":"back","intensity":"5%"}"#),
        ("combined.adjust.contrast", "5%", #"adjust {"camera":"combined","contrast":"5%"}"#),
        ("cameras.back.adjust.exposure", "0.5", #"adjust {"camera":"back","exposure":0.5}"#),
        ("cameras.back.controls.gain", "7", #"control {"camera":"back","control":"gain","value":7}"#),
        ("microphone.gain", "3dB", #"gain {"gain":"3dB"}"#),
        ("microphone.wind-filter", "on", #"wind-filter {"on":true}"#),
        ("microphones.room.gain", "3dB", #"gain {"gain":"3dB","microphone":"room"}"#),
        ("microphones.room.wind-filter", "off", #"wind-filter {"on":false,"microphone":"room"}"#),
        ("cameras.back.delay", "80ms", #"delay {"input":"back","delay":"80ms"}"#),
        ("microphone.delay", "-40ms", #"delay {"input":"microphone","delay":"-40ms"}"#),
        ("microphones.room.delay", "5ms", #"delay {"input":"microphone.room","delay":"5ms"}"#),
        ("encoders.back.bitrate", "6Mbps", #"bitrate {"output":"back","bitrate":"6Mbps"}"#),
    ])
    func commandsThatDoIt(key: String, value: String, command: String) {
        let changed = ChangedKeys([key]) { $0 == key ? value : "40%" }
        #expect(
            changed.live.map { $0.command.name.rawValue + " " + JSONValue.object($0.command.arguments).line } == [
                command
            ])
        // A key that was removed from the file has its default, which needs a new plan.
        #expect(ChangedKeys([key]) { _ in nil }.graph == [key])
    }

    @Test func everythingElse() {
        let changed = ChangedKeys([
            "recording.name", "storage.keep-free", "recording.container", "cameras.back.size", "combined.inset.colour",
            "combined.motion.duration", "combined.transition.kind", "combined.switch.cameras",
            "encoders.default.bitrate", "supervision.hang", "name", "recordings", "control.listen", "control.remember",
            "hooks.finished",
        ]) { _ in "1" }
        #expect(
            changed.take == [
                "recording.name", "storage.keep-free", "combined.motion.duration", "combined.transition.kind",
                "combined.switch.cameras", "control.remember",
            ])
        // Endpoints stay open as they are.
        #expect(changed.start == ["supervision.hang", "control.listen"])
        #expect(
            changed.graph == [
                "recording.container", "cameras.back.size", "combined.inset.colour", "encoders.default.bitrate", "name",
                "recordings",
            ])
        #expect(changed.live.isEmpty && changed.supervisor == ["hooks.finished"])
    }
}

/// The record of takes that the next worker gets.
@Suite struct TakeLogTests {
    @Test func aTakeIsGoneOnWithAsItBegan() throws {
        let first = PipelineSearch.Found(path: "p", bytes: [1])
        let second = PipelineSearch.Found(path: "p", bytes: [2])
        var order = SupervisionOrder(
            found: first, pipeline: Pipeline(cameras: []), json: true, quiet: false,
            request: PipelineRequest(file: "p", settings: [], simulate: false))
        (order.serves, order.recordsAtOnce, order.directed) = (true, true, [Setting("a", "1")])
        var log = TakeLog(order)
        #expect(
            order.worker(log, resuming: nil)
                == WorkerOrder(
                    request: .init(file: "p", settings: [], simulate: false, directed: [Setting("a", "1")]),
                    json: true, serves: true, records: true))
        var beat = Heartbeat()
        (beat.stage, beat.folder, beat.directed) = (.recording, "/v/s", ["a=1"])
        let isNew = log.keep(beat, first)
        #expect(!isNew)
        (beat.directed, beat.muted) = (["a=1", "b=x=y"], ["microphone"])
        let isNewer = log.keep(beat, second)
        #expect(isNewer)
        #expect(log.settings == [Setting("a", "1"), Setting("b", "x=y")])
        #expect(log.file(resuming: "/v/s", newest: second) == first)
        #expect(log.file(resuming: nil, newest: second) == second)
        #expect(log.hasFileChanged(since: second) && !log.hasFileChanged(since: first))
        #expect(
            order.worker(log, resuming: "/v/s")
                == WorkerOrder(
                    request: .init(
                        file: "p", settings: [], simulate: false, directed: [Setting("a", "1"), Setting("b", "x=y")],
                        muted: ["microphone"]),
                    json: true, serves: true, resume: "/v/s"))
    }
}
