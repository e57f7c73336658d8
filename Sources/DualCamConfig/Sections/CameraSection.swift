extension Reader<[Camera]> {
    /// `cameras`
    static func cameras(_ presets: [ControlPreset]) -> Reader {
        let named = Reader.named(Names.check(camera:)) { .camera(named: $0, presets) }
        return Reader(shape: named.shape) { place, findings in
            guard let cameras = named.read(place, &findings) else { return nil }
            if cameras.isEmpty {
                findings.append(Finding(place.path, place.keyOrigin, .noCamera))
            }
            findings += sharedDevices(of: cameras, at: place) + wideViews(of: cameras, at: place)
            return cameras
        }
    }

    /// Devices that an earlier camera has already: only one can open them.
    private static func sharedDevices(of cameras: [Camera], at place: Place) -> [Finding] {
        var owners: [CameraDevice: String] = [:]
        return cameras.compactMap { camera in
            switch camera.device {
            case .auto, .test, .file, .network: return nil
            case .path, .stable:
                guard let owner = owners[camera.device] else {
                    owners[camera.device] = camera.name
                    return nil
                }
                let path = place.path.child(camera.name).child("device")
                let origin = place.tree[camera.name]?["device"]?.origin ?? place.keyOrigin
                let refusal = Refusal("camera '\(owner)' has this device already", hint: "give each camera its own")
                return Finding(path, origin, refusal)
            }
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
            section.read(
                "device", into: &camera.device, .text(as: CameraDevice.shape, CameraDevice.init(parsing:variables:)))
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
