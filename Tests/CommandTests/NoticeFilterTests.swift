import DualCamConfig
import Testing

@testable import DualCamCommands
@testable import DualCamWorker

/// The notes that are still shown beside errors.
@Suite struct NoticeFilterTests {
    private static let notices = [
        "cameras.back.format", "combined.inset", "layouts.desk", "backup", "hooks.backed-up", "encoders.back.keyframes",
        "control.viewers", "budget.shed",
    ]

    @Test(arguments: [
        (["thermal.fair"], Self.notices),
        (["cameras.back.devise"], ["layouts.desk", "backup", "hooks.backed-up", "control.viewers", "budget.shed"]),
        // A wrong setting counts as its default, so notes that depend on it are left out.
        (
            ["combined.layout"], ["backup", "hooks.backed-up", "control.viewers"]
        ),
        (["backup.to"], Self.notices.filter { $0 != "backup" && $0 != "hooks.backed-up" }),
        (["control.listen"], ["combined.inset", "backup", "encoders.back.keyframes", "budget.shed"]),
    ])
    func mistakesHideOnlyWhatTheyDecide(wrong: [String], kept: [String]) {
        let notices = Self.notices.map { PipelineIssue(file: "p.yaml", keyPath: $0, message: "does nothing") }
        #expect(NoticeFilter(wrong: wrong).kept(notices).map(\.keyPath) == kept)
    }
}
