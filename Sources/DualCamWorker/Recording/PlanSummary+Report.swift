package import DualCamPlan
package import DualCamProcess

extension PlanSummary {
    /// Returns the JSON of a recording's plan in `plan --json`.
    package func report(of inputs: PlannedInputs) -> JSONObject {
        [
            "name": inputs.pipeline.name, "cost": cost.report, "bytes-per-hour": bytesPerHour,
            "inputs": inputs.described.map { input -> JSONObject in ["name": input.name, "source": input.source] },
            "outputs": outputs.map(\.report), "sound": sounds.first, "tracks": sounds,
            "elements": elements.map { element -> JSONObject in
                ["name": element.name, "factory": element.factory, "branch": element.branch]
            },
            "branches": branches, "notes": notes,
        ]
    }
}

extension PlanSummary.Output {
    fileprivate var report: JSONObject {
        [
            "name": name.rawValue, "container": container.rawValue, "codec": codec.rawValue, "encoder": encoder,
            "element": element, "width": size.width, "height": size.height, "rate": rate.notation, "format": format,
            "bitrate": bitrate, "preset": preset, "speed": speed?.rawValue, "profile": profile,
            "keyframes": keyframes, "bytes-per-hour": bytesPerHour, "why": reason,
        ]
    }
}

extension RecordingCost {
    /// The JSON object `cost` of `plan --json`. Each cost is a fraction of this machine's capacity (0.2 means 20 %).
    package var report: JSONObject {
        [
            "total": total, "binding": binding.rawValue, "limit": limit, "fits": fits, "refused": isRefused,
            "measured": isMeasured, "margin": margin, "cpu": cpuReport, "memory": memory, "disk": disk,
            "usb": usb.share, "hardware": hardware, "branches": branches,
        ]
    }

    /// The CPU cost of the recording as JSON, in busy cores. `cores` is the sum of decoding, composing, encoding and
    /// other work or, if `seen` is given, the cost measured in earlier recordings of this kind.
    private var cpuReport: JSONObject {
        [
            "cores": cpu.cores, "share": share(of: .cpu) ?? 0, "decoding": cpu.decoding,
            "composing": cpu.composing, "encoding": cpu.encoding, "other": cpu.other, "by-table": cpu.byTable,
            "seen": cpu.seen.map { seen -> JSONObject in ["seconds": seen.seconds, "date": seen.date] },
        ]
    }
}

extension PlannedInputs {
    /// The names of the cameras and microphones, each with a description of its source for display.
    package var described: [(name: String, source: String)] {
        cameras.map { ($0.name, $0.source.words + conversion(of: $0)) }
            + heard.map { ($0.microphone.input.rawValue, $0.facts.words) }
    }
}

extension PlannedInputs {
    /// Returns how the camera's pictures are converted, such as `, scaled to 1920x1080`; empty if they are not
    /// converted.
    private func conversion(of camera: CameraFacts) -> String {
        let asked = pipeline.cameras.first { $0.name == camera.name }
        return asked?.conversion(of: camera.source).map { ", " + $0.words } ?? ""
    }
}

extension CameraSource {
    fileprivate var words: String {
        switch self {
        case .device(let device, let mode, let rate):
            "\(device.stableName) (\(device.card))\(device.portReason.map { ", known \($0.text)" } ?? ""), "
                + "\(mode.format.text) \(mode.size.notation) at \(rate.notation)"
        case .test(let pattern): "test:\(pattern.rawValue)"
        case .clip(let clip): "file:\(clip.path)"
        case .element(let source): source.words
        case .absent: "absent"
        }
    }
}

extension MicrophoneFacts {
    fileprivate var words: String {
        switch self {
        case .device(let element, let device): device.map { "\(element) \($0)" } ?? element
        case .test: "test"
        case .voice: "test:voice"
        case .clip(let clip): "file:\(clip.path)"
        }
    }
}
