import Testing

@testable import DualCamGraph

/// The source to which a sound server connects a microphone, and what changes of it mean.
@Suite struct ServedSourceTests {
    private typealias Case = (
        name: String, asked: String?, takesMonitors: Bool, seen: [String], verdicts: [ServedSource.Verdict]
    )

    private static let cases: [Case] = [
        ("it stays", "usb", true, ["usb", "usb"], [.asAsked, .asAsked]),
        ("a named one is pulled out", "usb", true, ["usb", "built-in"], [.asAsked, .replaced(by: "built-in")]),
        ("the server does not say", "usb", true, [""], [.asAsked]),
        ("a monitor that is named", "hdmi.monitor", true, ["hdmi.monitor"], [.asAsked]),
        (
            "the default moves", nil, true, ["usb", "built-in", "built-in"],
            [.asAsked, .moved(from: "usb", to: "built-in"), .asAsked]
        ),
        (
            "the default becomes a loudspeaker", nil, true, ["usb", "hdmi.monitor"],
            [.asAsked, .replaced(by: "hdmi.monitor")]
        ),
        (
            "the default is one from the start", nil, true, ["hdmi.monitor", "usb"],
            [.asAsked, .moved(from: "hdmi.monitor", to: "usb")]
        ),
        (
            "one that was not there comes as a loudspeaker", nil, false, ["hdmi.monitor"],
            [.replaced(by: "hdmi.monitor")]
        ),
        ("a number names none", "3", true, ["usb"], [.asAsked]),
        ("the server's word for its default", "@DEFAULT_SOURCE@", true, ["usb"], [.asAsked]),
    ]

    @Test(arguments: cases.indices) func itIsToldWhatTheServerDoes(_ index: Int) {
        let (name, asked, takesMonitors, seen, verdicts) = Self.cases[index]
        var source = ServedSource(asked: asked, takesMonitors: takesMonitors)
        let told = seen.map { source.observe($0) }
        #expect(told == verdicts, "\(name)")
    }
}
