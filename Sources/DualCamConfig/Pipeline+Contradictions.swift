// The checks for settings that contradict each other. Code that reads a file adds the position of the setting; a
// command that changes a setting reports only the error.

extension Pipeline {
    /// The first contradiction among the settings that can change during a recording; `nil` if there is none.
    package var contradiction: Refusal? {
        let names = cameras.map(\.name)
        var found = cameras.compactMap { $0.refusal(of: $0.zoom) }
        if let combined {
            found += [combined.inset.refusal(over: combined.cameraBehindInset(of: names))].compactMap { $0 }
            found += combined.inset.refusals(by: combined.mixer).map(\.refusal)
            found += combined.switching.refusals(among: names, combined.transition)
            let widened = cameras.filter { $0.zoom < 1 }.map(\.name)
            found += [combined.layout.refusal(among: names), combined.mixer.refusal(ofWidened: widened)].compactMap {
                $0
            }
        }
        return (found + microphones.sharedDevices.map(\.refusal)).first
    }
}

extension Combined {
    /// Returns the name of the camera that fills the picture behind the inset; `nil` if there is no such camera.
    func cameraBehindInset(of cameras: [String]) -> String? {
        layout == .pip && cameras.count > 1 ? main ?? cameras.first : nil
    }
}

extension LayoutName {
    /// Returns the error for a layout whose required cameras are missing; `nil` if `cameras` contains all of them.
    func refusal(among cameras: [String]) -> Refusal? {
        if let needed = neededCamera, !cameras.isEmpty, !cameras.contains(needed) {
            return Refusal(
                "layout '\(self)' needs a camera called '\(needed)'",
                hint: "rename one, or write layout: dominant with main: CAMERA")
        }
        guard self == .pip, cameras.count == 1 else { return nil }
        return Refusal("layout 'pip' needs two cameras, and there is one", hint: "add a camera under 'cameras'")
    }
}

extension Inset {
    /// Returns the error for an inset that shows the main camera; `nil` if the inset shows a different camera.
    ///
    /// - Parameter main: the name of the camera that fills the picture behind the inset.
    func refusal(over main: String?) -> Refusal? {
        guard let main, camera == main else { return nil }
        let hint = "choose another here or for combined.main"
        return Refusal("camera '\(main)' is the main picture already", hint: hint)
    }

    /// Returns an error for each inset setting that the mixer does not support, with the setting's key.
    func refusals(by mixer: Mixer) -> [(key: String, refusal: Refusal)] {
        guard mixer != .dualcam else { return [] }
        let asked = [
            ("opacity", "see-through inset", opacity != .percent(100)), ("radius", "round corners", radius > 0),
            ("border", "border", border > 0), ("shadow", "shadow", shadow > 0),
        ]
        return asked.filter(\.2).map { key, what, _ in
            let hint = "write combined.mixer: dualcam, or leave \(key) out"
            return (key, Refusal("the mixer '\(mixer.rawValue)' draws no \(what)", hint: hint))
        }
    }
}

extension Switching {
    func refusals(among cameras: [String], _ transition: Transition) -> [Refusal] {
        guard let every else { return [] }
        var found: [Refusal] = []
        if cameras.count == 1 {
            found.append(Refusal("there is one camera only", hint: "add a camera under 'cameras', or write off"))
        }
        if transition.kind != .cut, transition.duration >= every {
            let hint = "make combined.transition.duration shorter, or this longer"
            let (length, interval) = (transition.duration.notation, every.notation)
            found.append(Refusal("a transition of \(length) does not end in \(interval)", hint: hint))
        }
        return found
    }
}

extension Mixer {
    /// Returns the error if the mixer cannot show the wider camera that a zoom below 1 needs. Returns `nil` if it can,
    /// or if no camera has such a zoom.
    ///
    /// - Parameter cameras: the names of the cameras with a zoom below 1.
    func refusal(ofWidened cameras: [String]) -> Refusal? {
        guard self != .dualcam, let camera = cameras.first else { return nil }
        return Refusal(
            "the mixer '\(rawValue)' draws no wider view, and the zoom of camera '\(camera)' is below 1",
            hint: "write combined.mixer: dualcam, or zoom by 1 ... \(Measure.text(Camera.zooms.upperBound))")
    }
}

extension Camera {
    /// Returns the reason why the camera cannot have this zoom factor; `nil` if it can.
    func refusal(of zoom: Double) -> Refusal? {
        guard zoom < 1 else { return nil }
        let text = Measure.text(zoom)
        guard let wide else {
            return Refusal(
                "a zoom of \(text) is a wider view than the camera has",
                hint:
                    "name a camera that sees more, as in wide: {camera: NAME, zoom: 0.5}, or zoom by 1 ... \(Measure.text(Camera.zooms.upperBound))"
            )
        }
        guard zoom < wide.zoom else { return nil }
        return Refusal(
            "a zoom of \(text) is a wider view than camera '\(wide.camera)' has",
            hint: "accepted: \(Measure.text(wide.zoom)) ... \(Measure.text(Camera.zooms.upperBound))")
    }
}

extension [Camera] {
    /// An error for each camera whose device is already used by an earlier camera, with the camera's name. A device can
    /// be opened by only one camera.
    var sharedDevices: [(name: String, refusal: Refusal)] {
        shared(\.name, \.device, hint: "give each camera its own") { camera in
            switch camera.device {
            case .auto, .test, .file, .network, .pipewire, .screen: nil
            case .path, .stable, .libcamera, .decklink: "camera"
            }
        }
    }
}

extension [Microphone] {
    /// An error for each microphone whose device is already used by an earlier microphone, with the microphone's name.
    /// Both would record the same sound.
    var sharedDevices: [(name: String, refusal: Refusal)] {
        shared(\.name, \.device, hint: "give each its own") { microphone in
            switch microphone.device {
            case .auto, .test, .voice, .file: nil
            case .pulse, .pipewire, .alsa: "microphone"
            }
        }
    }
}

extension Array {
    /// Returns an error for each element whose device is already used by an earlier element, with the element's name.
    ///
    /// - Parameter kind: returns the word for an element in the message; `nil` if the element's device can be shared.
    fileprivate func shared<Device: Hashable>(
        _ name: (Element) -> String, _ device: (Element) -> Device, hint: String, kind: (Element) -> String?
    ) -> [(name: String, refusal: Refusal)] {
        var owners: [Device: String] = [:]
        return compactMap { element in
            guard let kind = kind(element) else { return nil }
            guard let owner = owners[device(element)] else {
                owners[device(element)] = name(element)
                return nil
            }
            return (name(element), Refusal("\(kind) '\(owner)' has this device already", hint: hint))
        }
    }
}
