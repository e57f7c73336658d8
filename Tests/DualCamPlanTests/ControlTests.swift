import DualCamConfig
import DualCamPlan
import DualCamPlanKit
import Testing

/// The resolution of a pipeline file's controls against the controls of a device, without a real device.
@Suite struct ControlTests {
    private static func fact(
        _ number: UInt32, _ name: String, _ kind: ControlFacts.Kind = .integer, _ range: ClosedRange<Int64> = 0...255,
        _ value: Int64, inactive: Bool = false, _ choices: [String?] = []
    ) -> ControlFacts {
        var fact = ControlFacts(number, name, kind, range, value: value)
        fact.isInactive = inactive
        fact.choices = choices.enumerated().compactMap { index, text in
            text.map { ControlFacts.Choice(index: Int64(index), text: $0) }
        }
        return fact
    }

    /// The controls of a webcam with the uvcvideo driver and everything automatic.
    private static let webcam = [
        fact(0x98_0900, "brightness", .integer, -64...64, 0),
        fact(0x98_090C, "white_balance_automatic", .boolean, 0...1, 1),
        fact(0x98_0913, "gain", .integer, 0...100, 7),
        fact(0x98_0918, "power_line_frequency", .menu, 0...2, 1, ["Disabled", "50 Hz", "60 Hz"]),
        fact(0x98_091A, "white_balance_temperature", .integer, 2800...6500, 4600, inactive: true),
        fact(0x9A_0901, "auto_exposure", .menu, 0...3, 3, [nil, "Manual Mode", nil, "Aperture Priority Mode"]),
        fact(0x9A_0902, "exposure_time_absolute", .integer, 3...2047, 250, inactive: true),
        fact(0x9A_090A, "focus_absolute", .integer, 0...250, 30, inactive: true),
        fact(0x9A_090C, "focus_automatic_continuous", .boolean, 0...1, 1),
        fact(0x9A_0913, "auto_exposure_bias", .menu, 0...2, 1, ["-1000", "0", "700"]),
        fact(0x9C_0901, "led_mode", .menu, 0...2, 0, ["Off", "Flash", "Torch"]),
        fact(0x98_0999, "do_it", .button, 0...0, 0),
    ]

    private static func wanted(_ text: String) -> [CameraControl] {
        text.split(separator: " ").map { part in
            let pair = part.split(separator: "=")
            return CameraControl(name: String(pair[0]), value: ControlValue(String(pair[1])))
        }
    }

    private static func words(_ resolution: ControlResolution) -> String {
        resolution.problems.isEmpty
            ? resolution.assignments.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
            : resolution.problems.map { "\($0.control.name): \($0.message); \($0.hint)" }.joined(separator: "\n")
    }

    @Test(
        "Words and names become values, what switches on or off first",
        arguments: [
            ("brightness=-5", "brightness=-5"), ("gain=50", "gain=50"),
            ("white-balance=3200", "white_balance_automatic=0 white_balance_temperature=3200"),
            ("white-balance=auto", "white_balance_automatic=1"),
            ("white-balance=lock", "white_balance_automatic=0 white_balance_temperature=4600"),
            (
                "white_balance_temperature=3200 white_balance_automatic=off",
                "white_balance_automatic=0 white_balance_temperature=3200"
            ),
            // The later setting counts.
            ("white-balance=3200 white_balance_automatic=on", "white_balance_automatic=1"),
            ("white-balance=auto white-balance=5000", "white_balance_automatic=0 white_balance_temperature=5000"),
            ("exposure=auto", "auto_exposure=3"), ("exposure=manual", "auto_exposure=1"),
            ("exposure=120", "auto_exposure=1 exposure_time_absolute=120"),
            ("exposure=lock", "auto_exposure=1 exposure_time_absolute=250"),
            ("auto_exposure=manual_mode exposure_time_absolute=9", "auto_exposure=1 exposure_time_absolute=9"),
            ("auto_exposure=3", "auto_exposure=3"), ("exposure-bias=0.7", "auto_exposure_bias=2"),
            ("exposure-bias=-1", "auto_exposure_bias=0"),
            ("focus=40", "focus_automatic_continuous=0 focus_absolute=40"), ("torch=on", "led_mode=2"),
            ("torch=off", "led_mode=0"), ("power-line=60", "power_line_frequency=2"),
            ("power-line=off", "power_line_frequency=0"), ("power_line_frequency=50_hz", "power_line_frequency=1"),
        ])
    func assignments(_ text: String, _ expected: String) {
        #expect(Self.words(ControlResolution(Self.wanted(text), on: Self.webcam)) == expected)
    }

    private static let all =
        "exposure, exposure-bias, focus, white-balance, gain, torch, power-line, brightness, white_balance_automatic, "
        + "power_line_frequency, white_balance_temperature, auto_exposure, exposure_time_absolute, focus_absolute, "
        + "focus_automatic_continuous, auto_exposure_bias, led_mode, do_it"
    private static let advice =
        "switch that one off as well, or write a plain word (exposure, exposure-bias, focus, white-balance, gain, torch, "
        + "stabilisation, power-line, frame-rate), which does both"

    @Test(
        "What a device cannot be set to is said with what it can",
        arguments: [
            ("brightness=65", "brightness: '65' is out of range; accepted: -64 ... 64"),
            ("brightness=bright", "brightness: 'bright' is not a value of it; accepted: -64 ... 64"),
            ("brightnes=1", "brightnes: the camera has no such control; did you mean 'brightness'? it has: \(all)"),
            ("stabilisation=on", "stabilisation: the camera has no such control; it has: \(all)"),
            ("white-balance=99", "white-balance: '99' is out of range; accepted: 2800 ... 6500"),
            (
                "white-balance=warm",
                "white-balance: 'warm' is not a value of it; write auto, lock or a whole number of kelvin"
            ),
            ("gain=auto", "gain: the device has nothing automatic for it; write a whole number"),
            (
                "power-line=auto",
                "power-line: the device's power_line_frequency has no such choice; it has: disabled, 50_hz, 60_hz"
            ),
            ("exposure-bias=2", "exposure-bias: the device has no bias of 2 EV; accepted: -1.0, 0.0, 0.7"),
            (
                "auto_exposure=2",
                "auto_exposure: '2' is not a value of it; accepted: manual_mode (1), aperture_priority_mode (3)"
            ),
            ("white_balance_automatic=2", "white_balance_automatic: '2' is not a value of it; accepted: on or off"),
            ("do_it=on", "do_it: it is a button; press it while the camera records"),
            (
                "exposure_time_absolute=9",
                "exposure_time_absolute: it has no effect while auto_exposure is aperture_priority_mode; \(advice)"
            ),
            (
                "white-balance=auto white_balance_temperature=3200",
                "white_balance_temperature: it has no effect while white_balance_automatic is on; \(advice)"
            ),
            (
                "brightness=99 gain=-1",
                "brightness: '99' is out of range; accepted: -64 ... 64\ngain: '-1' is out of range; accepted: 0 ... 100"
            ),
        ])
    func problems(_ text: String, _ expected: String) {
        #expect(Self.words(ControlResolution(Self.wanted(text), on: Self.webcam)) == expected)
    }

    @Test func whatALaterWordTakesOverIsTold() {
        let wanted = Self.wanted("exposure=120 auto_exposure=aperture_priority_mode")
        #expect(ControlResolution(wanted, on: Self.webcam).displaced == ["exposure_time_absolute"])
    }

    @Test func aButtonIsPressedLive() {
        let resolution = ControlResolution(Self.wanted("do_it=press"), on: Self.webcam, allowsButtons: true)
        #expect(Self.words(resolution) == "do_it=1")
    }

    /// A camera that returns gets the latest values again.
    @Test func theNewestValueIsHeld() {
        var held: [ControlAssignment] = []
        for text in ["brightness=1", "white-balance=3200", "brightness=2", "white-balance=auto", "exposure=9"] {
            for one in ControlResolution(Self.wanted(text), on: Self.webcam).assignments { held.add(one) }
        }
        #expect(
            held.inOrder.map { "\($0.name)=\($0.value)" } == [
                "white_balance_automatic=1", "auto_exposure=1", "brightness=2", "exposure_time_absolute=9",
            ])
    }

    /// An issue names the key in the camera's own section or in its preset.
    @Test func anIssuePointsAtTheKey() throws {
        var inputs = PlannedInputs(
            pipeline: Fixture.pip(), cameras: [], microphones: [:], machine: Fixture.machine)
        inputs.pipeline.combined = nil
        var device = Fixture.device(0, [Fixture.mode(.raw("YUY2"), 1920, 1080, [FrameRate(30)])])
        device.controls = Self.webcam
        let mode = device.modes[0]
        inputs.pipeline.cameras = [Fixture.camera("back")]
        inputs.pipeline.cameras[0].controls = [
            CameraControl(name: "hue", value: .whole(1), preset: "indoor"),
            CameraControl(name: "gain", value: .whole(101)),
        ]
        inputs.cameras = [CameraFacts(name: "back", source: .device(device, mode: mode, rate: FrameRate(30)))]
        let issues = try #require(throws: PlanIssues.self) { try Planner.plan(inputs) }
        #expect(issues.issues.map(\.keyPath) == ["controls.indoor.hue", "cameras.back.controls.gain"])
        #expect(issues.issues.last?.message == "'101' is out of range (/dev/video0 (Cam 0))")
        // A camera that is found again is not asked for its controls, so wrong controls do not prevent the plan.
        device.controls = nil
        inputs.cameras[0].source = .device(device, mode: mode, rate: FrameRate(30))
        #expect(try Planner.plan(inputs).input(InputName("back"))?.device == "/dev/video0")
    }

    @Test(arguments: [
        ("White Balance, Automatic", "white_balance_automatic"), ("50 Hz", "50_hz"),
        ("Exposure (Absolute)", "exposure_absolute"),
        ("S32 2 Element Array", "s32_2_element_array"),
    ])
    func words(_ name: String, _ expected: String) { #expect(ControlFacts.word(name) == expected) }
}
