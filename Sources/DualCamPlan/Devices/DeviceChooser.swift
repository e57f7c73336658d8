package import DualCamConfig

/// Assigns a device to every camera of a pipeline.
package struct DeviceChooser {
    private let pipeline: Pipeline
    private let devices: [DeviceFacts]
    private let absentAllowed: Bool
    /// The error for the first camera that has no device; `nil` if every camera has one.
    private var firstMissing: GraphFailure?
    private var sources: [String: CameraSource] = [:]
    /// The names of the cameras that already use devices, by the paths of the devices.
    private var owners: [String: String]

    /// Chooses the sources of all cameras. Cameras with explicit paths and stable names are assigned first, in the
    /// file's order. Then each camera with `auto` gets a free device, in the order of stable names and paths. A device
    /// that offers the requested mode is preferred to one whose pictures must be converted.
    ///
    /// - Parameters:
    ///   - absentAllowed: true to return `absent` for a camera without a device instead of throwing. If no camera has a
    ///     device, an error is thrown nevertheless.
    ///   - owners: the names of cameras outside of the pipeline, by the paths of the devices that they use.
    /// - Returns: the sources of V4L2 cameras and test pictures, by the cameras' names. All other cameras are omitted,
    ///   such as clips (`file:`), network cameras and screens.
    /// - Throws: `deviceMissing`, `deviceBusy` (also for two cameras on one device) or `deviceFormat`.
    package static func choose(
        for pipeline: Pipeline, from devices: [DeviceFacts], absentAllowed: Bool = false, owners: [String: String] = [:]
    ) throws(GraphFailure) -> [String: CameraSource] {
        var search = DeviceChooser(pipeline, devices, absentAllowed, owners)
        for camera in pipeline.cameras {
            switch camera.device {
            case .path(let path): try search.choose(camera, named: path) { $0.isAt(path) }
            case .stable(let name): try search.choose(camera, named: name) { $0.isCalled(name) }
            case .test(let pattern): search.sources[camera.name] = .test(pattern)
            case .auto, .file, .network, .libcamera, .pipewire, .screen, .decklink: continue
            }
        }
        for camera in pipeline.cameras where camera.device == .auto { try search.chooseFirstFitting(camera) }
        if let first = search.firstMissing, search.sources.count == pipeline.cameras.count,
            search.sources.values.allSatisfy({ $0 == .absent })
        {
            throw first
        }
        return search.sources
    }

    private init(
        _ pipeline: Pipeline, _ devices: [DeviceFacts], _ absentAllowed: Bool, _ owners: [String: String]
    ) {
        self.pipeline = pipeline
        self.devices = devices.sorted { ($0.stableName, $0.path) < ($1.stableName, $1.path) }
        self.absentAllowed = absentAllowed
        self.owners = owners
    }

    private mutating func choose(_ camera: Camera, named name: String, _ matches: (DeviceFacts) -> Bool)
        throws(GraphFailure)
    {
        guard let device = devices.first(where: matches) else {
            return try leaveOut(camera, missing(camera, "there is no camera \(name)"))
        }
        if let twins = twins(of: device, named: name) { throw ambiguous(camera, name, twins) }
        if let group = device.deniedTo { throw denied(camera, [device], group) }
        if let owner = owners[device.path] {
            throw GraphFailure(
                .deviceBusy, branch: branch(camera),
                message: "camera \(camera.name): \(device.label) is already taken by camera \(owner)",
                advice: "Give each camera a device of its own; `dualcam devices` lists them.")
        }
        if device.isBusy { throw busy(camera, device) }
        if device.signal == .lost { return try leaveOut(camera, .noSignal(of: camera, at: device)) }
        try assign(device, to: camera)
    }

    private mutating func chooseFirstFitting(_ camera: Camera) throws(GraphFailure) {
        let open = devices.filter { owners[$0.path] == nil && !$0.isBusy && $0.deniedTo == nil && !$0.isInfrared }
        let free = open.filter { $0.signal != .lost }
        // A device that offers the requested mode is preferred to a device whose pictures must be converted.
        for device in free where (try? assign(device, to: camera, exactly: true)) != nil { return }
        var refusals: [GraphFailure] = []
        for device in free {
            do {
                return try assign(device, to: camera)
            } catch {
                refusals.append(error)
            }
        }
        if let device = devices.first(where: { owners[$0.path] == nil }), free.isEmpty, device.isBusy {
            throw busy(camera, device)
        }
        guard let refusal = refusals.first else {
            let closed = devices.filter { $0.deniedTo != nil }
            if let group = closed.first?.deniedTo { return try leaveOut(camera, denied(camera, closed, group)) }
            if let device = open.first { return try leaveOut(camera, .noSignal(of: camera, at: device)) }
            return try leaveOut(camera, missing(camera, "no camera is left for it"))
        }
        guard refusals.count > 1 else { throw refusal }
        let format = ModeChooser.askedFormat(of: camera, passthrough: isPassedThrough(camera))
        throw GraphFailure(
            .deviceFormat, branch: branch(camera),
            message: "camera \(camera.name): no free camera delivers "
                + "\(format)\(camera.size) at \(camera.rate); "
                + free.map { "\($0.label) offers: \($0.offers)" }.joined(separator: "; "),
            advice: refusal.advice)
    }

    private mutating func leaveOut(_ camera: Camera, _ reason: GraphFailure) throws(GraphFailure) {
        guard absentAllowed else { throw reason }
        sources[camera.name] = .absent
        if firstMissing == nil { firstMissing = reason }
    }

    private mutating func assign(
        _ device: DeviceFacts, to camera: Camera, exactly: Bool = false
    ) throws(GraphFailure) {
        sources[camera.name] = try ModeChooser.choose(
            for: camera, on: device, passthrough: isPassedThrough(camera), exactly: exactly)
        if !planted(.deviceTwice) { owners[device.path] = camera.name }
    }

    private func isPassedThrough(_ camera: Camera) -> Bool {
        pipeline.passesThrough(OutputName(camera.name))
    }

    private func branch(_ camera: Camera) -> BranchID { .source(InputName(camera.name)) }

    /// Returns the devices that share `name` in `/dev/v4l/by-id`, where the link points to the most recently connected
    /// one. Returns `nil` if the name is unambiguous.
    private func twins(of device: DeviceFacts, named name: String) -> [DeviceFacts]? {
        guard device.portReason == .sharedSerial,
            name == device.links.byID || name == device.links.byID.map({ "/dev/v4l/by-id/" + $0 })
        else { return nil }
        return devices.filter { $0.usb == device.usb }
    }

    private func ambiguous(_ camera: Camera, _ name: String, _ twins: [DeviceFacts]) -> GraphFailure {
        GraphFailure(
            .deviceMissing, branch: branch(camera),
            message: "camera \(camera.name): \(name) may be any of \(twins.count) cameras with the same serial number",
            advice: "Write the name of its port: " + twins.map(\.stableName).joined(separator: " or ") + ".")
    }

    /// Returns the advice to join the user group that may open a device.
    package static func joining(group: String) -> String {
        "Add yourself to the group \(group) ('sudo usermod -aG \(group) $USER'), and log in again."
    }

    private func denied(_ camera: Camera, _ closed: [DeviceFacts], _ group: String) -> GraphFailure {
        GraphFailure(
            .deviceMissing, branch: branch(camera),
            message: "camera \(camera.name): permission denied for " + closed.map(\.label).joined(separator: ", "),
            advice: Self.joining(group: group))
    }

    private func busy(_ camera: Camera, _ device: DeviceFacts) -> GraphFailure {
        let user = device.user.map { "\($0.name) (process \($0.identifier))" } ?? "another program"
        return GraphFailure(
            .deviceBusy, branch: branch(camera),
            message: "camera \(camera.name): \(device.label) is in use by \(user)",
            advice: "End that program, or choose another device; `dualcam devices` lists them.")
    }

    private func missing(_ camera: Camera, _ reason: String) -> GraphFailure {
        let list = devices.map { device in
            let owner = owners[device.path].map { ", taken by camera \($0)" } ?? ""
            let kind = device.isInfrared ? ", infrared, which is recorded only if it is named" : ""
            return "\(device.path) (\(device.card), \(device.stableName)\(owner)\(kind))"
        }
        let message =
            list.isEmpty ? "this machine has no camera" : "\(reason); this machine has: " + list.joined(separator: ", ")
        var guess = ""
        if case .stable(let name) = camera.device, let near = near(name) { guess = "Did you mean '\(near)'? " }
        return GraphFailure(
            .deviceMissing, branch: branch(camera), message: "camera \(camera.name): \(message)",
            advice: guess
                + "Connect a camera, run with `--simulate`, or write `device: test` for cameras.\(camera.name).")
    }

    /// Returns the valid name that is most similar to a misspelt one: the stable name of a connected camera, or a word
    /// such as `libcamera`. Returns `nil` if none is similar.
    private func near(_ name: String) -> String? {
        let kind = name.prefix { $0 != ":" }
        let word = String(kind).nearest(among: CameraDevice.words).map { $0 + name.dropFirst(kind.count) }
        // The name of another camera's device is right for that camera.
        let others = pipeline.cameras.map(\.device)
        let free = devices.map(\.stableName).filter { !others.contains(.stable($0)) }
        return name.nearest(among: free) ?? word
    }
}

extension DeviceChooser {
    /// Finds the device of a camera that was lost, or that was absent from the start.
    ///
    /// - Parameters:
    ///   - cameras: the facts of all cameras of the pipeline. Devices of the other cameras are not chosen.
    ///   - devices: the devices that are connected now.
    /// - Throws: `deviceMissing`, `deviceBusy` or `deviceFormat`.
    package static func again(
        _ camera: Camera, in pipeline: Pipeline, cameras: [CameraFacts], from devices: [DeviceFacts]
    ) throws(GraphFailure) -> CameraSource {
        let known = Dictionary(
            uniqueKeysWithValues: cameras.compactMap { facts in
                facts.device.map { (facts.name, DeviceIdentity($0)) }
            })
        var alone = pipeline
        alone.cameras = [camera]
        if let lost = cameras.first(where: { $0.name == camera.name })?.device {
            // The camera's previous device node is ignored, because it may now belong to a different camera.
            if !planted(.nodeBelieved) { alone.cameras[0].device = .auto }
            let others = known.filter { $0.key != camera.name }.map(\.value)
            let recovery = DeviceRecovery(camera: camera, lost: lost, devices: devices, others: others)
            let same = try recovery.candidates().map { $0.known(as: lost) }
            return try choose(for: alone, from: same)[camera.name] ?? .absent
        }
        let owners = devices.compactMap { device in
            known.first { $0.value.matches(device) }.map { (device.path, $0.key) }
        }
        let found = try choose(for: alone, from: devices, owners: Dictionary(owners) { first, _ in first })
        return found[camera.name] ?? .absent
    }
}

extension DeviceFacts {
    /// Returns the device with the port-based stable name of `lost` if the lost camera was identified by its port;
    /// otherwise returns the device unchanged. The device's serial number may now seem unique only because an identical
    /// camera was unplugged.
    fileprivate func known(as lost: DeviceFacts) -> DeviceFacts {
        guard portReason == nil, let reason = lost.portReason else { return self }
        var device = self
        (device.portReason, device.stableName) = (reason, lost.stableName)
        return device
    }

    /// Returns true if the path is the device's node, or a udev link to it.
    fileprivate func isAt(_ node: String) -> Bool {
        path == node || links.byID.map { "/dev/v4l/by-id/" + $0 } == node
            || links.byPath.map { "/dev/v4l/by-path/" + $0 } == node
    }

    fileprivate func isCalled(_ name: String) -> Bool {
        [stableName, links.byID, links.byPath, busName].contains(name)
    }
}

extension GraphFailure {
    fileprivate static func noSignal(of camera: Camera, at device: DeviceFacts) -> GraphFailure {
        GraphFailure(
            .deviceMissing, branch: .source(InputName(camera.name)), input: InputName(camera.name),
            message: "camera \(camera.name): \(device.label) has no signal",
            advice: "Look at the cable, and whether what is at its other end is on.")
    }
}
