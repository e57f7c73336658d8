extension Reader<Recording> {
    /// Returns a reader of the `recording` section. `start` supplies the values of keys that are not set.
    static func recording(_ start: Recording, among names: Names) -> Reader {
        .section(start) { recording, section in
            section.read("directory", into: &recording.directory, .path)
            section.read("fallback", into: &recording.fallback, .path, or: "off")
            section.read("group", into: &recording.group, .words, or: "off")
            section.read("outputs", into: &recording.outputs, .outputs(among: names), or: "auto")
            section.read("name", into: &recording.name, .nameTemplate)
            section.read("container", into: &recording.container, .word)
            section.read("sound", into: &recording.sound, .word)
            section.read(
                "segment", into: &recording.segment, .quantity(in: Duration.seconds(1)...Duration.seconds(86_400)),
                or: "off")
            section.read(
                "max-loss", into: &recording.maxLoss, .quantity(in: Duration.milliseconds(100)...Duration.seconds(60)),
                or: "off")
            section.read("duration", into: &recording.duration, .positiveDuration, or: "off")
            section.read("until", into: &recording.until, .quantity, or: "off")
            section.read(
                "delay", into: &recording.delay, .quantity(in: Recording.delays),
                or: "off")
            section.read("pre-roll", into: &recording.preRoll, .quantity(in: Recording.preRolls), or: "off")
            section.read("missing-camera", into: &recording.missingCamera, .word)
            section.read("missing-microphone", into: &recording.missingMicrophone, .word)
        }
    }
}

extension Reader<[OutputName]> {
    static func outputs(among names: Names) -> Reader {
        list(of: .output(among: names)).refusingNone(Refusal("nothing would be recorded", hint: "name an output"))
    }
}

extension Reader<Duration> {
    static var positiveDuration: Reader { .quantity(in: Recording.durations) }
}

extension Reader<String> {
    /// A reader of the template for file names.
    static var nameTemplate: Reader {
        .text(as: .written(.init(pattern: "[^/]*\\{output\\}[^/]*", example: "{date}_{output}"))) {
            (text) throws(Refusal) in
            try NameTemplate.check(try String.checked(text))
            return text
        }
    }
}

/// Checks the template for file names in `recording.name`.
package enum NameTemplate {
    /// The placeholders that the template may contain, without their braces.
    package static let placeholders = ["date", "time", "output", "session", "segment", "host"]

    /// Throws if the template contains '/', an unknown placeholder or an unbalanced brace. Also throws if `{output}` is
    /// missing, because two outputs would then have the same file name.
    static func check(_ text: String) throws(Refusal) {
        guard !text.contains("/") else {
            throw Refusal("a file name cannot contain '/'", hint: "write the folder in recording.directory")
        }
        let pieces = text.split(separator: "{", omittingEmptySubsequences: false)
        guard let first = pieces.first, !first.contains("}") else { throw oddBrace }
        var used: [String] = []
        for piece in pieces.dropFirst() {
            let parts = piece.split(separator: "}", omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw oddBrace }
            let word = String(parts[0])
            guard placeholders.contains(word) else { throw .unknown(word, kind: "placeholder", among: placeholders) }
            used.append(word)
        }
        guard used.contains("output") else {
            throw Refusal("does not contain {output}", hint: "without it all outputs would have the same file")
        }
    }

    private static let oddBrace = Refusal(
        "has a brace without its partner", hint: "write placeholders as in {date}_{output}")
}
