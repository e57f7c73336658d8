import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamGraph

/// A test camera's pictures in the frames of a combined file. A machine that is short of time may show an older picture than was due, but
/// tells each (`GraphEvent.repeated`): the frames that do, found by what is in them, are as many as were told, at any speed of the machine.
struct ShownCamera {
    private let name: String
    /// Running times of the combined frames, in seconds.
    private let times: [Double]
    /// The numbers of the camera's pictures that the frames show.
    private let numbers: [Int]
    /// The lengths of the camera's picture and of a combined frame, in seconds.
    private let length: Double
    private let frame: Double
    /// Running time of the camera's picture 0, in seconds.
    private let zero: Double
    /// A file's time base rounds by half a millisecond; pictures of different rates lie further apart.
    private static let slack = 0.001

    /// - Parameters:
    ///   - numbers: by the combined file's frames, or by some of them in a row.
    ///   - first: the place of the first of them in the file.
    ///   - own: a file of the camera itself, which tells when its pictures were taken.
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

    /// The frames that show an older picture than was due: one again although the next was there, or one whose time was over.
    var older: [Int] {
        numbers.indices.filter { index in
            let end = zero + Double(numbers[index] + 1) * length
            if end + Self.slack < times[index] { return true }
            guard index > 0, numbers[index] == numbers[index - 1] else { return false }
            return length < frame + Self.slack || end + Self.slack < times[index] + frame / 2
        }
    }

    /// The longest time in frames for which the same picture stands.
    var longestStand: Int {
        var (longest, now) = (0, 0)
        for (number, next) in zip(numbers, numbers.dropFirst()) {
            now = number == next ? now + 1 : 0
            longest = max(longest, now)
        }
        return longest
    }

    /// Expects that no frame goes back or shows what was not taken yet, and that those with a picture that is too old are as many as
    /// `events` tell, but fewer than half: a camera that is shown late for no reason is late in all of them.
    ///
    /// - Parameter isWhole: the camera is seen in no other frames, so that nothing else may be told.
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
        // The frame before the first one is not here: that may have shown the same picture.
        let told = events.repeated(of: name)
        #expect(
            older.count <= told && (!isWhole || told <= older.count + 1), what, sourceLocation: sourceLocation)
        #expect(older.count * 2 < numbers.count, what, sourceLocation: sourceLocation)
    }
}

extension [GraphEvent] {
    /// The combined frames in which a camera's picture was told to be an older one than was due.
    func repeated(of camera: String) -> Int {
        reduce(0) { sum, event in
            if case .repeated(BranchID.mixerInput(InputName(camera)), let count, _) = event { sum + count } else { sum }
        }
    }
}
