import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamGraph

/// A test camera's pictures in the frames of a combined file. A busy machine may show older pictures than were due, but
/// reports each (`GraphEvent.repeated`). The frames that show older ones must be as many as were reported, at any speed
/// of the machine.
struct ShownCamera {
    private let name: String
    /// The running times of the combined frames, in seconds.
    private let times: [Double]
    /// The numbers of the camera's pictures that the frames show.
    private let numbers: [Int]
    /// `length`: the duration of the camera's picture; `frame`: that of a combined frame. In seconds.
    private let length: Double
    private let frame: Double
    /// The running time of the camera's picture 0, in seconds.
    private let zero: Double
    /// The tolerance in seconds. A file's time base rounds by half a millisecond, and pictures of different rates
    /// differ by more.
    private static let slack = 0.001

    /// - Parameters:
    ///   - numbers: The picture's number in each frame of the combined file, or in some consecutive frames.
    ///   - first: The index of the first of these frames in the file.
    ///   - own: The camera's own file, which has the times of its pictures.
    init(
        _ name: String, _ numbers: [Int?], from first: Int = 0, in combined: FileSummary, own: FileSummary,
        rate: Double = 30, combinedRate: Double = 30, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        (self.name, length, frame) = (name, 1 / rate, 1 / combinedRate)
        self.numbers = numbers.compactMap(\.self)
        let stamps = frameTimes(of: combined.path)
        try #require(
            self.numbers.count == numbers.count && numbers.count > 5 && first + numbers.count <= stamps.count,
            "\(name): \(numbers)", sourceLocation: sourceLocation)
        let start = Double(combined.start.nanoseconds) / 1e9
        times = stamps[first...].prefix(numbers.count).map { start + $0 - stamps[0] }
        let number = try #require(Frames(of: own).numbers().first ?? nil, sourceLocation: sourceLocation)
        zero = Double(own.start.nanoseconds) / 1e9 - Double(number) / rate
    }

    /// The frames with an older picture than was due: repeated although the next one was there, or past its time.
    var older: [Int] {
        numbers.indices.filter { index in
            let end = zero + Double(numbers[index] + 1) * length
            if end + Self.slack < times[index] { return true }
            guard index > 0, numbers[index] == numbers[index - 1] else { return false }
            return length < frame + Self.slack || end + Self.slack < times[index] + frame / 2
        }
    }

    /// The longest number of frames for which the same picture is repeated.
    var longestStand: Int {
        var (longest, now) = (0, 0)
        for (number, next) in zip(numbers, numbers.dropFirst()) {
            now = number == next ? now + 1 : 0
            longest = max(longest, now)
        }
        return longest
    }

    /// Expects that no frame goes back or shows a picture from the future. As many frames may have a picture that is
    /// too old as `events` report, but fewer than half.
    ///
    /// - Parameter isWhole: True if the camera is visible in no other frames, so that nothing more may be reported.
    func expectInTime(
        told events: [GraphEvent], isWhole: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let what: Comment = "\(name): \(numbers), too old at \(older), told \(events.repeated(of: name))"
        let isInOrder = zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
        // A camera's first picture is also shown before its time.
        let isTaken = numbers.indices.allSatisfy { index in
            numbers[index] == numbers[0] || zero + Double(numbers[index]) * length < times[index] + frame + Self.slack
        }
        #expect(isInOrder && isTaken, what, sourceLocation: sourceLocation)
        // The frame before the first one, which is not included, may have shown the same picture.
        let told = events.repeated(of: name)
        #expect(
            older.count <= told && (!isWhole || told <= older.count + 1), what, sourceLocation: sourceLocation)
        #expect(older.count * 2 < numbers.count, what, sourceLocation: sourceLocation)
    }
}

extension [GraphEvent] {
    /// Returns the number of combined frames for which an older picture of a camera was reported.
    func repeated(of camera: String) -> Int {
        reduce(0) { sum, event in
            if case .repeated(BranchID.mixerInput(InputName(camera)), let count, _) = event { sum + count } else { sum }
        }
    }
}
