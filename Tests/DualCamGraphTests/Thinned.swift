import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamGraph
import DualCamTiming

/// The test camera's frames that must be in an output's files while its frame rate is reduced.
struct Thinned {
    let output: OutputName
    let files: [FileSummary]
    /// The reduced rates with the running time from which each holds, in order.
    let changes: [(share: RateShare, at: RunningTime)]
    /// The number of frames that were reported lost.
    private let dropped: Int
    /// `repeated`: the number of combined frames with an older picture of the first camera than was due; `missed`: the
    /// number of its pictures that never reached the combined picture.
    private let (repeated, missed): (Int, Int)
    /// The time from which the frames' positions are counted, in nanoseconds.
    private let began: Int64

    init(_ output: String, _ files: [FileSummary], _ events: [GraphEvent]) {
        self.output = OutputName(output)
        self.files = files.filter { $0.output == OutputName(output) }
        changes = events.compactMap { event in
            guard case .rateChanged(OutputName(output), let share, let at) = event else { return nil }
            return (share, at)
        }
        dropped = events.dropped(by: self.output)
        let isCombined = output == "combined"
        repeated = isCombined ? events.repeated(Rehearsal.back) : 0
        missed = isCombined ? events.compactMap(\.droppedBeforeMixer).reduce(0, +) : 0
        began =
            events.lazy.compactMap { if case .recording(let at, _, _, _) = $0 { at.nanoseconds } else { nil } }.first
            ?? 0
    }

    private func place(_ time: RunningTime) -> Int {
        Int((Double(time.nanoseconds - began) * 30 / 1e9).rounded())
    }

    /// Returns the positions of the expected frames within a range, in frames. Never leaves out more than one frame in
    /// a row, even when the rate changes.
    private func expected(_ places: ClosedRange<Int>) -> [Int] {
        let starts = Set(files.filter { $0.segment > 0 }.map { place($0.start) })
        return places.reduce(into: []) { kept, number in
            let share = changes.last { place($0.at) <= number }?.share ?? .full
            let isFar = kept.last.map { number - $0 > 1 } ?? true
            if isFar || share.keeps(Int64(number)) || starts.contains(number) { kept.append(number) }
        }
    }

    /// Expects exactly the right counters, except for frames that were reported lost. A combined frame without a
    /// counter shows no picture yet, as was reported.
    ///
    /// - Returns: The number of missing frames. A frame that repeats an older picture counts as the one that was due.
    @discardableResult
    func expectExact(
        width: Int = Rehearsal.size.width, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Int {
        let read = files.map { Frames(of: $0, width: width).numbers() }
        #expect(read.map(\.count) == files.map(\.frames), "\(output)", sourceLocation: sourceLocation)
        let all = read.flatMap { $0 }
        let empty = all.prefix { $0 == nil }.count
        let numbers = all.compactMap { $0 }
        let note: Comment = "\(output): \(all), told: \(dropped) dropped, \(repeated) repeated, \(missed) missed"
        #expect(numbers.count + empty == all.count && empty <= repeated, note, sourceLocation: sourceLocation)
        let first = try #require(numbers.first, sourceLocation: sourceLocation)
        let last = try #require(numbers.last, sourceLocation: sourceLocation)
        let shift = place(try #require(files.first).start) + empty - first
        let wanted = expected(first + shift...max(first, last) + shift).map { $0 - shift }
        let told = dropped + repeated + missed
        #expect(told > 0 || numbers == wanted, note, sourceLocation: sourceLocation)
        let shown = Set(numbers)
        #expect(shown.isSubset(of: wanted) && numbers == numbers.sorted(), note, sourceLocation: sourceLocation)
        #expect(numbers.count - shown.count <= repeated, note, sourceLocation: sourceLocation)
        #expect(wanted.count - shown.count <= told, note, sourceLocation: sourceLocation)
        return max(0, wanted.count - numbers.count)
    }
}
