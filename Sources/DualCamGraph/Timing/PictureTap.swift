internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// A probe that analyses about two pictures of one camera per second and reports their properties, such as brightness.
final class PictureTap: Sendable {
    /// The intervals between analysed pictures, in nanoseconds. They are unequal, because with equal ones the same
    /// position of a short looping clip would be analysed each time.
    private static let distances: [Int64] = [370_000_000, 610_000_000, 430_000_000, 590_000_000]

    private struct Schedule {
        var due = Int64.min
        var looks = 0
        /// The properties of the last analysed picture of a grabber, a device that captures an HDMI or similar signal.
        var last: PictureFigures?
    }

    private let camera: InputName
    private let isGrabber: Bool
    private let reporter: Reporter
    private let schedule = Mutex(Schedule())

    /// Creates a probe that analyses one camera's pictures.
    /// - Parameter isGrabber: true for a grabber. Its pictures are analysed twice as often, and each one is compared
    ///   with the previous one.
    init(_ camera: InputName, isGrabber: Bool, _ reporter: Reporter) {
        (self.camera, self.isGrabber, self.reporter) = (camera, isGrabber, reporter)
    }

    func install(on pad: Pad) { pad.addProbe(.buffers) { [self] in see($0) } }

    private func see(_ info: borrowing ProbeInfo) -> ProbeVerdict {
        guard let time = info.runningTime, isDue(at: time), let figures = PictureFigures(info) else { return .pass }
        let colours = figures.colours.map {
            PictureSample.Colours(
                darkest: $0.darkest, brightest: $0.brightest, mean: $0.mean, spread: $0.spread, tint: $0.tint)
        }
        var sample = PictureSample(of: camera, digest: figures.digest, colours: colours)
        if isGrabber {
            sample.isOfGrabber = true
            sample.difference = schedule.withLock { schedule in
                defer { schedule.last = figures }
                return schedule.last.flatMap(figures.difference)
            }
        }
        reporter.yield(.picture(sample, at: RunningTime(nanoseconds: time)))
        return .pass
    }

    /// Returns true if the next picture must be analysed, and schedules the one after it.
    /// - Parameter time: the running time of a picture, in nanoseconds.
    private func isDue(at time: Int64) -> Bool {
        schedule.withLock { schedule in
            guard time >= schedule.due else { return false }
            schedule.due = time + Self.distances[schedule.looks % Self.distances.count] / (isGrabber ? 2 : 1)
            schedule.looks += 1
            return true
        }
    }
}
