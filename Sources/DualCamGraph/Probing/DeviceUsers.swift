internal import DualCamPlan
internal import Glibc

/// The search for processes that use a device, by what /proc reveals.
enum DeviceUsers {
    /// Returns the first other process that holds the device open. Blocks while /proc is read (some milliseconds).
    static func user(of device: String, proc: String = "/proc") -> ProcessFacts? {
        for entry in SmallFile.entries(of: proc) {
            guard let identifier = Int(entry), identifier != Int(getpid()) else { continue }
            let folder = "\(proc)/\(entry)/fd"
            guard SmallFile.entries(of: folder).contains(where: { SmallFile.target(of: "\(folder)/\($0)") == device })
            else { continue }
            return ProcessFacts(
                identifier: identifier, name: SmallFile.firstLine(of: "\(proc)/\(entry)/comm") ?? "unknown")
        }
        return nil
    }

    /// Returns the failure with a message and advice that name the device and its user, or say that it is gone.
    static func explain(_ failure: GraphFailure, camera: String, device: String, reason: String) -> GraphFailure {
        var failure = failure
        switch failure.code {
        case .deviceBusy:
            let holder = user(of: device).map { "\($0.name) (process \($0.identifier))" } ?? "another program"
            failure.message = "camera \(camera): \(device) is in use by \(holder)"
            failure.advice = "End that program, or choose another camera: `dualcam devices` lists them."
        case .deviceMissing where isGone(device):
            failure.message = "camera \(camera): \(device) is gone"
            failure.advice = "Check its plug and its power: `dualcam devices` lists the cameras that are there."
        default:
            failure.message = "camera \(camera): \(device) has failed: \(reason)"
            failure.advice = "Look at `dualcam devices`; --simulate records test pictures instead."
        }
        return failure
    }

    /// Returns true for a device without a node, and for one that has been unplugged while its node still exists.
    private static func isGone(_ device: String) -> Bool {
        let file = open(device, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard file < 0 else {
            close(file)
            return false
        }
        return [ENOENT, ENODEV, ENXIO].contains(errno)
    }
}
