import DualCamSupervisorPolicy

@testable import DualCamRecordings
@testable import DualCamSession

/// The fuzz targets that parse JSON texts and heartbeats, and write them again.
enum TextFuzz {
    static func run(json bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) else { return }
        let again = try? JSONValue(parsing: value.line)
        precondition(again?.line == value.line, "a JSON value is another one when it is read again")
        _ = ReadingRange.firstRefused(in: value)
        use(value)
    }

    private static func use(_ value: JSONValue) {
        _ = (value.count, value.nanoseconds, value.number, value.time, value == value)
        _ = JSONValue.ratio(value.number)
        _ = Wording.number(value.number ?? .nan, fractionDigits: 3)
        _ = Wording.degrees(value.number ?? .infinity)
        if let whole = value.whole {
            _ = (
                WallTime.iso8601(whole), WallTime.local(whole), Wording.size(whole),
                JSONValue.thousandths(whole)
            )
        }
        if let text = value.text { _ = WallTime.unixNanoseconds(iso8601: text) }
        for value in value.list ?? value.members?.map(\.value) ?? [] { use(value) }
    }

    static func run(heartbeats bytes: [UInt8]) {
        var rates = FrameRates()
        for (second, line) in bytes.split(separator: 0x0A).prefix(50).enumerated() {
            guard let beat = Heartbeat(line: line) else { continue }
            let reading = MetricsReading(
                beat: beat, isRecording: true, rates: rates.observe(beat.outputs, at: .seconds(second)))
            _ = reading.text
            _ = try? beat.line()
        }
    }
}
