extension CameraDevice {
    /// The words with which a camera's device can begin, apart from paths and stable names.
    package static let words = [
        "auto", "test", "file", "rtsp", "srt", "libcamera", "pipewire", "screen", "decklink",
    ]

    /// Parses the setting `device` of a camera. A word that has no other meaning is treated as a stable device name.
    init(parsing text: String, variables: Variables) throws(Refusal) {
        if let mistake = Refusal.missingSpace(in: text, among: ["device", "size", "rate", "format"]) { throw mistake }
        let (kind, rest) = text.splitOnce(at: ":")
        switch (kind, rest) {
        case ("auto", nil): self = .auto
        case ("test", nil): self = .test(pattern: .smpte)
        case ("test", let word?):
            let words = TestPattern.allCases.map(\.rawValue)
            self = .test(
                pattern: try TestPattern(rawValue: word).orUnknown(word, kind: "test pattern", among: words))
        case ("file", let path):
            self = .file(try variables.path(try deviceName(path, after: "file", as: "clip.mp4")))
        case ("rtsp", let address?) where address.hasPrefix("//"): self = .network(text)
        case ("srt", let address?) where address.hasPrefix("//"): self = .network(text)
        case ("libcamera", let name): self = .libcamera(try optionalName(name, after: kind, as: "ID"))
        case ("pipewire", let name): self = .pipewire(try optionalName(name, after: kind, as: "NODE"))
        case ("screen", let name): self = .screen(try optionalName(name, after: kind, as: ":0"))
        case ("decklink", let number):
            guard let card = number.flatMap({ Int($0) }), (0...99).contains(card) else {
                throw Refusal("'decklink' needs the number of a card", hint: "write it as in decklink:0")
            }
            self = .decklink(card)
        case (_, let address?) where address.hasPrefix("//"):
            throw Refusal("\(quoted(kind + "://")) is not a known network camera", hint: "accepted: rtsp://, srt://")
        default: self = text.hasPrefix("/") ? .path(text) : .stable(try String.checked(text))
        }
    }

    static var shape: SettingShape {
        let patterns = TestPattern.allCases.map { "test:\($0.rawValue)" }
        let named = SettingShape.Notation(
            pattern: "(libcamera|pipewire|screen):.+|decklink:[0-9]{1,2}", example: "screen::0")
        return .choice([
            .words(["auto", "test"] + patterns + ["screen", "pipewire", "libcamera"]), .path(.init(prefix: "file:")),
            .written(named), .text,
        ])
    }
}

extension MicrophoneDevice {
    private static let words = ["auto", "pulse", "pipewire", "alsa", "test", "file", "none"]

    static var shape: SettingShape {
        let named = SettingShape.Notation(pattern: "(pulse|pipewire|alsa):.+", example: "alsa:hw:1,0")
        let plain = words.filter { $0 != "file" } + ["test:voice"]
        return .choice([.words(plain), .path(.init(prefix: "file:")), .written(named)])
    }

    /// Parses the setting `device` of a microphone; returns `nil` for `none`. Resolves the path of a clip.
    static func parse(_ text: String, variables: Variables) throws(Refusal) -> MicrophoneDevice? {
        let device = try parse(text)
        guard case .file(let path)? = device else { return device }
        return .file(try variables.path(path))
    }

    /// Parses the setting `device` of a microphone; returns `nil` for `none`. Leaves the path of a clip as written.
    package static func parse(_ text: String) throws(Refusal) -> MicrophoneDevice? {
        let (kind, rest) = text.splitOnce(at: ":")
        switch (kind, rest) {
        case ("none", nil): return nil
        case ("auto", nil): return .auto
        case ("test", nil): return .test
        case ("test", "voice"?): return .voice
        case ("pulse", let name):
            return .pulse(try optionalName(name, after: kind, as: "NAME"))
        case ("pipewire", let name):
            return .pipewire(try optionalName(name, after: kind, as: "NAME"))
        case ("alsa", let name):
            return .alsa(try optionalName(name, after: kind, as: "hw:1,0"))
        case ("file", let path): return .file(try deviceName(path, after: kind, as: "clip.mp4"))
        default:
            throw .missingSpace(in: text, among: ["device", "rate", "channels", "gain"])
                ?? .unknown(text, kind: "microphone", among: words)
        }
    }

    /// The microphone's device as written in the pipeline file.
    package var notation: String {
        switch self {
        case .auto: "auto"
        case .pulse(let name): name.map { "pulse:\($0)" } ?? "pulse"
        case .pipewire(let name): name.map { "pipewire:\($0)" } ?? "pipewire"
        case .alsa(let name): name.map { "alsa:\($0)" } ?? "alsa"
        case .test: "test"
        case .voice: "test:voice"
        case .file(let path): "file:\(path)"
        }
    }
}

/// Returns the name that follows the colon in a device; `nil` if there is no colon. Throws if the name is empty.
private func optionalName(_ name: String?, after kind: String, as example: String) throws(Refusal) -> String? {
    name == nil ? nil : try deviceName(name, after: kind, as: example)
}

private func deviceName(_ name: String?, after kind: String, as example: String) throws(Refusal) -> String {
    guard let name, !name.isEmpty else {
        throw Refusal("'\(kind)' needs a name", hint: "write it as in \(kind):\(example)")
    }
    return name
}

extension String {
    fileprivate func splitOnce(at separator: Character) -> (String, String?) {
        guard let cut = firstIndex(of: separator) else { return (self, nil) }
        return (String(self[..<cut]), String(self[index(after: cut)...]))
    }
}
