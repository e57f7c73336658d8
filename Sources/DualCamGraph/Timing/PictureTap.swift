internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Looks at about two pictures a second of one camera and tells their figures.
final class PictureTap: Sendable {
    /// The distances between two looks, in nanoseconds: uneven, so that a clip of one or two seconds that loops is not seen at the same
    /// place each time.
    private static let distances: [Int64] = [370_000_000, 610_000_000, 430_000_000, 590_000_000]

    private struct Schedule {
        var due = Int64.min
        var looks = 0
        /// The figures of a grabber's picture that was looked at last.
        var last: PictureFigures?
    }

    private let camera: InputName
    private let isGrabber: Bool
    private let reporter: Reporter
    private let schedule = Mutex(Schedule())

    /// - Parameter isGrabber: it is looked at twice as often, and each picture is compared with the one before.
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

    /// - Parameter time: running time of a picture, in nanoseconds.
    private func isDue(at time: Int64) -> Bool {
        schedule.withLock { schedule in
            guard time >= schedule.due else { return false }
            schedule.due = time + Self.distances[schedule.looks % Self.distances.count] / (isGrabber ? 2 : 1)
            schedule.looks += 1
            return true
        }
    }
}
