import DualCamConfig
import DualCamGraph
import DualCamPlan

/// `dualcam devices`
struct DevicesCommand: Command {
    var json = false
    var controls = false
    var microphones = false

    static let declaration = CommandDeclaration<Self>(
        "devices", "list the cameras of this machine",
        discussion: "The first name of each survives reboots and replugging; write it as a camera's device.",
        options: [
            .flag("controls", \.controls, "print each camera's controls, too"),
            .flag("microphones", \.microphones, "list the microphones instead"),
            .flag("json", \.json, "print a JSON array, with the controls"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        try await Preparation.startGStreamer(quiet: json, in: place)
        if microphones {
            let found = try await BlockingCalls.perform { () throws(CommandFailure) in MachineProbe.microphones() }
            place.output.write(
                json
                    ? TerminalText(json: try JSONText.line(found.map(MicrophoneReport.init)))
                    : MicrophoneReport.text(of: found))
            return .finished
        }
        let devices = try await BlockingCalls.perform { () throws(CommandFailure) in MachineProbe.devices() }
        place.output.write(
            json
                ? TerminalText(json: try JSONText.line(devices.map(DeviceReport.init)))
                : Self.text(of: devices, controls: controls))
        return .finished
    }

    static func text(of devices: [DeviceFacts], controls: Bool = false) -> TerminalText {
        if devices.isEmpty { return "No camera found. 'dualcam run FILE --simulate' records test patterns.\n" }
        return devices.map { device in
            let user = device.user.map { "\($0.name) (process \($0.identifier))" } ?? "another program"
            let use = device.isBusy ? ["  in use by \(user)"] : []
            let modes = device.modes.map { "  " + DeviceReport.Mode($0).text }
            let settings = controls ? ControlText.lines(of: device) : []
            return TerminalText(
                lines: [device.stableName, "  \(device.card), \(device.path)"] + use + modes + settings)
        }.joined(separator: "\n")
    }
}

/// A microphone in `devices --microphones --json`.
struct MicrophoneReport: Encodable, Equatable {
    /// The name as a microphone's device in the pipeline file.
    var name: String
    var title: String
    /// The first that `auto` takes.
    var isDefault: Bool

    private enum CodingKeys: String, CodingKey {
        case name, title
        case isDefault = "default"
    }

    init(_ listing: MicrophoneListing) {
        (name, title, isDefault) = (listing.notation.notation, listing.title, listing.isDefault)
    }

    static func text(of found: [MicrophoneListing]) -> TerminalText {
        if found.isEmpty { return "No microphone found. 'dualcam run FILE --simulate' records a test tone.\n" }
        return TerminalText(
            lines: found.map(Self.init).flatMap { [$0.name, "  \($0.title)\($0.isDefault ? ", the default" : "")"] })
    }
}

/// A camera in `devices --json`.
struct DeviceReport: Encodable, Equatable {
    struct Mode: Encodable, Equatable {
        var format: String
        var width: Int
        var height: Int
        /// The rates as the pipeline file writes them, highest first: `30`, `30000/1001`.
        var rates: [String]
        var colorimetry: String?
    }

    struct User: Encodable, Equatable {
        var process: Int
        var name: String
    }

    var name: String
    var path: String
    var card: String
    var driver: String
    var bus: String
    var modes: [Mode]
    var controls: [ControlReport]
    /// Plain words of the pipeline file that mean something to it.
    var words: [String]
    /// Another program streams from it: `user`, where that is known.
    var busy: Bool
    var user: User?

    init(_ facts: DeviceFacts) {
        (name, path, card) = (facts.stableName, facts.path, facts.card)
        (driver, bus) = (facts.driver, facts.busName)
        modes = facts.modes.map(Mode.init)
        let known = facts.controls ?? []
        controls = known.map { ControlReport($0, among: known) }
        words = facts.plainControls.map(\.rawValue)
        busy = facts.isBusy
        user = facts.user.map { User(process: $0.identifier, name: $0.name) }
    }
}

extension DeviceReport.Mode {
    init(_ mode: CaptureMode) {
        format = mode.format.word
        (width, height) = (mode.size.width, mode.size.height)
        rates = mode.rates.map(\.text)
        colorimetry = mode.colorimetry
    }

    var text: String {
        let rates = rates.isEmpty ? "rates unknown" : rates.joined(separator: " ") + " fps"
        return "\(HelpText.padded(format, to: 6)) \(width)x\(height)  \(rates)"
    }
}

extension PixelFormat {
    /// The word of the pipeline file's `format`.
    var word: String {
        switch self {
        case .raw(let name): name.lowercased()
        case .mjpeg: CaptureFormat.mjpeg.rawValue
        case .h264: CaptureFormat.h264.rawValue
        }
    }
}
