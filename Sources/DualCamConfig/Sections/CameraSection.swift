extension Reader<[Camera]> {
    /// `cameras`
    static func cameras(_ presets: [ControlPreset]) -> Reader {
        Reader { place, findings in
            let named = Reader.named(Names.check(camera:)) { .camera(named: $0, presets) }
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
            section.read("x", into: &point.x, .quantity(in: Share.percent(0)...Share.percent(100)))
            section.read("y", into: &point.y, .quantity(in: Share.percent(0)...Share.percent(100)))
        }
    }
}

extension Reader<Microphone?> {
    /// `microphone`
    static var microphone: Reader {
        Reader<(Microphone, MicrophoneDevice?)>.section((Microphone(), .auto)) { value, section in
            section.read("device", into: &value.1, .text(MicrophoneDevice.parse(_:variables:)))
            section.read("rate", into: &value.0.rate, .integer(in: 8000...192_000))
            section.read("channels", into: &value.0.channels, .integer(in: 1...8))
            section.read("gain", into: &value.0.gain, .quantity(in: Decibel(-12)...Decibel(12)))
            section.read("wind-filter", into: &value.0.windFilter, .flag)
            section.read("mode", into: &value.0.mode, .word)
            section.read("bits", into: &value.0.bits, .bits)
        }
        .map { microphone, device in
            device.map { device in
                var microphone = microphone
                microphone.device = device
                return microphone
            }
        }
    }
}

extension Reader<SampleBits> {
    /// One of two numbers, of which neither is a slip of the other.
    static var bits: Reader {
        .text { (text) throws(Refusal) in
            guard let bits = SampleBits(rawValue: text) else {
                throw Refusal("\(quoted(text)) is no size that a sample can have", hint: "accepted: 16, 24")
            }
            return bits
        }
    }
}
