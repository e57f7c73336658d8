package import DualCamConfig

/// The identity of a device, by which it is found when it comes back, perhaps as another node.
package enum DeviceIdentity: Sendable, Hashable {
    /// The name udev makes of maker, model and serial number.
    case link(String)
    /// Model, place, and which of several alike in that place.
    case place(card: String, bus: String, index: Int)

    package init(_ device: DeviceFacts) {
        self =
            device.stableName == device.busName
            ? .place(card: device.card, bus: device.busName, index: device.index) : .link(device.stableName)
    }
}

extension DeviceChooser {
    /// Finds a camera's device again, or for the first time where it was absent from the start.
    ///
    /// - Parameters:
    ///   - cameras: the facts of every camera of the pipeline; another one's device is not taken.
    ///   - devices: the devices that the machine has now.
    /// - Throws: `deviceMissing`, `deviceBusy` or `deviceFormat`.
    package static func again(
        _ camera: Camera, in pipeline: Pipeline, cameras: [CameraFacts], from devices: [DeviceFacts]
    ) throws(GraphFailure) -> CameraSource {
        let known = Dictionary(
            uniqueKeysWithValues: cameras.compactMap { facts in facts.identity.map { (facts.name, $0) } })
        var alone = pipeline
        alone.cameras = [camera]
        if let own = known[camera.name] {
            // The node by which it was first named does not count: that may be another camera's now.
            alone.cameras[0].device = .auto
            let same = devices.filter { DeviceIdentity($0) == own }
            guard !same.isEmpty else { throw gone(camera, own) }
            return try choose(for: alone, from: same)[camera.name] ?? .absent
        }
        let owners = devices.compactMap { device in
            known.first { $0.value == DeviceIdentity(device) }.map { (device.path, $0.key) }
        }
        let found = try choose(for: alone, from: devices, owners: Dictionary(owners) { first, _ in first })
        return found[camera.name] ?? .absent
    }

    private static func gone(_ camera: Camera, _ identity: DeviceIdentity) -> GraphFailure {
        let name =
            switch identity {
            case .link(let link): link
            case .place(let card, let bus, _): "\(card) at \(bus)"
            }
        return GraphFailure(
            .deviceMissing, branch: .source(InputName(camera.name)), input: InputName(camera.name),
            message: "camera \(camera.name): \(name) is not there",
            advice: "Check its plug and its power: `dualcam devices` lists the cameras that are there.")
    }
}

extension CameraFacts {
    fileprivate var identity: DeviceIdentity? {
        if case .device(let device, _, _) = source { DeviceIdentity(device) } else { nil }
    }
}
