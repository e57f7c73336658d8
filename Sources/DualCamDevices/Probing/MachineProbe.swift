package import DualCamConfig
package import DualCamPlan
internal import GStreamer
internal import Glibc
internal import Mixer

/// The cameras and microphones of a pipeline, as found on this machine.
package struct ResolvedInputs: Sendable, Equatable {
    package var cameras: [CameraFacts]
    /// The properties of the pipeline's microphones, by microphone name.
    package var microphones: [String: MicrophoneFacts]
    /// The names of the microphones that are missing on this machine.
    package var absentMicrophones: Set<String> = []
}

/// Inspects this machine: its devices, encoders and libraries. All functions block, so they must not be called in
/// Swift's cooperative thread pool.
package enum MachineProbe {
    /// Initialises GStreamer and dualcam's mixer. If GStreamer's plugin registry is not cached yet, this takes several
    /// seconds. Throws `fault` if GStreamer cannot be initialised.
    package static func prepare() throws(GraphFailure) {
        do throws(LibraryError) {
            try MixerLibrary.initialize()
            Library.silenceOpenH264()
        } catch {
            throw GraphFailure(
                .fault, message: "GStreamer does not start: \(error.message)",
                advice: "Check its installation with 'gst-inspect-1.0'.")
        }
    }

    /// Stops libcamera from printing its version and warnings to standard error when its plugin searches for cameras.
    /// Errors are still printed. If the user has set the variable `LIBCAMERA_LOG_LEVELS`, it is not changed (libcamera,
    /// `log.cpp`). Must be called before other threads start, because they may read the environment.
    package static func quietLibcamera() { setenv("LIBCAMERA_LOG_LEVELS", "*:ERROR", 0) }

    /// The version of the installed GStreamer, such as `GStreamer 1.22.0`.
    package static var gstreamerVersion: String { Library.version }

    /// The name of this machine's CPU (`model name` in proc(5)'s `cpuinfo`), or its architecture (uname(2)) if the name
    /// is unknown.
    package static var processor: String {
        let lines = SmallFile.bytes(of: "/proc/cpuinfo")?.split(separator: UInt8(ascii: "\n")) ?? []
        let named = lines.lazy.map { String(decoding: $0, as: UTF8.self).split(separator: ":", maxSplits: 1) }
            .first { $0.count == 2 && ["model name\t", "Model\t\t"].contains($0[0]) }
        return named.map { String($0[1].drop { $0 == " " }) } ?? architecture
    }

    private static var architecture: String {
        var names = utsname()
        uname(&names)
        return withUnsafeBytes(of: names.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Returns a description of this machine. Tests its hardware encoders. Those that do not work are listed in
    /// `silentEncoders` instead of `elements`.
    /// - Parameter mixer: a mixer to test as well, if it uses a graphics chip; `nil` to test none.
    package static func facts(trying mixer: Mixer? = nil) -> MachineFacts {
        var facts = untriedFacts
        let hardware = facts.elements.intersection(EncoderCatalog.hardwareElements)
        facts.silentEncoders = hardware.filter { !ElementTrial.encodes($0) }
        facts.elements.subtract(facts.silentEncoders)
        if let mixer, !ElementTrial.draws(mixer, with: facts.elements) { facts.silentMixers = [mixer] }
        return facts
    }

    /// The description of this machine, made without testing its encoders and mixers.
    static var untriedFacts: MachineFacts {
        MachineFacts(
            cores: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))), elements: Registry.elementNames, host: host)
    }

    /// Returns the USB buses and ports of the given cameras; empty if none of them has a device.
    package static func usb(of cameras: [CameraFacts], sysfs: String) -> USBFacts {
        let nodes = cameras.compactMap { camera in
            if case .device(let device, _, _) = camera.source { device.path } else { nil }
        }
        return nodes.isEmpty ? USBFacts() : USBProbe.facts(sysfs: sysfs, nodes: nodes)
    }

    /// Returns the cameras that are connected to this machine, sorted by stable name.
    package static func devices() -> [DeviceFacts] { CameraProbe.devices() }

    /// Returns further values that users can choose for a camera's `device`: the PipeWire server's video nodes and the
    /// X server's screen. Blocks until the servers have responded.
    package static func otherCameras() -> [OtherCamera] {
        let nodes = PipeWireNode.ask().nodes.compactMap { node -> OtherCamera? in
            guard node.kind == .picture, node.properties["api.v4l2.path"] == nil else { return nil }
            return OtherCamera(.pipewire, device: "pipewire:\(node.name)", title: node.title)
        }
        let display = getenv("DISPLAY").map { String(cString: $0) } ?? ""
        let hasScreen = !display.isEmpty && Registry.elementNames.contains("ximagesrc")
        return nodes
            + (hasScreen ? [OtherCamera(.screen, device: "screen", title: "what the X server \(display) shows")] : [])
    }

    /// Returns the sound sources that can be used as a microphone's device. The first is the one that `auto` chooses.
    /// Blocks while servers and sound cards are queried.
    package static func microphones() -> [MicrophoneListing] { MicrophoneProbe.listed() }

    /// Returns the sound sources that `microphones()` returns, followed by additional sources of a PipeWire server and
    /// by monitor sources, which record a loudspeaker's sound. Blocks while servers and sound cards are queried.
    package static func soundSources() -> SoundSources {
        var found = MicrophoneProbe.everySource()
        let sources = found.listings
        let usual = MicrophoneChooser.choice(sources.filter { !$0.isMonitor })
        let others = sources.filter { $0.element == "pipewiresrc" && !$0.isMonitor && !usual.contains($0) }
        found.listings = usual + others + sources.filter(\.isMonitor)
        return found
    }

    /// Returns the capture devices of this machine's sound cards that this user may not open. Each key is a device's
    /// path, such as `/dev/snd/pcmC0D0c`, and its value is the name of the user group that may open the device.
    package static func deniedCards() -> [String: String] {
        let nodes = SmallFile.entries(of: "/dev/snd").filter { $0.hasPrefix("pcm") && $0.hasSuffix("c") }
        return nodes.map { "/dev/snd/\($0)" }.reduce(into: [:]) { denied, path in
            if access(path, R_OK | W_OK) != 0, errno == EACCES { denied[path] = FileGroup.name(of: path) }
        }
    }

    /// Finds the device or clip of every camera and microphone of the pipeline, without starting a stream.
    ///
    /// - Parameters:
    ///   - absentCameras: true to return a missing camera as `CameraSource.absent` instead of throwing, unless all are
    ///     missing.
    ///   - absentMicrophones: true to return the name of a missing microphone in `absentMicrophones` instead of
    ///     throwing.
    ///
    /// - Throws: `deviceMissing`, `deviceFormat` or `elementMissing`, with the name of the camera or microphone in the
    ///   message.
    package static func resolve(
        _ pipeline: Pipeline, absentCameras: Bool = false, absentMicrophones: Bool = false
    ) throws(GraphFailure) -> ResolvedInputs {
        let devices = pipeline.cameras.contains { $0.needsDevice } ? CameraProbe.devices() : []
        let chosen = try DeviceChooser.choose(for: pipeline, from: devices, absentAllowed: absentCameras)
        var clips = ClipCache()
        var (cameras, firstMissing) = ([CameraFacts](), GraphFailure?.none)
        for camera in pipeline.cameras {
            var found = CameraSource.absent
            do throws(GraphFailure) { found = try source(of: camera, chosen: chosen[camera.name], &clips) } catch {
                guard absentCameras, error.code == .deviceMissing else { throw error }
                firstMissing = firstMissing ?? error
            }
            cameras.append(CameraFacts(name: camera.name, source: found))
        }
        if let firstMissing, cameras.allSatisfy({ $0.source == .absent }) { throw firstMissing }
        let microphones = try MicrophoneProbe.facts(
            of: pipeline.microphones, absentAllowed: absentMicrophones, &clips,
            cameras: CameraSound(cameras: cameras, sysfs: pipeline.machine.sysfs))
        return ResolvedInputs(cameras: cameras, microphones: microphones.facts, absentMicrophones: microphones.absent)
    }

    static func source(
        of camera: Camera, chosen: CameraSource?, _ clips: inout ClipCache
    ) throws(GraphFailure) -> CameraSource {
        switch camera.device {
        case .test(let pattern): return .test(pattern)
        case .file(let path):
            let clip = try clips.facts(of: path)
            guard clip.video != nil else {
                throw GraphFailure(
                    .deviceFormat, message: "cameras.\(camera.name): the clip \(path) has no picture",
                    advice: "Choose a clip with video, or use 'device: test'.")
            }
            return .clip(clip)
        case .libcamera, .pipewire, .screen, .decklink: return try elementSource(of: camera)
        case .auto, .path, .stable, .network:
            guard let chosen else {
                throw GraphFailure(
                    .deviceMissing, message: "cameras.\(camera.name): no device", advice: "Try --simulate.")
            }
            return chosen
        }
    }

    private static func elementSource(of camera: Camera) throws(GraphFailure) -> CameraSource {
        let variable = { (name: String) in getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }
        guard let source = ElementSource(camera.device) else { return .absent }
        if case .decklink(let number) = camera.device { try open(source, of: camera, number) }
        if case .pipewire(let node?) = camera.device, PipeWireNode.exists(node) == false {
            throw GraphFailure(
                .deviceMissing, branch: .source(InputName(camera.name)), input: InputName(camera.name),
                message: "camera \(camera.name): PipeWire has no node \(node)",
                advice: "'dualcam devices' lists PipeWire's cameras, and 'pw-cli ls Node' all nodes.")
        }
        guard source.isScreen else { return .element(source) }
        let named: String? = if case .screen(let name?) = camera.device { name } else { nil }
        if let server = named ?? variable("DISPLAY") {
            guard answers(source, named) else { throw .noScreen(server, of: camera) }
            return .element(source)
        }
        throw GraphFailure(
            .deviceMissing, branch: .source(InputName(camera.name)), input: InputName(camera.name),
            message: "camera \(camera.name): no X server is named in $DISPLAY",
            advice: variable("WAYLAND_DISPLAY") == nil
                ? "Set DISPLAY, or write the server's name, as in `device: \"screen::0\"`."
                : "Wayland gives its picture to PipeWire alone: share the screen by the desktop's portal, and write "
                    + "`device: pipewire:NODE` with the number of its node (`pw-cli ls Node`).")
    }

    /// Returns true if the X server responds. The element asks it for the screen's size when it reports its caps
    /// (`gst_ximage_src_get_caps`, 1.22). Without a server, the caps allow any size.
    private static func answers(_ source: ElementSource, _ server: String?) -> Bool {
        guard let element = try? Element.make(source.factory) else { return true }
        defer { element.stop() }
        do {
            if let server { try element.set("display-name", .string(server)) }
            try element.setState(.ready)
            return try element.pad("src").possibleCaps?.structures.first?.int("width") != nil
        } catch {
            return false
        }
    }

    /// Opens and closes the camera's DeckLink card, to report a missing card or driver. The element itself would fail
    /// without a message.
    private static func open(_ source: ElementSource, of camera: Camera, _ number: Int) throws(GraphFailure) {
        guard let element = try? Element.make(source.factory) else { return }
        defer { element.stop() }
        do {
            try element.set("device-number", .int(Int64(number)))
            try element.setState(.ready)
        } catch {
            throw GraphFailure(
                .deviceMissing, branch: .source(InputName(camera.name)), input: InputName(camera.name),
                message: "camera \(camera.name): there is no DeckLink card \(number), or its driver is not there",
                advice: "Install Blackmagic's Desktop Video, and look at its list of cards.")
        }
    }

    private static var host: String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let result = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { gethostname($0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? -1
        }
        return result == 0 ? String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self) : "localhost"
    }
}

extension GraphFailure {
    fileprivate static func noScreen(_ server: String, of camera: Camera) -> GraphFailure {
        GraphFailure(
            .deviceMissing, branch: .source(InputName(camera.name)), input: InputName(camera.name),
            message: "camera \(camera.name): no X server \(server) answers this user",
            advice:
                "'ls /tmp/.X11-unix' lists the servers of this machine: X0 is `device: \"screen::0\"`. For that of another "
                + "user XAUTHORITY has to name its file.")
    }
}

extension Camera {
    var needsDevice: Bool {
        switch device {
        case .auto, .path, .stable: true
        case .test, .file, .network, .libcamera, .pipewire, .screen, .decklink: false
        }
    }
}

/// A cache of clips' properties. A camera and a microphone often play the same clip, which then needs to be inspected
/// only once.
struct ClipCache {
    private var known: [String: ClipFacts] = [:]

    package mutating func facts(of path: String) throws(GraphFailure) -> ClipFacts {
        if let known = known[path] { return known }
        let facts = try ClipProbe.facts(of: path)
        known[path] = facts
        return facts
    }
}
