internal import DualCamPlan
internal import Glibc

/// Finds out who uses a device, as far as /proc tells.
enum DeviceUsers {
    /// The first other process that holds the device open; blocks while /proc is read (some milliseconds).
    static func user(of device: String, proc: String = "/proc") -> ProcessFacts? {
        for entry in entries(of: proc) {
            guard let identifier = Int(entry), identifier != Int(getpid()) else { continue }
            let folder = "\(proc)/\(entry)/fd"
            guard entries(of: folder).contains(where: { target(of: "\(folder)/\($0)") == device }) else { continue }
            return ProcessFacts(identifier: identifier, name: firstLine(of: "\(proc)/\(entry)/comm") ?? "unknown")
        }
        return nil
    }

    /// Says of a camera's failure which device it is, who has it or what became of it, and what to do.
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

    /// Returns true for a device without a node, and for one that has been unplugged while its node is still there.
    private static func isGone(_ device: String) -> Bool {
        let file = open(device, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard file < 0 else {
            close(file)
            return false
        }
        return [ENOENT, ENODEV, ENXIO].contains(errno)
    }

    static func entries(of folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    static func target(of link: String) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink(link, $0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? -1
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }

    static func firstLine(of path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].prefix { $0 != 10 && $0 != 0 }, as: UTF8.self)
    }
}
