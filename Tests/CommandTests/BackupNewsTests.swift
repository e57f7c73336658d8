import DualCamSupervisorPolicy
import Testing

@testable import DualCamSupervisor
@testable import DualCamTransfer

/// The events of automatic backups as sentences for people.
@Suite struct BackupNewsTests {
    @Test func theNewsAreSentences() {
        let kinds: [SupervisionNews.Kind] = [
            BackupNews.copied(session: "/r/a", left: 0), .copied(session: "/r/a", left: 2),
            .failed(session: nil, reason: "No route.", pause: .seconds(120)),
            .failed(session: "/r/a", reason: "It is damaged.", pause: .seconds(60)),
        ].map(\.kind)
        let texts = kinds.map { kind -> String in
            switch kind {
            case .beside(_, let message, _): message
            default: ""
            }
        }
        #expect(
            texts == [
                "a is backed up.", "a is backed up, and 2 more wait.",
                "Nothing is backed up: No route. The next attempt is in 2 min.",
                "a is not backed up: It is damaged. The next attempt is in 1 min.",
            ])
    }
}
