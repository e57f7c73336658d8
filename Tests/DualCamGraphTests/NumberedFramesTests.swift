import Testing

@testable import DualCamTiming
@testable import DualCamGraph
@testable import DualCamPlan

@Suite("Graph: frames by their camera's numbers")
struct NumberedFramesTests {
    /// The possible fates of a picture on its way to a file.
    enum Fate: Sendable { case written, lost, leftOut, paused, unkeyed }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var fates: [(Int64, Fate)]
        var missing: Int
        var leftOut = 0
        var paused = 0
    }

    static let rows: [Row] = [
        Row(testDescription: "all there", fates: (7...20).map { ($0, .written) }, missing: 0),
        Row(
            testDescription: "the driver left two numbers out",
            fates: [(7, .written), (10, .written), (11, .written)], missing: 2),
        Row(
            testDescription: "lost behind the valve",
            fates: [(7, .written), (8, .lost), (9, .lost), (10, .written)], missing: 2),
        Row(
            testDescription: "every other one left out on purpose",
            fates: [(7, .written), (8, .leftOut), (9, .written), (10, .leftOut), (11, .written)], missing: 0, leftOut: 2
        ),
        Row(
            testDescription: "one lost among those left out",
            fates: [(7, .written), (8, .leftOut), (10, .leftOut), (11, .written)], missing: 1, leftOut: 2),
        Row(
            testDescription: "a pause, and one that never came in it",
            fates: [(7, .written), (8, .paused), (10, .paused), (11, .written)], missing: 0, paused: 3),
        Row(
            testDescription: "one lost before a pause and one after it",
            fates: [(7, .written), (9, .paused), (10, .written), (12, .written)], missing: 2, paused: 1),
        Row(
            testDescription: "lost between a pause and a key frame, one that never came among them",
            fates: [(7, .written), (8, .paused), (9, .unkeyed), (11, .unkeyed), (12, .written)], missing: 3, paused: 1),
    ]

    /// Pictures are 33 ms apart; each row begins with a picture from before the start.
    @Test(arguments: rows)
    func whatIsMissingIsLost(row: Row) throws {
        var frames = NumberedFrames()
        frames.cut(5)
        var taken: [NumberedFrames.Frame] = []
        for (number, fate) in row.fates {
            let time = number * 33_000_000
            switch fate {
            case .written:
                frames.pass(number, at: time)
                let found = frames.match(at: time + 300)
                taken.append(try #require(found).frame)
            case .lost: frames.pass(number, at: time)
            case .leftOut: frames.leaveOut(number)
            case .paused: frames.cut(number)
            case .unkeyed: frames.lose(number)
            }
        }
        let (first, last) = (try #require(taken.first), try #require(taken.last))
        let count = FrameCount(
            first: first.number, last: last.number, leftOut: last.leftOut - first.leftOut,
            paused: last.paused - first.paused)
        #expect(count.missing(among: taken.count) == row.missing)
        #expect([count.leftOut, count.paused] == [row.leftOut, row.paused])
    }

    @Test func betweenTwoFilesTheMissingOnesAreKnown() {
        var frames = NumberedFrames()
        for number: Int64 in [3, 4, 7, 8] { frames.pass(number, at: number * 10_000) }
        let (first, _, third) = (frames.match(at: 30_000), frames.match(at: 40_000), frames.match(at: 70_000))
        #expect([first?.before, third?.before] == [nil, 2])
        frames.beginTake()
        let next = frames.match(at: 80_000)
        #expect(next?.frame.number == 8)
        #expect(next?.before == nil)
    }

    @Test func anEncodersDelayOrAPictureWithoutANumberIsNoLoss() {
        var frames = NumberedFrames()
        for number: Int64 in 0..<60 { frames.pass(number, at: number * 10_000) }
        // An encoder outputs its pictures late, and a pre-roll much later.
        let (first, strange, next) = (frames.match(at: 0), frames.match(at: 5_000), frames.match(at: 10_000))
        #expect(first?.frame.number == 0)
        #expect(strange == nil)
        // Pictures before one without a number do not count as predecessors of the next.
        #expect(next?.frame.number == 1)
        #expect(next?.before == nil)
    }

    /// v4l2src numbers the first picture 0, although the driver may count from 1.
    @Test func theSecondPictureFollowsTheFirst() {
        let numbers = FrameNumbers(frame: 33_333_333) { _ in }
        for (index, number) in [0, 2, 3, 6].enumerated() { numbers.see(Int64(number), at: Int64(index) * 40_000_000) }
        #expect((0..<4).map { numbers.number(at: Int64($0) * 40_000_000) } == [0, 1, 2, 5])
    }

    struct Wrap: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var numbers: [Int64]
        /// The number of missing pictures before each picture but the first.
        var missing: [Int]
    }

    private static let end: Int64 = 1 << 32

    /// The driver's counter has 32 bits and begins at 0 again.
    @Test(
        arguments: [
            Wrap(
                testDescription: "all there", numbers: [end - 3, end - 2, end - 1, 0, 1, 2], missing: [0, 0, 0, 0, 0]),
            Wrap(
                testDescription: "lost before, over and behind the turn", numbers: [end - 5, end - 4, end - 2, 1, 4],
                missing: [0, 1, 2, 2]),
            Wrap(
                testDescription: "a source that counts on by itself",
                numbers: [end - 2, end - 1, end, end + 1, end + 3], missing: [0, 0, 0, 1]),
            Wrap(
                testDescription: "a first number that the source invents", numbers: [0, end - 1, 0, 1, 3],
                missing: [0, 0, 0, 1]),
        ] as [Wrap]) func theNumbersGoOnBehindTheirLargest(wrap: Wrap)
    {
        let account = FrameAccount()
        let numbers = FrameNumbers(frame: 33_333_333) { _ in }
        account.follow(numbers)
        #expect(Self.record(wrap.numbers, numbers, account) == [nil] + wrap.missing)
    }

    /// A camera that has returned counts from 0 again, and a reopened source has no wraps of the counter.
    @Test func aReturnBeginsToCountAgain() {
        let account = FrameAccount()
        let before = FrameNumbers(frame: 33_333_333) { _ in }
        account.follow(before)
        #expect(Self.record([Self.end - 2, Self.end - 1, 0], before, account) == [nil, 0, 0])
        let after = FrameNumbers(frame: 33_333_333) { _ in }
        account.follow(after)
        #expect(Self.record([0, 1, 4], after, account, from: 1_000_000_000) == [nil, 0, 2])
        #expect(after.number(at: 1_080_000_000) == 4)
    }

    /// Records pictures 40 ms apart and returns the number of missing pictures before each.
    private static func record(_ numbers: [Int64], _ seen: FrameNumbers, _ account: FrameAccount, from begin: Int64 = 0)
        -> [Int?]
    {
        numbers.enumerated().map { index, number in
            let time = begin + Int64(index) * 40_000_000
            seen.see(number, at: time)
            account.pass(at: time, recorded: time)
            return account.match(at: time)?.before
        }
    }

    @Test func theNewestAreFoundWhenManyHaveCome() throws {
        let numbers = FrameNumbers(frame: 33_333_333) { _ in }
        for number: Int64 in 0..<20_000 { numbers.see(number, at: number * 33_333_333) }
        #expect(numbers.number(at: 19_999 * 33_333_333) == 19_999)
        #expect(numbers.number(at: 19_000 * 33_333_333) == 19_000)
        #expect(numbers.number(at: 33_333_333) == nil)
        #expect(numbers.number(at: 19_999 * 33_333_333 + 5_000_000) == nil)
    }
}
