import DualCamConfig
import DualCamRecordings

/// Suggests values for an argument of a command, according to the current state of a recording.
struct RunningWords {
    /// The state of the recording, as encoded by `ControlState.json`.
    var state: JSONValue

    private var settings: [JSONValue.Member] { state["settings"]?.members ?? [] }

    /// Returns the values that an argument of a command currently accepts; empty if none are known.
    ///
    /// - Parameters:
    ///   - argument: The name of the argument in the command's schema.
    ///   - given: The preceding arguments of the command line, keyed by name.
    func words(for argument: String, of verb: String, after given: [String: String]) -> [String] {
        let schema = DirectingVerb.all.first { $0.word == verb }?.schema
        let kind = schema?.parameters.first { $0.name == argument }?.kind
        if case .word(let words) = kind { return words }
        if kind == .flag { return ["on", "off"] }
        let running = choices(for: argument, of: verb, after: given)
        guard running.isEmpty, case .choice(let words, _) = kind else { return running }
        return words
    }

    private func choices(for argument: String, of verb: String, after given: [String: String]) -> [String] {
        switch (verb, argument) {
        case ("zoom", "camera"): parts(after: "zoom")
        case ("zoom", "preset"): choices(of: "zoom.\(given["camera"] ?? "").preset")
        case ("overlay", "overlay"): parts(after: verb)
        case ("look", "camera"), ("adjust", "camera"): parts(after: verb)
        case ("look", "look"): choices(of: "look.\(OutputName.combined)")
        case ("control", "camera"), ("controls", "camera"): parts(after: "controls")
        case ("control", "control"): parts(after: "controls." + (given["camera"] ?? ""))
        case ("control", "value"):
            choices(of: "controls.\(given["camera"] ?? "").\(given["control"] ?? "")")
        case ("controls", "preset"): choices(of: "controls") + choices(of: "preset")
        case ("delay", "input"): settings.map(\.key).filter { $0.hasPrefix("delay.") }.map { String($0.dropFirst(6)) }
        case ("bitrate", "output"): parts(after: "bitrate")
        case ("bitrate", "bitrate"): bitrates(of: given["output"] ?? "")
        case ("snapshot", "picture"): pictures
        case ("unmute", "microphone"): parts(after: "mute")
        case ("gain", "microphone"), ("mute", "microphone"), ("sound", "microphone"), ("microphone", "microphone"),
            ("wind-filter", "microphone"):
            parts(after: verb)
        case ("sound", "mode"): choices(of: "sound") + choices(of: "sound." + (parts(after: "sound").first ?? ""))
        case ("inset", _), ("divider", _): choices(of: verb + "." + argument)
        default: choices(of: verb) + choices(of: argument == verb ? "" : argument)
        }
    }

    private func choices(of setting: String) -> [String] {
        let found = settings.first { $0.key == setting }?.value
        return found?["choices"]?.list?.map(AnswerText.value) ?? []
    }

    /// Returns three suggestions for an output's bitrate: half the current bitrate, the current bitrate and its double.
    /// Leaves out those that the output does not accept.
    private func bitrates(of output: String) -> [String] {
        let setting = settings.first { $0.key == "bitrate." + output }?.value
        guard setting?["obstacle"] == nil, let now = setting?["value"]?.whole, let least = setting?["least"]?.number,
            let most = setting?["most"]?.number
        else { return [] }
        let rates = [now / 2, now, now * 2].filter { (least...most).contains(Double($0)) }
        return rates.map { Bitrate(bitsPerSecond: Int($0)).notation }
    }

    /// Returns the parts of setting keys that follow `prefix`, without duplicates. For example, the key `zoom.back` has
    /// the part `back` after the prefix `zoom`.
    private func parts(after prefix: String) -> [String] {
        var parts: [String] = []
        for setting in settings where setting.key.hasPrefix(prefix + ".") {
            let rest = setting.key.dropFirst(prefix.count + 1)
            let part = String(rest.prefix { $0 != "." })
            if !parts.contains(part) { parts.append(part) }
        }
        return parts
    }

    private var pictures: [String] {
        let outputs = state["status"]?["outputs"]?.list?.compactMap { $0["output"]?.text } ?? []
        let others = parts(after: "zoom") + (choices(of: "layout").isEmpty ? [] : [OutputName.combined.rawValue])
        return outputs + others.filter { !outputs.contains($0) }
    }
}
