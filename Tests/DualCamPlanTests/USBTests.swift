import DualCamConfig
import DualCamPlanKit
import Testing

@testable import DualCamPlan

/// USB descriptors as a camera sends them.
enum USBBytes {
    static func device(release: Int = 0x0200) -> [UInt8] {
        [18, 1, UInt8(release & 0xFF), UInt8(release >> 8), 0xEF, 2, 1, 64] + Array(repeating: 0, count: 10)
            + [9, 2, 0, 0, 2, 1, 0, 0x80, 250]
    }

    static func control(_ number: UInt8) -> [UInt8] {
        [9, 4, number, 0, 1, 0x0E, 1, 0, 0, 13, 0x24, 1, 0, 1, 77, 0, 0, 0, 0, 0, 1, 1]
    }

    static func setting(_ number: UInt8, _ alternate: UInt8, packet: Int? = nil, type: UInt8 = 5) -> [UInt8] {
        let endpoint: [UInt8] =
            packet.map { [7, 5, 0x81, type, UInt8($0 & 0xFF), UInt8($0 >> 8), 1] } ?? []
        return [9, 4, number, alternate, packet == nil ? 0 : 1, 0x0E, 2, 0, 0] + endpoint
    }

    static func companion(_ bytes: Int) -> [UInt8] { [6, 0x30, 15, 2, UInt8(bytes & 0xFF), UInt8(bytes >> 8)] }

    /// 192, 944, 1984 (2 x 992), 2688 (3 x 896) and 3060 (3 x 1020) bytes per microframe.
    static let webcam =
        device() + control(0) + setting(1, 0)
        + [0x00C0, 0x03B0, 0x0BE0, 0x1380, 0x13FC].enumerated().flatMap { setting(1, UInt8($0 + 1), packet: $1) }
}

@Suite struct USBDescriptorTests {
    static let rows: [(name: String, bytes: [UInt8], interface: Int?, expected: USBFacts.VideoEndpoint?)] = [
        ("high speed", USBBytes.webcam, 0, .init(settings: [192, 944, 1984, 2688, 3060], release: 0x0200)),
        ("no number", USBBytes.webcam, nil, .init(settings: [192, 944, 1984, 2688, 3060], release: 0x0200)),
        ("another function's interface", USBBytes.webcam, 4, nil),
        (
            "SuperSpeed: the companion counts",
            USBBytes.device(release: 0x0310) + USBBytes.control(0) + USBBytes.setting(1, 0)
                + USBBytes.setting(1, 1, packet: 1024) + USBBytes.companion(16384)
                + USBBytes.setting(1, 2, packet: 1024)
                + USBBytes.companion(49152), 0, .init(settings: [16384, 49152], release: 0x0310)
        ),
        (
            "bulk", USBBytes.device() + USBBytes.control(0) + USBBytes.setting(1, 0, packet: 512, type: 2), 0,
            .init(settings: [], release: 0x0200)
        ),
        (
            "two functions: each its own",
            USBBytes.webcam + USBBytes.control(2) + USBBytes.setting(3, 0) + USBBytes.setting(3, 1, packet: 512), 2,
            .init(settings: [512], release: 0x0200)
        ),
        (
            "cut off within an endpoint", Array(USBBytes.webcam.dropLast(3)), 0,
            .init(settings: [192, 944, 1984, 2688], release: 0x0200)
        ),
        ("a length of nothing", USBBytes.device() + [0, 0, 0, 0] + USBBytes.control(0), 0, nil),
        ("a device descriptor alone", Array(USBBytes.device().prefix(18)), 0, nil),
        ("half of one", [18, 1, 0], 0, nil),
        ("nothing", [], nil, nil),
        ("noise", Array(repeating: 0xFF, count: 300), nil, nil),
    ]

    @Test(arguments: rows)
    func tellWhatACameraCanReserve(
        _ name: String, _ bytes: [UInt8], _ interface: Int?, _ expected: USBFacts.VideoEndpoint?
    ) {
        #expect(USBFacts.VideoEndpoint(descriptors: bytes, interface: interface) == expected, "\(name)")
    }
}

@Suite struct USBLoadTests {
    private static let settings = [192, 944, 1984, 2688, 3060]
    private static let webcam = USBFacts.VideoEndpoint(settings: settings, release: 0x0200)
    private static let hub = USBFacts.Hub(port: "1-1", speed: 480)

    private static func seat(
        _ port: String, _ speed: Double = 480, bus: Int = 1, hubs: [USBFacts.Hub] = [], video: USBFacts.VideoEndpoint?
    ) -> USBFacts.Seat { USBFacts.Seat(bus: bus, port: port, speed: speed, hubs: hubs, video: video) }

    private static func cameras(_ modes: [(PixelFormat, Int, Int, Int)]) -> [CameraFacts] {
        modes.enumerated().map { index, mode in
            let capture = Fixture.mode(mode.0, mode.1, mode.2, [FrameRate(mode.3)])
            return CameraFacts(
                name: "c\(index)",
                source: .device(Fixture.device(index, [capture]), mode: capture, rate: FrameRate(mode.3)))
        }
    }

    private static let (raw, small, jpeg) = (
        (PixelFormat.raw("YUY2"), 640, 480, 30), (PixelFormat.raw("YUY2"), 320, 240, 5),
        (PixelFormat.mjpeg, 1920, 1080, 30)
    )

    static let rows: [(String, [(PixelFormat, Int, Int, Int)], [USBFacts.Seat], [String])] = [
        (
            "two raw webcams at one hub", [raw, raw],
            [seat("1-1.1", hubs: [hub], video: webcam), seat("1-1.2", hubs: [hub], video: webcam)],
            ["USB bus 1 (480 Mbit/s) 106 %: c0 2688, c1 2688"]
        ),
        (
            "one of them in MJPG", [raw, jpeg],
            [seat("1-1.1", hubs: [hub], video: webcam), seat("1-1.2", hubs: [hub], video: webcam)],
            ["USB bus 1 (480 Mbit/s) 92 %: c0 2688, c1 1984"]
        ),
        (
            "without descriptors: what uvcvideo estimates", [raw, raw],
            [seat("1-1", video: nil), seat("1-2", video: nil)],
            ["USB bus 1 (480 Mbit/s) 94 %: c0 2393, c1 2393"]
        ),
        (
            "no setting is large enough: the largest", [(.raw("YUY2"), 1280, 720, 30)], [seat("1-1", video: webcam)],
            ["USB bus 1 (480 Mbit/s) 60 %: c0 3060"]
        ),
        (
            "on two buses", [raw, raw], [seat("1-1", video: webcam), seat("3-1", bus: 3, video: webcam)],
            ["USB bus 1 (480 Mbit/s) 53 %: c0 2688", "USB bus 3 (480 Mbit/s) 53 %: c1 2688"]
        ),
        (
            "SuperSpeed: a lane for each port of the root",
            [(.raw("YUY2"), 1920, 1080, 30), (.raw("YUY2"), 1920, 1080, 60)],
            [seat("2-1", 5000, bus: 2, video: nil), seat("2-2", 5000, bus: 2, video: nil)],
            [
                "port 2-2 of USB bus 2 (5000 Mbit/s) 56 %: c1 31635",
                "port 2-1 of USB bus 2 (5000 Mbit/s) 29 %: c0 16083",
            ]
        ),
        (
            "SuperSpeed behind a hub: its link is shared",
            [(.raw("YUY2"), 1920, 1080, 60), (.raw("YUY2"), 1920, 1080, 60)],
            ["2-1.1", "2-1.2"].map { seat($0, 5000, bus: 2, hubs: [.init(port: "2-1", speed: 5000)], video: nil) },
            ["port 2-1 of USB bus 2 (5000 Mbit/s) 112 %: c0 31635, c1 31635"]
        ),
        (
            "10 Gbit/s", [(.raw("YUY2"), 1920, 1080, 60)], [seat("2-1", 10_000, bus: 2, video: nil)],
            ["port 2-1 of USB bus 2 (10000 Mbit/s) 23 %: c0 31635"]
        ),
        (
            "full speed: the hub translates for both", [small, small],
            [seat("1-1.1", 12, hubs: [hub], video: nil), seat("1-1.2", 12, hubs: [hub], video: nil)],
            ["the USB hub at port 1-1 at full speed (12 Mbit/s) 163 %: c0 934, c1 934"]
        ),
        (
            "in bulk nothing is reserved", [raw], [seat("1-1", video: .init(settings: [], release: 0x0200))],
            ["USB bus 1 (480 Mbit/s) 36 %: c0 nil"]
        ),
    ]

    @Test(arguments: rows.indices)
    func countsWhatIsReserved(_ index: Int) {
        let row = Self.rows[index]
        let facts = USBFacts(
            seats: Dictionary(uniqueKeysWithValues: row.2.enumerated().map { ("/dev/video\($0)", $1) }))
        let lanes = USBLoad(Self.cameras(row.1), facts).lanes.map { lane in
            "\(lane.name) \(Int((lane.share * 100).rounded())) %: "
                + lane.streams.map { "\($0.camera) \($0.reserved.map(String.init) ?? "nil")" }.joined(separator: ", ")
        }
        #expect(lanes == row.3, "\(row.0)")
    }

    @Test func camerasThatHangOnNoUSBCostNothingOfIt() {
        #expect(USBLoad(Self.cameras([Self.raw]), USBFacts()).share == nil)
        #expect(USBLoad([CameraFacts(name: "a", source: .test(.smpte))], USBFacts()).lanes.isEmpty)
    }

    /// The advice where to plug in a camera, by its USB version.
    @Test(arguments: [
        (
            0x0200, [2, 3],
            "plug camera c1 into a port of USB bus 3 (480 Mbit/s), where no camera of this recording hangs"
        ),
        (
            0x0210, [2, 3],
            "plug camera c1 into a port of USB bus 2 (5000 Mbit/s), where no camera of this recording hangs"
        ),
        (0x0200, [2], video: nil), (0x0200, [], video: nil),
    ])
    func namesAnotherPort(_ release: Int, _ others: [Int], _ expected: String?) {
        let video = USBFacts.VideoEndpoint(settings: Self.settings, release: release)
        let speeds: [Int: Double] = [1: 480, 2: 5000, 3: 480]
        let facts = USBFacts(
            buses: ([1] + others).map { USBFacts.Bus(number: $0, speed: speeds[$0] ?? 0) },
            seats: [
                "/dev/video0": Self.seat("1-1.1", hubs: [Self.hub], video: video),
                "/dev/video1": Self.seat("1-1.2", hubs: [Self.hub], video: video),
            ])
        #expect(USBMove.relieving(Self.cameras([Self.raw, Self.raw]), facts)?.text == expected)
        #expect(USBMove.relieving(Self.cameras([Self.raw, Self.jpeg]), facts) == nil)
    }
}
