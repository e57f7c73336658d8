import Testing

@testable import DualCamTiming
@testable import DualCamGraph

/// The control loop for a device's drift, with simulated clocks. Times are in seconds.
@Suite struct DriftCorrectionTests {
    struct Arrivals: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var jitter = 0.0
        var quantum = 0.02
        var burst = 1
        var beat = 0.0

        init(_ name: String, jitter: Double = 0, quantum: Double = 0.02, burst: Int = 1, beat: Double = 0) {
            testDescription = name
            (self.jitter, self.quantum, self.burst, self.beat) = (jitter, quantum, burst, beat)
        }

        func device(_ millionths: Double) -> SimulatedDevice {
            var device = SimulatedDevice(millionths)
            (device.jitter, device.quantum, device.burst, device.beat) = (jitter, quantum, burst, beat)
            return device
        }
    }

    static let kinds: [Arrivals] = [
        Arrivals("even", jitter: 0.001), Arrivals("uneven by 20 ms", jitter: 0.02),
        Arrivals("uneven by 40 ms", jitter: 0.04), Arrivals("four at a time", jitter: 0.005, burst: 4),
        Arrivals("large buffers", jitter: 0.02, quantum: 0.17),
        Arrivals("a beat of buffers", jitter: 0.002, beat: 0.009),
    ]
    static let clocks: [Double] = [0, 200, -200, 500, -500, 3000, -3000]

    /// The loop may take ten seconds to settle; after that the sound stays within 10 ms.
    @Test(arguments: kinds, clocks) func staysWithin10Milliseconds(_ arrivals: Arrivals, _ millionths: Double) throws {
        var sound = CorrectedDevice(arrivals.device(millionths))
        sound.run(until: 300)
        #expect(sound.worst(from: 10) < 0.01)
        #expect(sound.wow(from: 11) < 50)
        #expect(sound.jumps == [])
        let drift = try #require(sound.correction.drift) * -1e6
        #expect(abs(drift - millionths) < 10, "\(drift)")
    }

    /// The drift is not reported before the loop has settled. Previously, it was reported after five seconds and was
    /// wrong by hundreds of millionths.
    @Test(arguments: kinds) func isNotKnownBeforeItHasSettled(_ arrivals: Arrivals) throws {
        var device = arrivals.device(3000)
        device.quantum = min(device.quantum, 0.02)
        var sound = CorrectedDevice(device)
        sound.run(until: 8.5)
        #expect(sound.correction.drift == nil)
        sound.run(until: 12)
        #expect(sound.correction.drift != nil)
    }

    /// The sound server says only after some sound has arrived how late it delivers it: before the stream begins, or
    /// afterwards.
    @Test(arguments: [0.05, 0.1, 1, 30]) func aDelayOfTheSoundServerIsTakenOut(known: Double) {
        var device = SimulatedDevice(500)
        (device.jitter, device.delay) = (0.002, 0.0107)
        var sound = CorrectedDevice(device)
        sound.run(until: known)
        sound.correction.learn(delay: 0.0107)
        sound.run(until: known + 60)
        #expect(sound.worst(from: Int(known) + 40) < 0.005, "\(sound.worst)")
        #expect(sound.worst(from: 0) < 0.015)
        #expect(sound.wow(from: 11) < (known < 10 ? 50 : 400))
        #expect(sound.jumps == [])
    }

    /// The stream begins when the sound server has answered, however large the delay is. A delay that cannot be true is
    /// not believed.
    @Test(arguments: [(0.17, 0.17), (nil, 0), (3, 0)] as [(Double?, Double)])
    func theStreamWaitsForTheSoundServer(told: Double?, delay: Double) {
        var device = SimulatedDevice(0)
        device.delay = delay
        var sound = CorrectedDevice(device, awaitsDelay: true)
        sound.run(until: 0.5)
        #expect(sound.end == nil)
        sound.correction.learn(delay: told)
        sound.run(until: 20)
        #expect(sound.jumps == [] && sound.worst(from: 0) < 0.002, "\(sound.worst)")
    }

    /// A drift that is too large to correct is still measured, so that it can be reported.
    @Test(arguments: [5500.0, -8000]) func aClockThatIsOffByTooMuchIsMeasured(_ millionths: Double) throws {
        var device = SimulatedDevice(millionths)
        device.jitter = 0.005
        var sound = CorrectedDevice(device)
        sound.run(until: 60)
        let drift = try #require(sound.correction.drift) * -1e6
        #expect(abs(drift - millionths) < 100, "\(drift)")
        #expect(!sound.jumps.isEmpty && sound.worst(from: 20) < 0.045, "\(sound.worst(from: 20))")
    }

    @Test("After an hour and after a day", arguments: [(3600.0, 0.02), (86_400.0, 0.17)] as [(Double, Double)])
    func staysForLong(_ seconds: Double, _ quantum: Double) throws {
        for millionths in [-3000.0, 200] {
            var device = SimulatedDevice(millionths)
            (device.jitter, device.quantum) = (0.03, quantum)
            var sound = CorrectedDevice(device)
            sound.run(until: seconds)
            #expect(sound.worst(from: 10) < 0.01)
            #expect(sound.wow(from: 11) < 50)
            #expect(sound.jumps == [])
        }
    }

    /// The clock of a device that becomes warm.
    @Test func followsAClockThatWanders() {
        var device = SimulatedDevice(100)
        device.jitter = 0.01
        var sound = CorrectedDevice(device)
        for minute in 1...30 {
            sound.device.millionths += 1
            sound.run(until: Double(minute) * 60)
        }
        #expect(sound.worst(from: 10) < 0.003)
        #expect(sound.jumps == [])
    }

    @Test func followsAClockThatChanges() {
        var sound = CorrectedDevice(SimulatedDevice(200))
        sound.run(until: 200)
        sound.device.millionths = 300
        sound.run(until: 400)
        #expect(sound.worst(from: 10) < 0.01)
        #expect(sound.worst(from: 350) < 0.002)
        #expect(sound.jumps == [])
    }

    /// The backlog that pulsesrc delivers at once at the beginning is skipped.
    @Test func waitsForTheBacklogAtTheBeginning() throws {
        var correction = DriftCorrection()
        var verdicts: [DriftCorrection.Verdict] = []
        for number in 0..<60 {
            let time = number < 30 ? 0.01 + Double(number) * 0.0005 : 0.02 * Double(number - 29) + 0.02
            verdicts.append(correction.arrive(0.02, lost: 0, at: time))
        }
        let begin = try #require(verdicts.firstIndex { $0 != .wait })
        #expect(begin < 45)
        guard case .begin(let moment) = verdicts[begin] else { return #expect(Bool(false), "\(verdicts)") }
        // The 31st buffer ends at 0.04 s.
        #expect(abs(moment - (0.04 - 31 * 0.02)) < 0.001)
        #expect(verdicts[(begin + 1)...].allSatisfy { $0 == .follow })
    }

    @Test func leavesOutWhatIsBeforeALossAtTheBeginning() {
        var correction = DriftCorrection()
        #expect(correction.arrive(0.02, lost: 0, at: 0.02) == .wait)
        #expect(correction.arrive(0.02, lost: 0.2, at: 0.24) == .restart)
        #expect(correction.arrive(0.02, lost: 0, at: 0.26) == .wait)
    }

    /// After a pause of the machine or the sound server, all sound arrives late, but nothing is missing.
    @Test func waitsForWhatIsLate() {
        var sound = CorrectedDevice(SimulatedDevice(500))
        sound.run(until: 30)
        let late = (0..<100).map { _ in sound.device.next() }.joined()
        let end = sound.device.captured
        for (number, _) in late.enumerated() { sound.take(0.02, at: end + Double(number) * 1e-4) }
        sound.run(until: 60)
        #expect(sound.jumps == [])
        #expect(sound.worst(from: 33) < 0.01)
    }

    @Test("Sound that is missing is left out; a little is made up for", arguments: [0.2, 0.08, 0.05, 0.02])
    func noticesGaps(_ gap: Double) {
        var sound = CorrectedDevice(SimulatedDevice(500))
        sound.run(until: 30)
        sound.device.lose(gap)
        sound.run(until: 130)
        let settled: Int
        if gap > DriftCorrection.largestDebt {
            #expect(sound.jumps.count == 1 && abs((sound.jumps.first ?? 0) - gap) < 0.006, "\(sound.jumps)")
            settled = gap > DriftCorrection.largestOffset ? 32 : 40
        } else {
            #expect(sound.jumps == [])
            settled = 70
        }
        #expect(sound.worst(from: settled) < 0.01)
        #expect(sound.wow(from: 11) < 50)
    }

    @Test func noticesSurplus() {
        var sound = CorrectedDevice(SimulatedDevice(500))
        sound.run(until: 30)
        sound.device.lose(-0.15)
        sound.run(until: 60)
        #expect(sound.jumps.count == 1 && abs((sound.jumps.first ?? 0) + 0.15) < 0.002, "\(sound.jumps)")
        #expect(sound.worst(from: 32) < 0.01)
    }

    /// A gap is at the right time and has the right length.
    @Test(arguments: [0.005, 0.02, 1.0]) func leavesOutWhatIsKnownToBeLost(_ lost: Double) {
        var sound = CorrectedDevice(SimulatedDevice(-300))
        sound.run(until: 30)
        sound.device.lose(lost)
        for arrival in sound.device.next() { sound.take(0.02, lost: lost, at: arrival.time) }
        #expect(sound.jumps.count == 1 && abs((sound.jumps.first ?? 0) - lost) < 0.001, "\(sound.jumps)")
        sound.run(until: 60)
        #expect(sound.jumps.count == 1)
        #expect(sound.worst(from: 31) < 0.002)
    }

    /// A drift beyond what resampling may correct is cut from time to time.
    @Test func limitsTheRate() {
        var sound = CorrectedDevice(SimulatedDevice(8000))
        sound.run(until: 120)
        #expect(sound.worst(from: 10) < 0.07)
        #expect(!sound.jumps.isEmpty && sound.jumps.allSatisfy { $0 < 0 })
        let ratios = sound.stretches.values
        #expect(ratios.allSatisfy { $0.least >= 1 - DriftCorrection.limit && $0.most <= 1 + DriftCorrection.limit })
    }
}
