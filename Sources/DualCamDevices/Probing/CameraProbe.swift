internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Glibc

/// Finds this machine's cameras: those that GStreamer's device monitor lists, and all other video nodes. (Without udev,
/// the monitor lists no cameras.)
enum CameraProbe {
    private static let links = "/dev/v4l/"

    /// Returns the cameras of this machine, sorted by stable name. Blocks while devices are opened.
    package static func devices() -> [DeviceFacts] {
        let monitored = listDevices(ofClass: "Video/Source").reduce(into: [String: [CaptureMode]]()) { found, device in
            guard let path = device.properties["device.path"] ?? device.properties["api.v4l2.path"] else { return }
            found[path] = ranged(modes(device.caps), of: path)
        }
        let paths = Set(monitored.keys).union(nodes())
        return DeviceNaming.named(numbered(paths.compactMap { facts(of: $0, monitored: monitored[$0]) }))
            .sorted { ($0.stableName, $0.path) < ($1.stableName, $1.path) }
    }

    /// Returns the cameras of this machine, like `devices()`. Queries the modes only of cameras for which `isWanted`
    /// returns true.
    package static func devices(where isWanted: (DeviceFacts) -> Bool) -> [DeviceFacts] {
        let known = DeviceNaming.named(numbered(nodes().compactMap { facts(of: $0, asksModes: false) }))
        return known.map { device in
            var device = device
            if isWanted(device) {
                if device.signal != nil { _ = VideoSignal(of: device.path, adopts: !device.isBusy) }
                device.modes = offeredModes(device.path)
            }
            return device
        }
    }

    private static func nodes() -> [String] {
        SmallFile.entries(of: "/dev").filter { $0.hasPrefix("video") && Int($0.dropFirst(5)) != nil }.map {
            "/dev/" + $0
        }
    }

    /// Gives devices of the same model at the same bus position different numbers (`index`), in the order of their
    /// nodes.
    private static func numbered(_ devices: [DeviceFacts]) -> [DeviceFacts] {
        var seen: [[String]: Int] = [:]
        return devices.sorted { ($0.path.count, $0.path) < ($1.path.count, $1.path) }.map { device in
            var device = device
            device.index = seen[[device.card, device.busName], default: 0]
            seen[[device.card, device.busName]] = device.index + 1
            return device
        }
    }

    /// Returns a description of the camera at a node; `nil` if the node is not a camera or cannot be opened. If only
    /// the permission to open it is missing, the description is limited to what sysfs says.
    /// - Parameters:
    ///   - monitored: the modes that GStreamer's device monitor lists for the node; `nil` if it does not list the node.
    ///   - asksModes: true to query the camera's modes and controls, unless its modes are known from `monitored`.
    package static func facts(of path: String, monitored: [CaptureMode]? = nil, asksModes: Bool = true) -> DeviceFacts?
    {
        let device: VideoDevice
        do throws(SystemError) {
            device = try VideoDevice(path: path)
        } catch {
            return error.errno == EACCES ? closedNode(path) : nil
        }
        guard device.captures, !DeviceFacts.isPart(driver: device.driver) else { return nil }
        // The modes of a grabber depend on the video format to which its signal input is set.
        let signal = VideoSignal(of: path, adopts: asksModes && !device.isBusy)
        let known = signal == nil ? monitored.flatMap { $0.isEmpty ? nil : $0 } : nil
        let listed = known ?? (asksModes ? offeredModes(path) : [])
        var facts = DeviceFacts(
            path: path, stableName: device.bus, card: device.card, driver: device.driver,
            busName: device.bus,
            modes: listed, isBusy: device.isBusy, user: device.isBusy ? DeviceUsers.user(of: path) : nil)
        if asksModes { facts.controls = VideoControls.facts(of: path) }
        facts.signal = signal.map(InputSignal.init)
        identify(&facts)
        return facts
    }

    private static func identify(_ facts: inout DeviceFacts) {
        facts.links = DeviceLinks(byID: link(to: facts.path, in: "by-id"), byPath: link(to: facts.path, in: "by-path"))
        let identity = NodeIdentity(of: facts.path)
        (facts.usb, facts.videoIndex) = (identity.usb, identity.videoIndex)
    }

    /// Returns a description of a camera whose node exists, but which this process has no permission to open; `nil` if
    /// the node does not belong to a camera.
    private static func closedNode(_ path: String) -> DeviceFacts? {
        let identity = NodeIdentity(of: path)
        guard identity.mayDeliverPictures else { return nil }
        var facts = DeviceFacts(
            path: path, stableName: path, card: identity.title ?? "a video device", driver: "", busName: path, modes: []
        )
        facts.deniedTo = FileGroup.name(of: path)
        return facts
    }

    /// Returns the name of the symbolic link in a folder under `/dev/v4l` that points to the video node; `nil` if none
    /// does.
    private static func link(to path: String, in folder: String) -> String? {
        let node = SmallFile.name(of: path)
        return SmallFile.entries(of: links + folder).sorted().first { link in
            SmallFile.target(of: "\(links)\(folder)/\(link)").map(SmallFile.name) == node
        }
    }

    /// Returns the modes that v4l2src offers for a device in the READY state. Empty if the device cannot be opened; a
    /// recording with this device then reports the reason.
    private static func offeredModes(_ path: String) -> [CaptureMode] {
        do {
            let source = try Element.make("v4l2src")
            defer { source.stop() }
            try source.set("device", .string(path))
            try source.setState(.ready)
            return ranged(modes(try source.pad("src").possibleCaps?.structures ?? []), of: path)
        } catch {
            return []
        }
    }

    static func modes(_ structures: [Structure]) -> [CaptureMode] {
        var modes: [CaptureMode] = []
        for structure in structures {
            let rates = rates(structure)
            let colorimetry = structure.texts("colorimetry")
            for format in formats(structure) {
                for size in sizes(structure) {
                    var mode = CaptureMode(
                        format: format, size: size, rates: rates,
                        colorimetry: colorimetry.count == 1 ? colorimetry[0] : nil)
                    mode.anyRate = anyRate(structure)
                    if !modes.contains(where: { $0.format == format && $0.size == size && $0.rates == rates }) {
                        modes.append(mode)
                    }
                }
            }
        }
        return modes
    }

    private static func formats(_ structure: Structure) -> [PixelFormat] {
        switch structure.name {
        case "video/x-raw": structure.texts("format").map(PixelFormat.raw)
        case "image/jpeg": [.mjpeg]
        case "video/x-h264": [.h264]
        default: []
        }
    }

    private static let commonSizes = [
        (320, 180), (320, 240), (640, 360), (640, 480), (848, 480), (960, 540), (1024, 768), (1280, 720), (1280, 960),
        (1600, 1200),
        (1920, 1080), (2560, 1440), (3840, 2160),
    ]

    private static func sizes(_ structure: Structure) -> [FrameSize] {
        if let width = structure.int("width"), let height = structure.int("height") {
            return [FrameSize(width: width, height: height)]
        }
        guard case .range(let narrow, let wide)? = structure.fields["width"],
            case .range(let low, let high)? = structure.fields["height"]
        else { return [] }
        return commonSizes.filter { (narrow...wide).contains($0.0) && (low...high).contains($0.1) }
            .map { FrameSize(width: $0.0, height: $0.1) }
    }

    static let highest = 100_000.0
    static let commonRates = [5, 10, 15, 20, 24, 25, 30, 50, 60].map { FrameRate($0) }

    /// Returns the range of frame rates if the driver accepts any rate in a range; `nil` if the driver lists individual
    /// rates, or none.
    private static func anyRate(_ structure: Structure) -> ClosedRange<FrameRate>? {
        guard case .fractionRange(let from, let to)? = structure.fields["framerate"], to[0] > 0, to[1] > 0 else {
            return nil
        }
        let most = FrameRate(to[0], to[1])
        let least = from[0] > 0 && from[1] > 0 ? FrameRate(from[0], from[1]) : min(most, FrameRate(1))
        return most.framesPerSecond > highest || most < least ? nil : least...most
    }

    private static func rates(_ structure: Structure) -> [FrameRate] {
        let listed = structure.fractions("framerate").filter { $0.0 > 0 && $0.1 > 0 }.map { FrameRate($0.0, $0.1) }
            // A higher rate comes from a driver that lists a frame interval of 0.
            .filter { $0.framesPerSecond <= highest }
        // If a driver lists no frame intervals, v4l2src offers arbitrarily high rates, which are ignored here.
        guard case .fractionRange(let from, let to)? = structure.fields["framerate"] else {
            return Set(listed).sorted(by: >)
        }
        guard let most = listed.max(), to[1] > 0, FrameRate(to[0], to[1]).framesPerSecond <= highest else { return [] }
        let least = from[0] > 0 ? listed.min() : nil
        return Set(listed + commonRates.filter { $0 <= most && $0 >= least ?? $0 }).sorted(by: >)
    }
}

extension InputSignal {
    fileprivate init(_ signal: VideoSignal) {
        switch signal {
        case .lost: self = .lost
        case .present(let timings): self = .present(timings?.text)
        }
    }
}
