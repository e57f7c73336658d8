import DualCamConfig
import DualCamPlan
import Testing

/// The table of which commands use which keys of a pipeline file.
@Suite struct HonouredKeysTests {
    private static let context = LoadContext(environment: [:], home: "/home/ada")
    /// The sections whose keys are in the table one by one.
    private static let split: Set<String> = ["recording", "storage", "control", "hooks", "backup"]

    /// A key that is missing in the table would be ignored by a command without a message.
    @Test func everyKeyIsInTheTable() throws {
        guard case .section(let whole) = PipelineLoader.shape(in: Self.context) else {
            Issue.record("a pipeline file is a section")
            return
        }
        let keys = whole.keys.flatMap { key -> [String] in
            guard Self.split.contains(key.name), case .section(let section) = key.shape else { return [key.name] }
            return section.keys.map { "\(key.name).\($0.name)" }
        }
        #expect(keys.count > 50)
        let table = HonouredKeys.byBoth.union(HonouredKeys.eventsOfBoth)
        #expect(Set(keys) == table.union(HonouredKeys.byServe))
        #expect(table.isDisjoint(with: HonouredKeys.byServe))
    }

    @Test(arguments: [
        (
            "recording: {pre-roll: 5s}",
            "p.yaml:2:23: recording.pre-roll: 'dualcam run' records from its start on, and nothing before it; record with "
                + "'dualcam serve', where a take can begin before its button."
        ),
        (
            "backup: {to: nas:x, when: night}",
            "p.yaml:2:14: backup.to: 'dualcam run' copies nothing by itself; record with 'dualcam serve', or call "
                + "'dualcam backup' afterwards."
        ),
        (
            "hooks: {standby: https://a.example/x}",
            "p.yaml:2:18: hooks.standby: this event never comes under 'dualcam run'; record with 'dualcam serve'."
        ),
        ("hooks: {finished: https://a.example/x}\nrecording: {duration: 5s}\nbackup: {to: off}", ""),
    ])
    func whatRunIgnores(text: String, notice: String) throws {
        let loaded = try PipelineLoader.load(
            Array(("cameras: {back: test}\n" + text + "\n").utf8), named: "p.yaml", context: Self.context)
        let told = loaded.pipeline.idleSettings(under: .run).map {
            loaded.written.issue(at: $0.keyPath, $0.message, hint: $0.hint).remark
        }
        #expect(told.joined(separator: "\n") == notice)
        #expect(loaded.pipeline.idleSettings(under: .serve) == [])
    }
}
