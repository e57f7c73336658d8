import DualCamConfig
import DualCamPlan
import DualCamPlanKit
import Testing

extension SnapshotCase {
    fileprivate var launch: String {
        switch self {
        case .pip: Self.pipLaunch
        case .devices: Self.devicesLaunch
        case .clips: Self.clipsLaunch
        case .single: Self.singleLaunch
        }
    }

    fileprivate var summary: String {
        switch self {
        case .pip: Self.pipSummary
        case .devices: Self.devicesSummary
        case .clips: Self.clipsSummary
        case .single: Self.singleSummary
        }
    }
}

/// Returns the first line in which two texts differ.
private func difference(_ made: String, _ kept: String) -> String? {
    let (left, right) = (made.split(separator: "\n"), kept.split(separator: "\n"))
    for index in 0..<max(left.count, right.count) {
        let pair = [left, right].map { index < $0.count ? String($0[index]) : "(end)" }
        if pair[0] != pair[1] { return "line \(index + 1)\nmade: \(pair[0])\nkept: \(pair[1])" }
    }
    return nil
}

@Suite struct SnapshotTests {
    @Test(arguments: SnapshotCase.allCases)
    func launchLine(_ row: SnapshotCase) throws {
        let made = try Planner.plan(row.inputs).launchLine
        #expect(difference(made, row.launch) == nil, "\(made)")
    }

    @Test(arguments: SnapshotCase.allCases)
    func summary(_ row: SnapshotCase) throws {
        let made = try Planner.summary(row.inputs).text
        #expect(difference(made, row.summary) == nil, "\(made)")
    }

    /// A pasted line must not be split or changed by the shell.
    @Test func launchLinesQuoteWhatAShellWouldTouch() throws {
        var inputs = SnapshotCase.clips.inputs
        var clip = Fixture.clip
        clip.path = "/clips/it's $HOME.mp4"
        inputs.cameras[0].source = .clip(clip)
        let line = try Planner.plan(inputs).launchLine
        #expect(line.contains("'location=/clips/it'\\''s $HOME.mp4'"))
    }

    @Test func dotHasEveryElementOnceAndEscapesIt() throws {
        var inputs = SnapshotCase.single.inputs
        inputs.pipeline.cameras[0].name = "a\"b"
        inputs.cameras[0].name = "a\"b"
        let plan = try Planner.plan(inputs)
        let lines = plan.dot.split(separator: "\n")
        let nodes = lines.filter { $0.contains("[label=") }
        #expect(nodes.count == plan.elements.count + plan.outputs.flatMap(\.elements).count)
        #expect(lines.filter { $0.contains("->") }.count == nodes.count - 1)
        #expect(lines.contains("    label=\"a\\\"b.source\";"))
    }

    @Test func costsAddUp() throws {
        let summary = try Planner.summary(SnapshotCase.pip.inputs)
        #expect(summary.cost.total == summary.cost.cpu.cores / 2)
        #expect(summary.cost.binding == .cpu)
        #expect(summary.bytesPerHour == summary.outputs.map(\.bytesPerHour).reduce(0, +))
        // 8 Mbit/s of picture and 128 kbit/s of sound for 3600 s.
        #expect(summary.outputs.first?.bytesPerHour == 3_657_600_000)
        #expect(summary.branches.map(\.rawValue).contains("combined.input.back"))
        #expect(summary.elements.contains { $0.name == "back.sink" && $0.factory == "filesink" })
    }
}
