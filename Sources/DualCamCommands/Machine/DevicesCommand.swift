import CommandLine
import DualCamConfig
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// The `dualcam devices` command, which lists the cameras or microphones of this machine.
struct DevicesCommand: Command {
    var json = false
    var controls = false
    var microphones = false

    static let declaration = CommandDeclaration<Self>(
        "devices", "list the cameras connected to this machine",
        discussion:
            "The first name of a camera stays the same after reboots and replugging. Use it as a camera's device.",
        options: [
            .flag("controls", \.controls, "also print each camera's controls"),
            .flag("microphones", \.microphones, "list the microphones instead"),
            .flag("json", \.json, "print a JSON array, including the controls"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        try await place.startGStreamer(quiet: json)
        if microphones {
            let found = try await BlockingCalls.perform { () throws(CommandFailure) in MachineProbe.soundSources() }
            for gap in found.gaps { place.note("note: " + gap.text, .warning) }
            place.output.write(
                json ? try TerminalText(encoding: found.listings.map(\.report)) : Self.text(of: found.listings))
            return .finished
        }
        let (devices, others) = try await BlockingCalls.perform { () throws(CommandFailure) in
            (MachineProbe.devices(), MachineProbe.otherCameras())
        }
        if json {
            place.output.write(try TerminalText(encoding: devices.map(\.report) + others.map(\.report)))
            return .finished
        }
        if !devices.isEmpty || others.isEmpty { place.output.write(Self.text(of: devices, controls: controls)) }
        for other in others { place.output.write(TerminalText(lines: [other.device, "  \(other.title)"])) }
        return .finished
    }

    static func text(of devices: [DeviceFacts], controls: Bool = false) -> TerminalText {
        if devices.isEmpty { return "No camera found. 'dualcam run FILE --simulate' records test patterns.\n" }
        return devices.map { device in
            let user = device.user.map { "\($0.name) (process \($0.identifier))" } ?? "another program"
            let use = device.isBusy ? ["  in use by \(user)"] : []
            let closed = device.deniedTo.map { ["  permission denied: add yourself to the group \($0)"] } ?? []
            let port = device.portReason.map { ["  known \($0.text)"] } ?? []
            let signal = device.signal.map { ["  \($0.text)"] } ?? []
            let modes = device.modes.map { "  " + $0.text }
            let settings = controls ? device.controlLines : []
            return TerminalText(
                lines: [device.stableName, "  \(device.card), \(device.path)"] + port + closed + use + signal + modes
                    + settings)
        }.joined(separator: "\n")
    }

    static func text(of microphones: [MicrophoneListing]) -> TerminalText {
        if microphones.isEmpty { return "No microphone found. 'dualcam run FILE --simulate' records a test tone.\n" }
        return TerminalText(
            lines: microphones.flatMap {
                [$0.notation.notation, "  \($0.title)\($0.marks)"]
            })
    }
}

extension MicrophoneListing {
    /// The JSON object of a microphone in `devices --microphones --json`. The value of `name` can be used as a
    /// microphone's `device` in the pipeline file.
    var report: JSONObject {
        ["name": notation.notation, "title": title, "default": isDefault, "monitor": isMonitor]
    }

    fileprivate var marks: String {
        (isDefault ? ", the default" : "") + (isMonitor ? ", the sound of a loudspeaker (auto never chooses it)" : "")
    }
}

extension DeviceFacts {
    /// The JSON object of a camera in `devices --json`. `words` lists the pipeline file's words for common controls
    /// that the camera supports. `user` is the program that uses a busy camera; omitted if unknown. `known` says why
    /// the camera is identified by its port. `group` is the user group that may open the camera. `signal` describes the
    /// input signal of a capture card.
    var report: JSONObject {
        let known = controls ?? []
        return [
            "name": stableName, "path": path, "card": card, "driver": driver, "bus": busName,
            "known": portReason?.text, "group": deniedTo, "signal": signal?.text,
            "modes": modes.map(\.report), "controls": known.map { $0.report(among: known) },
            "words": plainControls.map(\.rawValue), "busy": isBusy,
            "user": user.map { user -> JSONObject in ["process": user.identifier, "name": user.name] },
        ]
    }
}

extension OtherCamera {
    /// The JSON object, in `devices --json`, of a camera that is not a V4L2 device. It has the same keys as that of a
    /// V4L2 device. Name and path have the same value, and the lists of modes and controls are empty.
    var report: JSONObject {
        [
            "name": device, "path": device, "card": title, "driver": kind.rawValue, "bus": "",
            "modes": [JSONObject](), "controls": [JSONObject](), "words": [String](), "busy": false,
        ]
    }
}

extension InputSignal {
    fileprivate var text: String {
        switch self {
        case .lost: "no signal"
        case .present(let form): form.map { "signal: \($0)" } ?? "signal"
        }
    }
}

extension CaptureMode {
    /// The JSON object of a camera's capture mode in `devices --json`. Rates are written as in the pipeline file, such
    /// as `30` or `30000/1001`, highest first.
    fileprivate var report: JSONObject {
        [
            "format": format.word, "width": size.width, "height": size.height, "rates": rates.map(\.notation),
            "colorimetry": colorimetry,
        ]
    }

    fileprivate var text: String {
        let rates = rates.isEmpty ? "rates unknown" : rates.map(\.notation).joined(separator: " ") + " fps"
        return "\(HelpText.padded(format.word, to: 6)) \(size.width)x\(size.height)  \(rates)"
    }
}

extension PixelFormat {
    /// The word for this pixel format in a pipeline file, as the value of a camera's `format`.
    var word: String {
        switch self {
        case .raw(let name): name.lowercased()
        case .mjpeg: CaptureFormat.mjpeg.rawValue
        case .h264: CaptureFormat.h264.rawValue
        }
    }
}
