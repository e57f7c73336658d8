import DualCamConfig
import DualCamPlanKit
import Testing

@testable import DualCamPlan

private func text(_ links: [LinkPlan]) -> [String] { links.map { "\($0.from.element) -> \($0.to.element)" } }

private func names(_ words: String...) -> [BranchID] { words.map { BranchID(ledger: $0) } }

@Suite struct PartTests {
    /// The elements that are removed with some branches, and the links that have to be cut and made again.
    @Test(arguments: [
        (
            SnapshotCase.pip, names("back.source", "back.encoder"),
            """
            back.source back.mode back.counter back.tee back.encoder-queue-guard back.encoder-queue back.encoder \
            back.parser back.stream back.encoded
            """,
            [], ["back.tee -> combined.input-back-guard"]
        ),
        (
            .pip, names("back.encoder"),
            "back.encoder-queue-guard back.encoder-queue back.encoder back.parser back.stream back.encoded",
            ["back.tee -> back.encoder-queue-guard"], []
        ),
        (
            .pip, names("combined.encoder"),
            """
            combined.encoder-queue-guard combined.encoder-queue combined.encoder combined.parser combined.stream \
            combined.encoded
            """,
            ["combined.tee -> combined.encoder-queue-guard"], []
        ),
        // A camera that is passed through: its stream is split before the part that can be created again.
        (
            .clips, names("back.encoder"),
            "back.encoder-queue-guard back.encoder-queue back.repack back.stream back.encoded",
            ["back.delivered -> back.encoder-queue-guard"], []
        ),
        (
            .clips, names("back.source", "back.encoder"),
            """
            back.source back.demuxer back.decoder-input back.clock back.delivered back.encoder-queue-guard \
            back.encoder-queue back.repack back.stream back.encoded back.decoder-queue back.decoder back.caps back.tee
            """,
            [], ["back.tee -> combined.input-back-guard"]
        ),
        (.pip, names("side.source"), "", [], []),
    ])
    func aPartKnowsItsBorder(
        _ row: SnapshotCase, _ branches: [BranchID], _ elements: String, _ inbound: [String], _ outbound: [String]
    ) throws {
        let part = try Planner.plan(row.inputs).part(of: branches)
        #expect(part.elements.map(\.name).joined(separator: " ") == elements)
        #expect(text(part.inbound) == inbound)
        #expect(text(part.outbound) == outbound)
        #expect(part.links.count == max(0, part.elements.count - 1))
    }

    @Test func whatWatchesAPartBelongsToIt() throws {
        let camera = try Planner.plan(SnapshotCase.pip.inputs).part(of: names("back.source", "back.encoder"))
        #expect(camera.valves.map(\.branch) == names("back.encoder"))
        #expect(camera.counters.map(\.element) == ["back.counter"])
        #expect(camera.branches.map(\.name) == names("back.source", "back.encoder"))
        #expect(camera.inputs.map(\.name) == [InputName("back")])
        #expect(camera.outputs.map(\.name) == [OutputName("back")])
        #expect(camera.loops.isEmpty)
        let clip = try Planner.plan(SnapshotCase.clips.inputs).part(of: names("back.source"))
        #expect(clip.loops.map(\.demuxer) == ["back.demuxer"])
        #expect(clip.valves.isEmpty && clip.outputs.isEmpty)
    }

    /// The part with the whole plan lacks nothing, even if the plan is wrong.
    @Test func theWholeIsAPartWithoutABorder() throws {
        var plan = try Planner.plan(SnapshotCase.clips.inputs)
        plan.loops.append(LoopPlan(demuxer: "nobody", length: 1, pad: PadReference("nobody")))
        let whole = GraphPart(whole: plan)
        #expect(whole.elements == plan.elements && whole.links == plan.links && whole.loops == plan.loops)
        #expect(whole.inbound.isEmpty && whole.outbound.isEmpty)
    }

    /// A camera returns with another mode: its part comes from the new plan, and everything else runs on unchanged.
    @Test func aReturnedCamerasPartIsAdopted() throws {
        var inputs = SnapshotCase.devices.inputs
        let before = try Planner.plan(inputs)
        let mode = Fixture.mode(.raw("NV12"), 1920, 1080, [FrameRate(30)])
        let source = CameraSource.device(Fixture.device(7, [mode]), mode: mode, rate: FrameRate(30))
        inputs.cameras[0].source = source
        inputs.format = before.format
        let after = try Planner.plan(inputs)
        var plan = before
        plan.adopt(try #require(after.input(InputName("back"))), from: after)
        let branches = names("back.source", "back.encoder")
        #expect(plan.part(of: branches) == after.part(of: branches))
        #expect(plan.elements.contains { $0.name == "back.convert" })
        #expect(!plan.elements.contains { $0.name == "back.decoder" })
        let others = { (plan: GraphPlan) in plan.elements.filter { !branches.contains($0.branch) } }
        #expect(others(plan) == others(before))
        #expect(Set(plan.valves.map(\.branch)) == Set(before.valves.map(\.branch)))
        #expect(plan.inputs.map(\.name) == before.inputs.map(\.name))
    }
}

@Suite struct SlateTests {
    private func absent(_ change: (inout PlannedInputs) -> Void = { _ in }) throws -> GraphPlan {
        var inputs = Fixture.simulated(Fixture.pip())
        inputs.cameras[0].source = .absent
        change(&inputs)
        return try Planner.plan(inputs)
    }

    @Test(arguments: [
        ("back", "14:05:03", "<span weight=\"bold\" size=\"200%\">back</span>\nno signal\nsince 14:05:03"),
        (
            "a<b>&c", "00:00:00",
            "<span weight=\"bold\" size=\"200%\">a&lt;b&gt;&amp;c</span>\nno signal\nsince 00:00:00"
        ),
    ])
    func saysWhichCameraAndSinceWhen(_ camera: String, _ time: String, _ text: String) {
        let slate = SlatePlan(
            camera: camera, elements: [], links: [], writer: nil, input: PadReference("in"),
            camerasTee: PadReference("tee"))
        #expect(slate.text(since: time) == text)
    }

    /// The slate has exactly the camera's format, so that the mixer does not notice the change.
    @Test(arguments: [
        (
            SnapshotCase.pip, 0,
            "video/x-raw,format=(string)I420,width=(int)1920,height=(int)1080,framerate=(fraction)30/1,"
                + "colorimetry=(string)bt709,chroma-site=(string)mpeg2"
        ),
        (
            .devices, 0,
            "video/x-raw,format=(string)I420,width=(int)1920,height=(int)1080,framerate=(fraction)30/1,"
                + "colorimetry=(string)1:4:0:0,chroma-site=(string)jpeg"
        ),
        (
            .devices, 1,
            "video/x-raw,format=(string)I420,width=(int)1280,height=(int)720,framerate=(fraction)30/1,"
                + "colorimetry=(string)bt709"
        ),
    ])
    func hasTheCamerasForm(_ row: SnapshotCase, _ camera: Int, _ caps: String) throws {
        let inputs = try Planner.plan(row.inputs).inputs.filter { $0.name != .microphone }
        let slate = try #require(inputs[camera].slate)
        let made = slate.elements.compactMap { element -> String? in
            guard case .caps(let caps)? = element.properties.first?.value else { return nil }
            return caps.text
        }
        #expect(made.last == caps)
        #expect(slate.writer == "\(slate.camera).slate-text")
    }

    @Test func withoutAWriterItIsBlackAndSaidSo() throws {
        var inputs = SnapshotCase.pip.inputs
        inputs.machine.elements.remove("textoverlay")
        let plan = try Planner.plan(inputs)
        #expect(plan.inputs.compactMap(\.slate?.writer).isEmpty)
        #expect(
            plan.notes == [
                "The place of a camera that is lost is black without a word: this machine has no GStreamer element "
                    + "`textoverlay` (package gstreamer1.0-x)."
            ])
    }

    /// A camera that is not in the combined picture needs no slate.
    @Test func onlyWhatIsSeenHasOne() throws {
        #expect(try Planner.plan(SnapshotCase.single.inputs).inputs.map(\.slate) == [nil])
    }

    @Test func anAbsentCameraIsASlateFromTheStart() throws {
        let plan = try absent()
        #expect(plan.inputs.map(\.isAbsent) == [false, true, false])
        #expect(!plan.elements.contains { ["back.source", "back.encoder"].contains($0.branch.rawValue) })
        #expect(!plan.valves.contains { $0.branch == BranchID.encoder(OutputName("back")) })
        #expect(plan.outputs.map(\.name) == [OutputName("back"), OutputName("front"), .combined])
        #expect(
            text(plan.links.filter { $0.from.element.hasPrefix("back.") }) == [
                "back.slate-source -> back.slate-caps", "back.slate-caps -> back.slate-text",
                "back.slate-text -> combined.input-back-guard",
            ])
        #expect(plan.notes == ["Camera back is not there; until it comes, its place is black."])
    }

    /// An absent camera that is only in the combined picture must not delay the start forever.
    @Test func anAbsentCameraDoesNotDecideTheStart() throws {
        let plan = try absent { $0.pipeline.recording.outputs = [OutputName("front"), .combined] }
        let deciding = plan.valves.filter(\.decidesStart).map(\.branch)
        #expect(deciding == names("audio.encoder", "front.encoder"))
    }

    @Test func anAbsentCameraThatComesIsAsIfItHadBeenThere() throws {
        var plan = try absent()
        let there = try Planner.plan(SnapshotCase.pip.inputs)
        plan.adopt(try #require(there.input(InputName("back"))), from: there)
        #expect(Set(plan.elements.map(\.name)) == Set(there.elements.map(\.name)))
        #expect(Set(text(plan.links)) == Set(text(there.links)))
        #expect(plan.links.count == there.links.count)
        #expect(plan.inputs == there.inputs)
    }
}
