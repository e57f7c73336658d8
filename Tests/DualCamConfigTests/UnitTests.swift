@testable import DualCamConfig
import Testing

@Suite struct UnitTests {
    /// A text, its value, and the text that the value prints.
    @Test(arguments: [
        ("8Mbps", 8_000_000, "8Mbps"), ("2.5Mbps", 2_500_000, "2500kbps"), ("128kbps", 128_000, "128kbps"),
        ("1Gbps", 1_000_000_000, "1Gbps"), ("1bps", 1, "1bps"), ("8 Mbps", 8_000_000, "8Mbps"),
    ])
    func bitrates(text: String, bits: Int, printed: String) throws {
        try roundTrip(text, Bitrate(bitsPerSecond: bits), printed)
    }

    @Test(arguments: [
        ("0B", 0, "0B"), ("512B", 512, "512B"), ("2GB", 2_000_000_000, "2GB"), ("1GiB", 1_073_741_824, "1GiB"),
        ("1.5TB", 1_500_000_000_000, "1500GB"), ("1536KiB", 1_572_864, "1536KiB"), ("20kB", 20_000, "20kB"),
        ("3MiB", 3_145_728, "3MiB"), ("1TiB", 1_099_511_627_776, "1TiB"), ("7MB", 7_000_000, "7MB"),
    ])
    func byteCounts(text: String, bytes: Int64, printed: String) throws {
        try roundTrip(text, ByteCount(bytes: bytes), printed)
    }

    @Test(arguments: [
        ("0s", 0, "0s"), ("500ms", 500, "500ms"), ("2s", 2000, "2s"), ("10min", 600_000, "10min"),
        ("90min", 5_400_000, "1h30min"), ("1h30min", 5_400_000, "1h30min"), ("1.5s", 1500, "1s500ms"),
        ("30d", 2_592_000_000, "30d"), ("1d 2h", 93_600_000, "1d2h"),
    ])
    func durations(text: String, milliseconds: Int, printed: String) throws {
        try roundTrip(text, Duration.milliseconds(milliseconds), printed)
    }

    @Test(arguments: [("17:30", "17:30"), ("7:05", "07:05"), ("00:00", "00:00"), ("23:59", "23:59")])
    func timesOfDay(text: String, printed: String) throws {
        #expect(try TimeOfDay(parsing: text).notation == printed)
        #expect(try TimeOfDay(parsing: printed) == TimeOfDay(parsing: text))
    }

    @Test(
        arguments: [
            ("24:00", "'24:00' is out of range", "accepted: 00:00 ... 23:59"),
            ("17:60", "'17:60' is out of range", "accepted: 00:00 ... 23:59"),
            ("1730", "'1730' is not a time of day", "write hours and minutes as in 17:30"),
            ("17:3", "'17:3' is not a time of day", "write hours and minutes as in 17:30"),
            ("-1:30", "'-1:30' is not a time of day", "write hours and minutes as in 17:30"),
            ("5pm", "'5pm' is not a time of day", "write hours and minutes as in 17:30"),
        ])
    func whatIsNoTimeOfDay(text: String, message: String, hint: String) {
        #expect(throws: Refusal(message, hint: hint)) { try TimeOfDay(parsing: text) }
    }

    @Test(arguments: [
        ("30", FrameRate(30), "30"), ("30000/1001", FrameRate(30_000, 1001), "30000/1001"),
        ("60/2", FrameRate(30), "30"), ("1/2", FrameRate(1, 2), "1/2"),
    ])
    func frameRates(text: String, rate: FrameRate, printed: String) throws {
        try roundTrip(text, rate, printed)
    }

    @Test func theOthers() throws {
        try roundTrip("1920x1080", FrameSize(width: 1920, height: 1080), "1920x1080")
        try roundTrip("-3dB", Decibel(-3), "-3dB")
        try roundTrip("+1.5dB", Decibel(1.5), "1.5dB")
        try roundTrip("85C", Temperature(celsius: 85), "85C")
        try roundTrip("25%", Share(0.25), "25%")
        try roundTrip("7%", Share.percent(7), "7%")
        try roundTrip("12.5%", Share(0.125), "12.5%")
    }

    @Test func whatNoFileSaysIsPrintedToo() {
        #expect(Duration.nanoseconds(-1_500_000_000).notation == "-1s500ms")
        #expect(Duration.nanoseconds(1_999_999).notation == "1ms")
    }

    private func roundTrip<Value: Quantity & Equatable>(_ text: String, _ value: Value, _ printed: String) throws {
        #expect(try Value(parsing: text) == value)
        #expect(value.notation == printed)
        #expect(try Value(parsing: printed) == value)
    }
}

@Suite struct UnitRefusalTests {
    private static let bitrateUnits = "write bps, kbps, Mbps or Gbps, as in 8Mbps"
    private static let lengthUnits = "write ms, s, min, h or d, as in 10min"
    private static let rateForm = "write frames a second without a unit, as in 30 or 30000/1001"

    @Test(arguments: [
        ("8", "'8' has no unit", bitrateUnits), ("8mbps", "'mbps' is not a unit of a bitrate", "did you mean 'Mbps'?"),
        ("8MB", "'MB' is not a unit of a bitrate", bitrateUnits), ("fast", "'fast' is not a bitrate", bitrateUnits),
        ("1e3kbps", "'1e3kbps' is not a bitrate", bitrateUnits),
        ("1.2.3Mbps", "'1.2.3Mbps' is not a bitrate", bitrateUnits),
        ("0bps", "'0bps' is out of range", "accepted: 1bps ... 1000Gbps"), ("", "'' is not a bitrate", bitrateUnits),
        ("infMbps", "'infMbps' is not a bitrate", bitrateUnits),
    ])
    func bitrates(text: String, message: String, hint: String) { refuse(Bitrate.self, text, message, hint) }

    @Test(arguments: [
        ("10", "'10' has no unit", lengthUnits), ("1h30", "'30' has no unit", lengthUnits),
        ("10m", "'m' is not a unit of a length of time", lengthUnits),
        ("30min1h", "'30min1h' is out of order", "write larger units first, each once, as in 1h30min"),
        ("-5s", "'-5s' is out of range", "accepted: 0s ... 36500d"),
        ("0.5ms", "'0.5ms' is finer than a millisecond", "write whole milliseconds"),
    ])
    func durations(text: String, message: String, hint: String) { refuse(Duration.self, text, message, hint) }

    @Test(arguments: [
        ("29.97", "'29.97' is not a frame rate", "write the fraction 30000/1001"),
        ("23.976", "'23.976' is not a frame rate", "write the fraction 24000/1001"),
        ("59.94", "'59.94' is not a frame rate", "write the fraction 60000/1001"),
        ("12.5", "'12.5' is not a frame rate", "write the fraction 25/2"),
        ("30fps", "'30fps' is not a frame rate", rateForm),
        ("30/", "'30/' is not a frame rate", rateForm), ("1/2/3", "'1/2/3' is not a frame rate", rateForm),
        ("-30", "'-30' is not a frame rate", rateForm),
        ("0", "'0' is out of range", "accepted: 1/1000 ... 1000 frames a second"),
        ("30/0", "'30/0' is out of range", "accepted: 1/1000 ... 1000 frames a second"),
        ("1001", "'1001' is out of range", "accepted: 1/1000 ... 1000 frames a second"),
    ])
    func frameRates(text: String, message: String, hint: String) { refuse(FrameRate.self, text, message, hint) }

    @Test(arguments: [
        ("1080p", "'1080p' is not a size", "write WIDTHxHEIGHT in pixels, as in 1920x1080"),
        ("1921x1080", "'1921x1080' has an odd side", "write even numbers, as in 1920x1080"),
        ("14x16", "'14x16' is out of range", "accepted: 16x16 ... 16384x16384"),
        ("16x16386", "'16x16386' is out of range", "accepted: 16x16 ... 16384x16384"),
    ])
    func frameSizes(text: String, message: String, hint: String) { refuse(FrameSize.self, text, message, hint) }

    @Test func theOthers() {
        refuse(Decibel.self, "3", "'3' has no unit", "write it as in -3dB")
        refuse(Temperature.self, "85F", "'F' is not a unit of a temperature", "write it as in 85C")
        refuse(Share.self, "0.25", "'0.25' has no unit", "write it as in 25%")
        refuse(ByteCount.self, "-1B", "'-1B' is out of range", "accepted: 0B ... 1000TB")
        refuse(ByteCount.self, "2Gb", "'Gb' is not a unit of a size", "did you mean 'GB'?")
    }

    private func refuse<Value: Quantity>(_ type: Value.Type, _ text: String, _ message: String, _ hint: String) {
        #expect(throws: Refusal(message, hint: hint)) { try Value(parsing: text) }
    }
}
