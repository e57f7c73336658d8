import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamTiming

@Suite("Silences, without the time in which the machine was busy")
struct FairSilenceTests {
    private static let camera = FairSilence.Subject.input(InputName("back"))
    private static let encoder = FairSilence.Subject.encoder(OutputName("back"))

    /// Checks a silent subject four times a second, on two cores of which `busy` are in use, and returns the lengths of
    /// silence that count.
    private static func silences(
        of subject: FairSilence.Subject, busy: Double?, quarters: Int, speaksAt: Int? = nil
    ) -> [Duration] {
        var fair = FairSilence()
        return (0...quarters).map { quarter in
            let now = Duration.milliseconds(250 * quarter)
            let since = speaksAt.map { quarter >= $0 ? Duration.milliseconds(250 * $0) : .zero } ?? .zero
            return fair.observe([subject: now - since], at: now, load: busy.map { (now * $0, 2) })[subject] ?? .zero
        }
    }

    @Test(arguments: [nil, 0, 1.7] as [Double?])
    func `on a machine with room, or of which nothing is known, a silence counts in full`(
        busy: Double?
    ) {
        #expect(Self.silences(of: Self.encoder, busy: busy, quarters: 8).last == .seconds(2))
    }

    @Test func `what waits for a busy machine hangs no earlier than after ten seconds`() throws {
        let silences = Self.silences(of: Self.encoder, busy: 2, quarters: 40)
        #expect(silences[..<40].allSatisfy { $0 <= .milliseconds(250) })
        #expect(silences[40] == .seconds(10))
    }

    @Test func `a camera is excused for three seconds`() throws {
        let silences = Self.silences(of: Self.camera, busy: 1.9, quarters: 12)
        #expect(silences[11] <= .milliseconds(250))
        #expect(silences[12] == .seconds(3))
    }

    /// Nothing was silent at the first check, and the second one is late because the machine is busy.
    @Test(arguments: [(2.0, 0), (1.0, 1100)]) func `a silence is excused that grew long between two looks`(
        busy: Double, milliseconds: Int
    ) {
        var fair = FairSilence()
        _ = fair.observe([Self.encoder: .milliseconds(50)], at: .seconds(5), load: (.seconds(5) * busy, 2))
        let late = Duration.milliseconds(6_100)
        let silences = fair.observe([Self.encoder: .milliseconds(1_100)], at: late, load: (late * busy, 2))
        #expect(silences[Self.encoder] == .milliseconds(milliseconds))
    }

    @Test func `who speaks begins a new silence`() throws {
        let silences = Self.silences(of: Self.encoder, busy: 0, quarters: 12, speaksAt: 8)
        #expect(silences[7] == .milliseconds(1750))
        #expect(silences[12] == .seconds(1))
    }
}
