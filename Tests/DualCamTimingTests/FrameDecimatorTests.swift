import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamTiming

/// The reduction of frame rates. Frames are named by their numbers at 30 per second.
struct FrameDecimatorTests {
    private static let rate = FrameRate(30, 1)

    private static func time(_ place: Double) -> Int64 { Int64(place * 1e9 / 30) }

    /// Returns which of the given frame positions are kept, in order of arrival.
    private static func kept(_ places: [Double], _ share: RateShare, musts: [Double] = []) -> [Double] {
        var decimator = FrameDecimator(rate)
        decimator.apply(share, from: 0)
        for must in musts { decimator.keep(firstFrom: time(must)) }
        return places.filter { decimator.judge(time($0)).isKept }
    }

    static let even: [(share: RateShare, first: Double, kept: [Double])] = [
        (.full, 0, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
        (.twoThirds, 0, [0, 1, 3, 4, 6, 7, 9, 10]),
        (.half, 0, [0, 2, 4, 6, 8, 10]),
        (.third, 0, [0, 3, 6, 9]), (.quarter, 0, [0, 4, 8]), (.sixth, 0, [0, 6]),
        // The first frame of a stream is kept; the rest follows the usual pattern.
        (.half, 301, [301, 302, 304, 306, 308, 310, 312]),
        (.twoThirds, 302, [302, 303, 304, 306, 307, 309, 310, 312, 313]),
    ]

    @Test(arguments: even) func keepsTheSameInstantsWhateverComesFirst(
        share: RateShare, first: Double, kept: [Double]
    ) {
        #expect(Self.kept((0..<12).map { first + Double($0) }, share) == kept)
    }

    /// Frames from before the start of the recording belong to another count.
    @Test(arguments: [0.2, 0.5, 1, 1.4]) func countsFromTheStart(phase: Double) {
        var decimator = FrameDecimator(Self.rate)
        _ = decimator.judge(Self.time(0))
        _ = decimator.judge(Self.time(1))
        decimator.apply(.half, from: Self.time(1.5))
        let origin = Self.time(2 - phase / 10)
        let kept = (2..<8).filter { decimator.judge(Self.time(Double($0)), since: origin).isKept }
        #expect(kept == [2, 4, 6])
    }

    static let disturbed: [(what: String, share: RateShare, places: [Double], kept: [Double])] = [
        ("a lost frame that was wanted", .half, [0, 1, 2, 3, 5, 6, 7, 8], [0, 2, 5, 6, 8]),
        ("a lost frame that was not", .half, [0, 1, 2, 4, 5, 6], [0, 2, 4, 6]),
        ("two thirds without the second", .twoThirds, [0, 1, 2, 3, 5, 6, 7, 8, 9], [0, 1, 3, 5, 6, 7, 9]),
        ("a camera in the dark gives half by itself", .half, [1, 3, 5, 7, 9], [1, 3, 5, 7, 9]),
        ("trembling about the middle between two", .half, [0.4, 1.6, 2.4, 3.6, 4.4, 5.6, 6.4], [0.4, 2.4, 4.4, 6.4]),
        ("a third without a frame that was wanted", .third, [0, 1, 2, 4, 5, 6, 7], [0, 4, 6]),
        ("a camera in the dark gives half, and a quarter is wanted", .quarter, [0, 2, 4, 6, 8], [0, 4, 8]),
        ("after a long pause", .half, [0, 1, 2, 101, 102, 103, 104], [0, 2, 101, 102, 104]),
        ("a stream that begins again", .half, [100, 101, 102, 3, 4, 5, 6], [100, 102, 3, 4, 6]),
    ]

    @Test(arguments: disturbed) func neverLeavesOutMoreThanItsShare(
        what: String, share: RateShare, places: [Double], kept: [Double]
    ) {
        #expect(Self.kept(places, share) == kept, "\(what)")
    }

    /// The camera's clock is fast or slow by 1 in 500. No distance between kept frames is too long, and only few extra
    /// frames are kept.
    @Test(arguments: [0.998, 1.002], [RateShare.half, .twoThirds, .third, .sixth])
    func staysEvenWithACameraWhoseClockDrifts(
        pace: Double, share: RateShare
    ) {
        let places = (0..<6000).map { Double($0) * pace }
        let kept = Self.kept(places, share)
        let distances = zip(kept.dropFirst(), kept).map { $0 - $1 }
        #expect(distances.allSatisfy { $0 < (Double(share.distance) + 0.01) * max(pace, 1) })
        #expect(abs(Double(kept.count) - 6000 * share.fraction) < 20, "\(kept.count)")
    }

    /// A file begins with the first frame from its boundary on, whatever the rate is reduced to.
    @Test(arguments: RateShare.allCases, [4.0, 4.2, 5, 5.5]) func keepsTheFrameAFileBeginsWith(
        share: RateShare, boundary: Double
    ) {
        let kept = Self.kept((0..<12).map(Double.init), share, musts: [boundary])
        #expect(kept.contains(boundary.rounded(.up)))
        let usual = Self.kept((0..<12).map(Double.init), share)
        #expect(Set(kept).subtracting(usual).isSubset(of: [boundary.rounded(.up)]))
        #expect(Set(usual).isSubset(of: kept))
    }

    /// The reduction begins at a time that the stream has not reached. A stream that is far behind is reduced at once,
    /// not only from then on.
    @Test(arguments: [(behind: 14.0, from: 16.0), (behind: 60, from: 3)]) func aLateStreamTakesAShareAtOnce(
        behind: Double, from first: Double
    ) {
        var decimator = FrameDecimator(Self.rate)
        for number in 0..<3 { _ = decimator.judge(Self.time(Double(number))) }
        decimator.apply(.sixth, from: Self.time(2 + behind))
        let begins = (3..<80).first { decimator.judge(Self.time(Double($0))).begins == .sixth }
        #expect(begins.map(Double.init) == first)
    }

    @Test func tellsTheFirstFrameOfEachShareOnce() {
        var decimator = FrameDecimator(Self.rate)
        var begins: [Int: RateShare] = [:]
        for number in 0..<20 {
            if number == 5 { decimator.apply(.half, from: Self.time(7)) }
            if number == 6 { decimator.apply(.half, from: Self.time(9)) }
            if number == 12 { decimator.apply(.twoThirds, from: Self.time(15)) }
            if number == 14 { decimator.apply(.half, from: Self.time(15)) }
            if number == 16 { decimator.apply(.full, from: 0) }
            begins[number] = decimator.judge(Self.time(Double(number))).begins
        }
        #expect(begins == [7: .half, 16: .full])
    }
}
