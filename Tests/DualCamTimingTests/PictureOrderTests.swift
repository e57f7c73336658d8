import DualCamPlan
import Testing

@testable import DualCamTiming

/// The order of a camera's pictures in combined frames. Times are in milliseconds, and a frame lasts 40 ms.
@Suite struct PictureOrderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var pictures: [Int64?]
        /// True for the combined frames that are recorded; empty: all are.
        var isRecorded: [Bool] = []
        var isAgain = false
        /// The expected jumps: the number of the combined frame, the time of the previous picture and that of the next
        /// one, in milliseconds.
        var jumps: [[Int64]] = []
    }

    /// The combined frames begin at 0, 40, 80 ...
    @Test(arguments: [
        Row(testDescription: "every frame is new", pictures: [5, 45, 85, 125]),
        Row(testDescription: "frames that lie on those of the picture", pictures: [0, 40, 80, 120]),
        Row(
            testDescription: "two came late and were passed over", pictures: [5, 5, 5, 125, 165],
            jumps: [[120, 5, 125]]),
        Row(
            testDescription: "one came late, all lag by one until one is lost", pictures: [5, 5, 45, 85, 165, 205],
            jumps: [[80, 5, 45], [160, 85, 165]]),
        Row(
            testDescription: "a slow clock: late no more, without a jump", pictures: [5, 5, 70, 115, 161, 205],
            jumps: [[80, 5, 70], [160, 121, 161]]),
        Row(testDescription: "trembling around the frame", pictures: [1, 39, 81, 119, 161]),
        Row(testDescription: "no picture at first", pictures: [nil, nil, 85, 125]),
        Row(
            testDescription: "late before the recording began", pictures: [5, 5, 45, 85, 125],
            isRecorded: [false, false, false, true, true], jumps: [[120, 45, 85]]),
        Row(
            testDescription: "late once, and in time behind a pause", pictures: [5, 5, 45, 85, 165, 205],
            isRecorded: [true, true, true, false, false, true], jumps: [[80, 5, 45], [200, 165, 205]]),
        Row(
            testDescription: "a camera that has returned", pictures: [5, 45, 85], isAgain: true, jumps: [[0, -35, 5]]),
    ]) func tellsWherePicturesDoNotFollow(row: Row) {
        var order = PictureOrder(frame: 40_000_000, isAgain: row.isAgain)
        let told = row.pictures.enumerated().compactMap { number, picture in
            let isRecording = row.isRecorded.isEmpty || row.isRecorded[number]
            return order.jump(
                to: picture.map { $0 * 1_000_000 }, at: Int64(number) * 40_000_000, isRecording: isRecording)
        }
        let jumps = told.map { [$0.at, $0.last, $0.next].map { $0.nanoseconds / 1_000_000 } }
        #expect(jumps == row.jumps)
    }
}
