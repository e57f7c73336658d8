import DualCamPlanKit
import Testing

@testable import DualCamConfig
@testable import DualCamPlan

@Suite struct ExperienceTests {
    private static func pip(_ change: (inout Pipeline) -> Void = { _ in }) -> PlannedInputs {
        var pipeline = Pipeline(cameras: [Fixture.camera("back", 1280, 720), Fixture.camera("front", 640, 360)])
        pipeline.combined = Combined()
        change(&pipeline)
        return Fixture.simulated(pipeline)
    }

    private static func cost(_ inputs: PlannedInputs) throws -> RecordingCost { try Planner.summary(inputs).cost }

    @Test func whatWasSeenCountsInsteadOfTheTable() throws {
        var inputs = Self.pip()
        let table = try Self.cost(inputs)
        let seen = Experience.Entry(cores: table.cpu.cores / 2, seconds: 9, date: "2026-11-21T14:05:03Z")
        inputs.experience = Experience([table.work: seen])
        let cost = try Self.cost(inputs)
        #expect(cost.cpu.seen == seen)
        #expect(abs(cost.cpu.cores - table.cpu.cores / 2) < 1e-9)
        #expect(cost.cpu.byTable == table.cpu.cores)
        #expect(abs(cost.branches.map(\.cores).reduce(cost.cpu.base, +) - cost.cpu.cores) < 1e-9)
        #expect(
            cost.verdict.hasSuffix(
                "The cpu's figure is what recordings of this kind took here, last on 2026-11-21 (9 s of them count)."))
    }

    /// A change of the work makes another recording; other changes do not.
    @Test func anotherRecordingIsAnother() throws {
        let work = try Self.cost(Self.pip()).work
        let same: [(inout Pipeline) -> Void] = [
            { $0.name = "other" }, { $0.recording.directory = "/elsewhere" }, { $0.storage.warnAt = [] },
            { $0.storage.keepFree = ByteCount(bytes: 5) },
        ]
        for change in same { #expect(try Self.cost(Self.pip(change)).work == work) }
        let other: [(inout Pipeline) -> Void] = [
            { $0.cameras[0].rate = FrameRate(25) }, { $0.cameras[0].rotate = .upsideDown },
            { $0.combined?.layout = .stacked }, { $0.combined?.mixer = .compositor }, { $0.recording.container = .mkv },
            {
                $0.encoders.standard.use = "x264"; $0.encoders.standard.preset = "slow"
            },
            { $0.encoders.standard.bitrate = Bitrate(bitsPerSecond: 1_000_000) }, { $0.microphone = nil },
            { $0.encoders.audio.use = .opus }, { $0.recording.outputs = [OutputName("back")] },
        ]
        for change in other { #expect(try Self.cost(Self.pip(change)).work != work) }
    }

    @Test func whatWasSeenOfARecordingTellsOfThoseThatAreLikeIt() throws {
        var inputs = Self.pip { $0.budget.limit = 0.1 }
        let table = try Self.cost(inputs)
        inputs.experience = Experience([
            table.work: .init(cores: table.cpu.cores * 3, seconds: 9, date: "2026-11-21T14:05:03Z")
        ])
        let before = BudgetSearch(Self.pip { $0.budget.limit = 0.1 }).changes()
        let after = BudgetSearch(inputs).changes()
        #expect(before.map(\.settings) != after.map(\.settings))
        #expect(after.allSatisfy { $0.total <= 0.1 })
    }

    @Test func newSecondsCountAsMuchAsOldOnesUpToAMinute() {
        var experience = Experience()
        experience.learn(.init(cores: 1, seconds: 600, date: "2026-01-01T00:00:00Z"), of: "a")
        experience.learn(.init(cores: 2, seconds: 20, date: "2026-02-01T00:00:00Z"), of: "a")
        #expect(experience.entries["a"] == .init(cores: 1.25, seconds: 80, date: "2026-02-01T00:00:00Z"))
        experience.learn(.init(cores: 3, seconds: 5, date: "2025-01-01T00:00:00Z"), of: "b")
        experience.keep(atMost: 1)
        #expect(Array(experience.entries.keys) == ["a"])
    }
}
