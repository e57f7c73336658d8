extension Reader<[Camera]> {
    /// `cameras`
    static func cameras(_ presets: [ControlPreset]) -> Reader {
        Reader { place, findings in
            let named = Reader.named(Names.check(camera:)) { .camera(named: $0, presets) }
            guard let cameras = named.read(place, &findings) else { return nil }
            if cameras.isEmpty {
                findings.append(Finding(place.path, place.keyOrigin, .noCamera))
            }
            // Only one can open a device.
            let owned = cameras.map { (name: $0.name, device: $0.device.isShareable ? nil : $0.device) }
            findings += place.sharedDevices(owned, kind: "camera", hint: "give each camera its own")
            findings += wideViews(of: cameras, at: place)
            return cameras
        }
    }
}

extension CameraDevice {
    fileprivate var isShareable: Bool {
        switch self {
        case .auto, .test, .file, .network: true
        case .path, .stable: false
        }
    }
}

extension Place {
    /// Returns what is wrong with devices that an earlier one of the section has already.
    ///
    /// - Parameter owned: the names and their devices; `nil`: one that several may have.
    func sharedDevices<Device: Hashable>(
        _ owned: [(name: String, device: Device?)], kind: String, hint: String
    ) -> [Finding] {
        var owners: [Device: String] = [:]
        return owned.compactMap { name, device in
            guard let device else { return nil }
            guard let owner = owners[device] else {
                owners[device] = name
                return nil
            }
            let origin = tree[name]?["device"]?.origin ?? keyOrigin
            let refusal = Refusal("\(kind) '\(owner)' has this device already", hint: hint)
            return Finding(path.child(name).child("device"), origin, refusal)
        }
    }
}

extension Refusal {
    static let noCamera = Refusal(
        "at least one camera is needed", hint: "write one as in cameras: {back: {device: auto}}")
}

extension Reader<Camera> {
    static func camera(named name: String, _ presets: [ControlPreset]) -> Reader {
        .section(Camera(name: name)) { camera, section in
            section.read("device", into: &camera.device, .text(CameraDevice.init(parsing:variables:)))
            section.read("size", into: &camera.size, .size)
            section.read("rate", into: &camera.rate, .quantity)
            section.read("format", into: &camera.format, .word)
            section.read("rotate", into: &camera.rotate, .word)
            section.read("fit", into: &camera.fit, .word, or: "auto")
            readZoom(&camera, &section)
            section.read("controls", into: &camera.controls, .controls(presets))
            section.readColours(&camera.look, &camera.adjust, drawnBy: .dualcam)
            section.read("look-applies-to", into: &camera.lookAppliesTo, .word)
        }
    }
}

extension Reader<Point> {
    /// `{x: 50%, y: 50%}`, each 0 % ... 100 %.
    static func point(_ start: Point) -> Reader {
        .section(start) { point, section in
            section.read("x", into: &point.x, .quantity(in: Share.whole))
            section.read("y", into: &point.y, .quantity(in: Share.whole))
        }
    }
}
