internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

/// Finds the sound devices of the microphones in the pipeline file.
enum MicrophoneProbe {
    /// Finds each microphone's device or clip and returns its properties by microphone name. Microphones with a named
    /// device are resolved first; then each `auto` gets a device that no other microphone uses.
    ///
    /// Blocks while a sound server is queried. Throws `deviceMissing`, `deviceBusy`, `elementMissing` or, for a clip,
    /// `deviceFormat`.
    ///
    /// - Parameters:
    ///   - absentAllowed: true to return the name of a missing microphone in `absent` instead of throwing. Its
    ///     properties are still returned, so that it can be opened once it is connected.
    ///   - cameras: the cameras to whose sound a microphone's key `of` can refer.
    package static func facts(
        of microphones: [Microphone], absentAllowed: Bool, _ clips: inout ClipCache, cameras: CameraSound
    ) throws(GraphFailure) -> (facts: [String: MicrophoneFacts], absent: Set<String>) {
        var found: [String: MicrophoneFacts] = [:]
        var absent: Set<String> = []
        let isOnly = microphones.count == 1
        // Named devices come first, so that an `auto` does not choose a device that another microphone names.
        let inOrder = microphones.filter { !$0.isAny } + microphones.filter(\.isAny)
        for microphone in inOrder {
            do throws(GraphFailure) {
                found[microphone.name] = try facts(
                    of: microphone, beside: found, &clips, cameras: cameras, isOnly: isOnly && microphone.isAny)
            } catch {
                guard absentAllowed, error.code == .deviceMissing, let expected = expected(microphone, isOnly: isOnly)
                else { throw error }
                found[microphone.name] = expected
                absent.insert(microphone.name)
            }
        }
        return (found, absent)
    }

    /// Returns the properties with which a missing microphone can be opened later; `nil` if the pipeline file does not
    /// determine its device.
    private static func expected(_ microphone: Microphone, isOnly: Bool) -> MicrophoneFacts? {
        switch microphone.device {
        case .test, .voice, .file: nil
        case .auto:
            isOnly || microphone.camera != nil
                ? MicrophoneChooser.elements.first(where: Registry.elementNames.contains).map {
                    .device(element: $0, device: nil)
                } : nil
        case .pulse(let name): .device(element: "pulsesrc", device: name)
        case .pipewire(let name): .device(element: "pipewiresrc", device: name)
        case .alsa(let name): .device(element: "alsasrc", device: name)
        }
    }

    /// Finds the device or clip of one microphone and returns its properties. Throws `deviceBusy` if another microphone
    /// uses the device.
    ///
    /// - Parameters:
    ///   - others: the properties of the other microphones, by name.
    ///   - cameras: the cameras to whose sound the microphone's key `of` can refer.
    ///   - isOnly: true if the recording has only this microphone.
    package static func facts(
        of microphone: Microphone, beside others: [String: MicrophoneFacts], _ clips: inout ClipCache,
        cameras: CameraSound, isOnly: Bool = false
    ) throws(GraphFailure) -> MicrophoneFacts {
        let path = microphone.keyPath
        let facts: MicrophoneFacts
        switch microphone.device {
        case .test: return .test
        case .voice: return .voice
        case .file(let path): return .clip(try clip(path, of: microphone, &clips))
        case .auto:
            guard let camera = microphone.camera else {
                return try automatic(microphone, beside: others, isOnly: isOnly || !microphone.isNamed)
            }
            let source = try cameras.source(of: camera, for: microphone, in: everySource().listings)
            facts = try opened(source.element, source.device, microphone)
        case .pulse(let name): facts = try opened("pulsesrc", name, microphone)
        case .pipewire(let name): facts = try opened("pipewiresrc", name, microphone)
        case .alsa(let name): facts = try opened("alsasrc", name, microphone)
        }
        if !others.isEmpty, let owner = MicrophoneChooser.owner(of: facts, among: others, listed()) {
            throw GraphFailure(
                .deviceBusy, message: "\(path): microphone \(owner) has this device already",
                advice: "Give each its own; 'dualcam devices --microphones' lists them.")
        }
        return facts
    }

    /// Returns the microphones of this machine's sound servers and cards, without monitor sources (which record a
    /// loudspeaker's sound).
    static func listed() -> [MicrophoneListing] {
        MicrophoneChooser.choice(everySource().listings.filter { !$0.isMonitor })
    }

    /// Returns every sound source of this machine's sound servers and cards, including monitor sources (which record a
    /// loudspeaker's sound).
    package static func everySource() -> SoundSources {
        var found = SoundSources()
        if let sources = BoundedCall.result(of: "pulsesrc", { listAudioSources() }) {
            found.listings = sources.compactMap(MicrophoneListing.init)
        } else {
            found.gaps.append(.hangs(.pulseAudio))
        }
        guard Registry.elementNames.contains(NodeTrial.element) else { return found }
        let answer = PipeWireNode.ask()
        if let gap = answer.gap { found.gaps.append(gap) }
        found.listings += answer.nodes.filter { [.sound, .virtualSound].contains($0.kind) }.map { node in
            MicrophoneListing(
                element: NodeTrial.element, device: node.name, title: node.title, isDefault: node.isDefault,
                card: node.card)
        }
        return found
    }

    /// Returns the properties of the clip at `path`, which replaces a microphone. Throws `deviceFormat` if the clip has
    /// no sound.
    package static func clip(
        _ path: String, of microphone: Microphone, _ clips: inout ClipCache
    ) throws(GraphFailure) -> ClipFacts {
        let clip = try clips.facts(of: path)
        guard clip.audio != nil else {
            throw GraphFailure(
                .deviceFormat, message: "\(microphone.keyPath): the clip \(path) has no sound",
                advice: microphone.isNamed
                    ? "Choose a clip with sound, or leave this microphone out."
                    : "Write 'microphone: none' to record none.")
        }
        return clip
    }

    private static func automatic(
        _ microphone: Microphone, beside others: [String: MicrophoneFacts], isOnly: Bool
    ) throws(GraphFailure) -> MicrophoneFacts {
        let hasDevices = others.values.contains { if case .device = $0 { true } else { false } }
        if !isOnly, let free = MicrophoneChooser.free(listed(), beside: Array(others.values)) {
            return try opened(free.element, free.device, microphone)
        }
        guard !hasDevices else {
            throw GraphFailure(
                .deviceMissing, message: "\(microphone.keyPath): auto found no other microphone",
                advice: "Connect one more, or name one that 'dualcam devices --microphones' lists.")
        }
        return try anyOpened(everySource(), for: microphone)
    }

    /// Opens the first standard source that works, and returns its properties. Throws an error that names a server that
    /// hangs, if one does.
    private static func anyOpened(_ found: SoundSources, for microphone: Microphone) throws(GraphFailure)
        -> MicrophoneFacts
    {
        let sources = found.listings
        var hanging: String?
        for element in MicrophoneChooser.elements {
            let device: String?
            switch MicrophoneChooser.standard(element, in: sources) {
            case .standard: device = nil
            case .named(let name): device = name
            // If PipeWire's nodes are unknown, it may still have a microphone.
            case .missing where element == NodeTrial.element && found.lacksNodes: device = nil
            case .missing: continue
            }
            let isKnownToHang = element == NodeTrial.element && found.gaps.contains(.hangs(.pipeWire))
            switch isKnownToHang ? nil : opens(element, device) {
            case true?: return .device(element: element, device: device)
            case false?: break
            case nil: hanging = hanging ?? element
            }
        }
        if let hanging { throw .hanging(microphone.keyPath, hanging, nil) }
        throw GraphFailure(
            .deviceMissing,
            message: sources.contains(where: \.isMonitor)
                ? "\(microphone.keyPath): auto found no microphone, only what the loudspeakers play"
                : "\(microphone.keyPath): auto found no sound server and no sound card",
            advice: microphone.isNamed
                ? "Connect one, or leave this microphone out."
                : "Connect one, name it under 'microphone', or write 'microphone: none' to record without sound.")
    }

    private static func opened(_ element: String, _ device: String?, _ microphone: Microphone) throws(GraphFailure)
        -> MicrophoneFacts
    {
        let path = microphone.keyPath
        guard Registry.elementNames.contains(element) else {
            throw GraphFailure(
                .elementMissing, message: "\(path): the GStreamer element \(element) is not installed",
                advice: "Install its plugin package or choose another kind of microphone.")
        }
        switch opens(element, device) {
        case true?: return .device(element: element, device: device)
        case nil: throw .hanging(path, element, device)
        case false?: throw missing(element, device, microphone)
        }
    }

    private static func missing(_ element: String, _ device: String?, _ microphone: Microphone) -> GraphFailure {
        let path = microphone.keyPath
        if element == NodeTrial.element {
            guard let isThere = NodeTrial.findsServer() else { return .hanging(path, element, device) }
            guard isThere else {
                return GraphFailure(
                    .deviceMissing, message: "\(path): no PipeWire server answers this user",
                    advice:
                        "Start it ('systemctl --user start pipewire wireplumber'), record as the user whose session has it, or "
                        + "write another microphone.")
            }
        }
        return GraphFailure(
            .deviceMissing, message: "\(path): \(element) cannot open \(device ?? "the default device")",
            advice: microphone.isNamed
                ? "See which there are with 'dualcam devices --microphones'."
                : "See which there are with '\(lister(of: element))', or write 'microphone: none'.")
    }

    /// The shell command that lists the devices an element can open.
    private static func lister(of element: String) -> String {
        element == NodeTrial.element ? "dualcam devices --microphones" : "pactl list short sources' or 'arecord -L"
    }

    /// Returns true if the source element can open its server or sound card, which it does in the READY state; `nil` if
    /// the attempt hangs. If the source is a PipeWire node, it must also deliver sound.
    private static func opens(_ factory: String, _ device: String?) -> Bool? {
        if factory == NodeTrial.element { return NodeTrial.delivers(device, within: BoundedCall.serverPatience) }
        // A server that hangs does so for all its devices.
        let name = factory == "alsasrc" ? "alsasrc \(device ?? "")" : factory
        return BoundedCall.result(of: name) {
            do {
                let source = try Element.make(factory)
                defer { source.stop() }
                if let device { try source.set("device", .string(device)) }
                try source.setState(.ready)
                return true
            } catch {
                return false
            }
        }
    }
}

extension MicrophoneListing {
    fileprivate init?(_ source: AudioSource) {
        guard let device = source.device, MicrophoneChooser.elements.contains(source.factory) else { return nil }
        self.init(
            element: source.factory, device: device, title: source.displayName, isDefault: source.isDefault,
            isMonitor: source.isMonitor, card: source.card)
    }
}

extension GraphFailure {
    fileprivate static func hanging(_ path: String, _ element: String, _ device: String?) -> GraphFailure {
        GraphFailure(
            .deviceMissing,
            message:
                "\(path): \(element) has not opened \(device ?? "the default device") within \(Int(BoundedCall.serverPatience)) s: the sound server or the sound card hangs",
            advice:
                element == "alsasrc"
                ? "Plug the device out and in again."
                : "Restart the sound server: 'systemctl --user restart \(SoundSources.Server(of: element).unit)'."
        )
    }
}

extension Microphone {
    /// True when the pipeline file lets dualcam choose this microphone's device.
    fileprivate var isAny: Bool { device == .auto && camera == nil }
}
