import DualCamConfig
import DualCamPlan
import Testing

/// The names of branches in a ledger, and the branches that are read from these names.
@Suite struct BranchIDTests {
    private static let back = InputName("back")
    private static let room = InputName(microphone: "room")

    @Test(arguments: [
        (BranchID.source(back), "back.source"), (.slate(back), "back.slate"),
        (.mixerInput(back), "combined.input.back"),
        (.mixer, "combined.mixer"), (.encoder(.combined), "combined.encoder"),
        (.files(OutputName("back")), "back.file"),
        (.source(.microphone), "audio.source"), (.source(room), "audio.room.source"),
        (.silence(room), "audio.room.silence"),
        (.audioInput(room), "audio.room.input"), (.audioEncoder(nil), "audio.encoder"),
        (.audioEncoder(room), "audio.room.encoder"), (.other("later.kind"), "later.kind"), (.other(""), ""),
        (.preview(.camera(back), .medium), "back.preview.640"), (.preview(.combined, .small), "combined.preview.320"),
        (.preview(.combined, .small, .jpeg), "combined.preview.320.jpeg"),
        (.other("combined.preview.320.png"), "combined.preview.320.png"),
        (.preview(.multiview, .large), "multiview.preview.1280"), (.other("back.preview.7"), "back.preview.7"),
    ])
    func isReadAsItIsWritten(_ branch: BranchID, _ text: String) {
        #expect(branch.rawValue == text)
        #expect(BranchID(ledger: text) == branch)
    }

    @Test func tellsWhoseFramesAreLost() {
        let back = OutputName("back")
        #expect(BranchID.source(Self.back).feeds(back) && BranchID.encoder(back).feeds(back))
        #expect(!BranchID.source(Self.back).feeds(.combined) && !BranchID.mixerInput(Self.back).feeds(back))
        #expect(BranchID.mixerInput(Self.back).feeds(.combined) && BranchID.mixer.feeds(.combined))
    }
}
