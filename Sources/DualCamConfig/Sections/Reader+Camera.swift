extension Reader<[Camera]> {
    static func cameras(_ presets: [ControlPreset]) -> Reader {
        let named = Reader.named(Names.check(camera:)) { .camera(named: $0, presets) }
        return Reader(shape: named.shape) { place, findings in
            guard let cameras = named.read(place, &findings) else { return nil }
            if cameras.isEmpty {
                findings.append(Finding(place.path, place.keyOrigin, .noCamera))
            }
            findings += cameras.sharedDevices.map { place.finding(at: $0.name, "device", because: $0.refusal) }
            findings += wideViews(of: cameras, at: place)
            return cameras
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
            section.read("mode", into: &camera.mode, .word, or: "auto")
            section.read("format", into: &camera.format, .word)
            section.read("rotate", into: &camera.rotate, .word)
            section.read("fit", into: &camera.fit, .word, or: "auto")
            readZoom(&camera, &section)
            section.read("controls", into: &camera.controls, .controls(presets))
            section.readColours(&camera.look, &camera.adjust, drawnBy: .dualcam)
            section.read("look-applies-to", into: &camera.lookAppliesTo, .word)
            section.read("expect", into: &camera.expect, .list(of: .word))
            section.read("damaged", into: &camera.damaged, .word)
            section.read("delay", into: &camera.delay, .quantity(in: InputDelay.range))
        }
    }
}

extension Reader<Point> {
    /// Returns a reader of a point: `{x: 50%, y: 50%}`, each coordinate 0 % ... 100 %.
    static func point(_ start: Point) -> Reader {
        .section(start) { point, section in
            section.read("x", into: &point.x, .quantity(in: Share.whole))
            section.read("y", into: &point.y, .quantity(in: Share.whole))
        }
    }
}
