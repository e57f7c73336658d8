import DualCamConfig

// MARK: Settings that no other setting uses
extension Pipeline {
    /// An issue for each setting that the recording does not use: cameras without an output, settings for a missing
    /// combined picture, keys that an encoder ignores, and unused layouts or presets.
    var unusedNotices: [PlanIssue] {
        cameras.flatMap(cameraNotices) + delayNotices + encoderKeyNotices + namedNotices + policyNotices
    }

    /// True when commands can change the recording while it is running.
    var canBeDirected: Bool { control.socket || control.listen != nil }

    private func cameraNotices(_ camera: Camera) -> [PlanIssue] {
        let path = "cameras.\(camera.name)"
        if !decidesPicture, !outputs.contains(OutputName(camera.name)) {
            return [
                PlanIssue(
                    path, "it is in no output: recording.outputs leaves it out, and no combined picture is made",
                    hint: "add it there, or leave this camera out")
            ]
        }
        let source: String? =
            switch camera.device {
            case .test: "a test picture"
            case .file: "a clip"
            case .pipewire, .screen, .decklink: "a camera that is not a V4L2 device"
            case .auto, .path, .stable, .network, .libcamera: nil
            }
        return (decidesPicture ? [] : pictureNotices(camera)) + deviceNotices(camera, source) + presetNotices(camera)
    }

    /// Returns notices about a camera's device settings that have no effect, for example because its source is not a
    /// device.
    ///
    /// - Parameter source: a description of the source if it is not a device; otherwise `nil`.
    private func deviceNotices(_ camera: Camera, _ source: String?) -> [PlanIssue] {
        let path = "cameras.\(camera.name)"
        let device = "leave it out, or name a device"
        guard let source else {
            guard camera.mode == .nearest, passesThrough(OutputName(camera.name)) else { return [] }
            return [
                PlanIssue(
                    "\(path).mode", "what is passed through keeps its size and rate",
                    hint: "leave it out, or write another encoder")
            ]
        }
        let rows = [
            ("format", camera.format != .auto, "does not come in a camera's format"),
            ("mode", camera.mode != nil, "is brought to any size and rate"),
            ("damaged", camera.damaged != .drop, "is never damaged on its way"),
        ]
        return rows.filter(\.1).map { PlanIssue("\(path).\($0)", "\(source) \($2)", hint: device) }
    }

    /// A notice for each delay that has no effect because the recording has only one input.
    private var delayNotices: [PlanIssue] {
        guard cameras.count == 1, microphones.isEmpty, cameras[0].delay != .none else { return [] }
        return [
            PlanIssue(
                "cameras.\(cameras[0].name).delay", "nothing else is recorded, with which it would be in step",
                hint: "leave it out")
        ]
    }

    /// Returns notices about those settings of a camera that affect only the combined picture, if there is no combined
    /// picture.
    private func pictureNotices(_ camera: Camera) -> [PlanIssue] {
        let plain = Camera(name: camera.name)
        let (zooms, looks) = (camera.zoomAppliesTo == .combined, camera.lookAppliesTo == .combined)
        let rows = [
            ("fit", camera.fit != nil, "leave it out"),
            ("zoom", zooms && camera.zoom != plain.zoom, "write zoom-applies-to: both"),
            ("zoom-centre", zooms && camera.zoomCentre != plain.zoomCentre, "write zoom-applies-to: both"),
            ("zoom-presets", zooms && !camera.zoomPresets.isEmpty, "write zoom-applies-to: both"),
            ("wide", zooms && camera.wide != nil, "leave it out"),
            ("look", looks && camera.look != plain.look, "write look-applies-to: both"),
            ("adjust", looks && camera.adjust != plain.adjust, "write look-applies-to: both"),
        ]
        return rows.filter(\.1).map { key, _, remedy in
            PlanIssue(
                "cameras.\(camera.name).\(key)", "it is seen in the combined picture only, and none is made",
                hint: "\(remedy), or record a combined picture")
        }
    }

    private func presetNotices(_ camera: Camera) -> [PlanIssue] {
        guard !canBeDirected, !camera.zoomPresets.isEmpty, decidesPicture || camera.zoomAppliesTo == .both else {
            return []
        }
        return [undirected("cameras.\(camera.name).zoom-presets")]
    }

    /// Notices about layouts and control presets that no setting uses and that no command can select.
    private var namedNotices: [PlanIssue] {
        let idleLayouts = layouts.filter { combined?.layout != .custom($0.name) || !decidesPicture }
        let shapes = idleLayouts.compactMap { layout -> PlanIssue? in
            let path = "layouts.\(layout.name)"
            guard decidesPicture else {
                return PlanIssue(
                    path, "no combined picture is made", hint: "record one, or leave this layout out")
            }
            return canBeDirected ? nil : undirected(path)
        }
        let used = Set(cameras.flatMap(\.controls).compactMap(\.preset))
        let hasControls = cameras.contains { $0.device.lackOfControls == nil }
        let sets = controlPresets.filter { !used.contains($0.name) }.compactMap { set -> PlanIssue? in
            let path = "controls.\(set.name)"
            guard hasControls else {
                return PlanIssue(
                    path, "no camera here has controls", hint: "name the device of a camera, or leave this out")
            }
            return canBeDirected ? nil : undirected(path)
        }
        return shapes + sets
    }

    private func undirected(_ path: String) -> PlanIssue {
        PlanIssue(
            path, "no setting names it, and nobody can send a command that does",
            hint: "leave control.socket on, or leave this out")
    }

    private var policyNotices: [PlanIssue] {
        let (directory, fallback) = (recording.directory, recording.fallback)
        let unreached = storage.warnAt.filter { $0.bytes < storage.keepFree.bytes }
        let copies: [EventName] = [.backedUp, .backupFailed]
        var found: [PlanIssue] = []
        if let fallback, fallback == directory || fallback.hasPrefix(directory + "/") {
            let what = fallback == directory ? "it is recording.directory itself" : "it lies in recording.directory"
            found.append(
                PlanIssue(
                    "recording.fallback", "\(what), and fails with it", hint: "name a folder on another disk, or off"))
        }
        if storage.warnAt != Storage.usualWarnings, !unreached.isEmpty {
            found.append(
                PlanIssue(
                    "storage.warn-at", "storage.keep-free is reached before the smallest of these sizes",
                    hint: "write sizes above storage.keep-free"))
        }
        if budget.limit != Budget().limit, !budget.enforce, budget.shed.isEmpty {
            found.append(
                PlanIssue(
                    "budget.limit", "nothing is refused (budget.enforce) and nothing left out (budget.shed)",
                    hint: "write enforce: on, or steps in budget.shed"))
        }
        if !canBeDirected, !control.remember {
            found.append(
                PlanIssue(
                    "control.remember", "nobody can send a command whose setting would be remembered",
                    hint: "leave it out, or leave control.socket on"))
        }
        if backup.to == nil {
            found += copies.filter { hooks.actions[$0]?.isEmpty == false }.map { event in
                PlanIssue(
                    "hooks.\(event.rawValue)", "nothing is copied while backup.to is off",
                    hint: "write a place there, or leave this out")
            }
        }
        return found
    }
}

// MARK: Devices that cannot be missing
extension Pipeline {
    /// A notice for each microphone that specifies both a camera (`of`), whose built-in microphone is to be used, and a
    /// device. The device takes precedence, so `of` has no effect.
    var pairedNotices: [PlanIssue] {
        microphones.filter { $0.camera != nil && $0.device != .auto }.map {
            PlanIssue(
                "\($0.keyPath).of", "its device is named: \($0.device.notation)",
                hint: "leave one of the two out")
        }
    }

    /// Notices about the settings `missing-camera` and `missing-microphone`, if none of the pipeline's devices can be
    /// missing.
    var missingNotices: [PlanIssue] {
        let (plain, there) = (
            Recording(), "test signals are always there, and a clip that is missing refuses the start"
        )
        let microphoneDevices = microphones.map(\.device).filter { !$0.isTestOrClip }
        return told([
            (
                recording.missingCamera != plain.missingCamera && !cameras.contains { !$0.device.isTestOrClip }
                    && (recording.missingCamera == .continue || !cameras.contains { $0.device.isClip }),
                "recording.missing-camera", "no camera is a device: \(there)", "leave it out, or name a device"
            ),
            (
                recording.missingMicrophone != plain.missingMicrophone && !microphones.isEmpty
                    && microphoneDevices.isEmpty
                    && (recording.missingMicrophone == .continue || !microphones.contains { $0.device.isClip }),
                "recording.missing-microphone", "no microphone is a device: \(there)", "leave it out, or name a device"
            ),
        ])
    }
}

extension CameraDevice {
    fileprivate var isClip: Bool { if case .file = self { true } else { false } }
    fileprivate var isTestOrClip: Bool { if case .test = self { true } else { isClip } }
}

extension MicrophoneDevice {
    fileprivate var isClip: Bool { if case .file = self { true } else { false } }
    fileprivate var isTestOrClip: Bool {
        switch self {
        case .test, .voice, .file: true
        case .auto, .pulse, .pipewire, .alsa: false
        }
    }
}

// MARK: Keys that an encoder does not use
extension Pipeline {
    private var encoderKeyNotices: [PlanIssue] {
        // If an output is not recorded, its whole entry is unused, which another notice reports.
        let used = outputs + (isComposedLater ? [.combined] : [])
        let own = used.flatMap { output -> [PlanIssue] in
            guard let entry = encoders.outputs[output] else { return [] }
            return EncoderKey.allCases.filter { $0.isGiven(in: entry) }.compactMap { key in
                reason(key, output).map {
                    PlanIssue("encoders.\(output.rawValue).\(key.rawValue)", $0, hint: "leave it out")
                }
            }
        }
        let shared = EncoderKey.allCases.filter { $0.isGiven(in: encoders.standard) }.compactMap { key in
            let takers = used.filter { output in encoders.outputs[output].map { !key.isSettled(by: $0) } ?? true }
            let reasons = takers.map { reason(key, $0) }
            let told = takers.isEmpty ? "every output has its own" : reasons.contains(nil) ? nil : reasons.first ?? nil
            return told.map { PlanIssue("encoders.default.\(key.rawValue)", $0, hint: "leave it out") }
        }
        return own + shared
    }

    /// Returns the reason why an output's encoder ignores a key. Returns `nil` if the encoder uses the key, or if that
    /// depends on the machine.
    private func reason(_ key: EncoderKey, _ output: OutputName) -> String? {
        let use = encoders.settings(for: output).use
        if use == "passthrough" {
            return key == .use ? nil : "the camera's own stream is passed through, and nothing is encoded"
        }
        let codec = VideoCodec(rawValue: use) ?? EncoderCatalog.implementation(use)?.codec
        guard key == .keyframes, let codec, [.mjpeg, .prores].contains(codec) else { return nil }
        return "every picture of \(codec.rawValue) is a key frame"
    }
}

/// The keys of an encoder's section.
private enum EncoderKey: String, CaseIterable {
    case use, speed, preset, quality, bitrate, keyframes

    func isGiven(in settings: EncoderSettings) -> Bool {
        switch self {
        case .use: settings.use != Encoders().standard.use
        case .speed: settings.speed != nil
        case .preset: settings.preset != nil
        case .quality: settings.quality != nil
        case .bitrate: settings.bitrate != nil
        case .keyframes: settings.keyframes != Encoders().standard.keyframes
        }
    }

    func isGiven(in entry: EncoderOverride) -> Bool {
        switch self {
        case .use: entry.use != nil
        case .speed: entry.speed != nil
        case .preset: entry.preset != nil
        case .quality: entry.quality != nil
        case .bitrate: entry.bitrate != nil
        case .keyframes: entry.keyframes != nil
        }
    }

    /// Returns true if an output's own encoder settings override this key of `encoders.default`. A preset also
    /// overrides a speed, and a speed also overrides a preset.
    func isSettled(by entry: EncoderOverride) -> Bool {
        switch self {
        case .speed, .preset: entry.speed != nil || entry.preset != nil
        case .use, .quality, .bitrate, .keyframes: isGiven(in: entry)
        }
    }
}
