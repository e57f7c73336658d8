internal import DualCamDevices
import DualCamGraph
internal import DualCamPlan
internal import GStreamer

extension MediaPipeline {
    /// The number of consecutive progress checks without progress after which a render fails as stalled. The checks
    /// take two minutes, times `Patience.factor`.
    private static var patience: Int { 480 * Patience.factor }
    /// The interval between two progress checks, in nanoseconds.
    private static let interval: UInt64 = 250_000_000

    /// Runs a non-live pipeline until its end, and reports the progress. Blocks.
    ///
    /// - Parameters:
    ///   - what: a noun for the result in error messages, such as `the combined file`.
    ///   - progress: returns the progress so far.
    ///   - failure: returns the error that occurred on a streaming thread; `nil` for none.
    ///   - goesOn: called with the progress at the beginning and four times a second; returns false to cancel.
    /// - Returns: the final progress; `nil` if `goesOn` cancelled.
    /// - Throws: the error from `failure` or else from the pipeline's bus; a `.timeout` if the render stalls.
    func playToEnd(
        of what: String, progress: () -> SessionComposer.Progress, failure: () -> GraphFailure?,
        goesOn: (SessionComposer.Progress) -> Bool
    ) throws(GraphFailure) -> SessionComposer.Progress? {
        try translating { try setState(.playing) }
        // A short render ends before the first interval.
        guard goesOn(progress()) else { return nil }
        var (last, left) = (Int64(0), Self.patience)
        while true {
            let hasEnded: Bool
            do throws(LibraryError) { hasEnded = try waitForEnd(nanoseconds: Self.interval) } catch {
                throw failure() ?? GraphFailure(writing: what, error)
            }
            if let failure = failure() { throw failure }
            let progress = progress()
            if hasEnded { return progress }
            guard goesOn(progress) else { return nil }
            (last, left) = (progress.length, progress.length > last ? Self.patience : left - 1)
            guard left > 0 else {
                let reached = progress.length / 1_000_000
                throw GraphFailure(.timeout, message: "\(what): nothing more comes after \(reached) ms").advised
            }
        }
    }
}

extension GraphFailure {
    /// Creates the error for a new file that cannot be written. Its code is `.diskFull` or `.diskFailed` for a
    /// GStreamer resource error, and `.fault` for any other error.
    ///
    /// - Parameter what: a noun for the file in the message, such as `the combined file`.
    init(writing what: String, _ error: LibraryError) {
        let code: Code =
            switch error.resource {
            case .noSpaceLeft: .diskFull
            case .some: .diskFailed
            case nil: .fault
            }
        self = GraphFailure(code, message: "\(what) cannot be made: \(error.message)").advised
    }
}
