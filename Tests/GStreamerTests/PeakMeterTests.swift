import Testing

@testable import GStreamer

@Suite struct PeakMeterTests {
    /// Samples arrive in pieces of any length; NaN counts as silence.
    @Test(arguments: [1, 2, 5])
    func theGreatestOfEachStretch(piece: Int) {
        let samples: [Float] = [0.1, -0.5, 0.25, 0, 2, .nan, -0.125]
        var meter = PeakMeter(each: 3)
        for start in stride(from: 0, to: samples.count, by: piece) {
            let part = samples[start..<min(samples.count, start + piece)]
            meter.append(part.flatMap { value in withUnsafeBytes(of: value) { Array($0) } })
        }
        #expect(meter.peaks == [0.5, 1, 0.125] && meter.samples == 7)
    }
}
