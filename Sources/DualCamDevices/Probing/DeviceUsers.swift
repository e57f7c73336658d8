package import DualCamPlan
internal import Glibc

/// Finds the processes that use a device, by reading /proc.
package enum DeviceUsers {
    /// Returns the first other process that has the device open; `nil` if none is found. Blocks for a few milliseconds
    /// while /proc is read.
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

    /// Returns a copy of a camera's error whose message and advice name the device and the process that uses it, or say
    /// that the device is no longer there.
    package static func explain(_ failure: GraphFailure, camera: String, device: String, reason: String) -> GraphFailure
    {
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

    /// Returns true if the device node is missing, or if the device was unplugged while its node still exists.
    private static func isGone(_ device: String) -> Bool {
        let file = open(device, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard file < 0 else {
            close(file)
            return false
        }
        return [ENOENT, ENODEV, ENXIO].contains(errno)
    }
}
