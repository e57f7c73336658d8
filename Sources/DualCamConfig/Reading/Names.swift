/// The names that a pipeline file defines, for checking references to them in other keys.
struct Names {
    /// The names of the cameras. Empty if the `cameras` section could not be read; in that case, references to cameras
    /// are not checked.
    var cameras: [String] = []
    var layouts: [String] = []
    var hasCombined = false
    /// The names of the cameras with a zoom below 1. Instead of their own pictures, these cameras show the picture of a
    /// camera with a wider view.
    var widened: [String] = []

    /// The words that cannot be camera names, because they have another meaning in settings that name a camera.
    static let reserved = ["combined", "default", "audio", "auto", Microphone.unnamed]

    static func check(camera name: String) throws(Refusal) { try check(name, "camera", reserved) }

    static func check(microphone name: String) throws(Refusal) {
        try check(name, "microphone", [Microphone.unnamed, "auto", "none"])
    }

    private static func check(_ name: String, _ kind: String, _ reserved: [String]) throws(Refusal) {
        try check(name)
        guard !reserved.contains(name) else {
            throw Refusal(
                "a \(kind) cannot be called '\(name)'", hint: "the word has a meaning of its own; choose another")
        }
    }

    static func check(layout name: String) throws(Refusal) {
        try check(name)
        guard LayoutName(builtIn: name) == nil else {
            throw Refusal("'\(name)' is a built-in layout", hint: "choose another name")
        }
    }

    /// Checks the name of a camera control: a V4L2 name as v4l2-ctl writes it, or one of dualcam's own names.
    static func check(control name: String) throws(Refusal) {
        try check(name)
        guard name != ControlPreset.key else {
            throw Refusal("a preset cannot take another one", hint: "write the controls themselves")
        }
    }

    /// Throws if there is no output with this name. `others` are additional accepted words, which the error message
    /// also suggests.
    func check(output name: String, besides others: [String] = []) throws(Refusal) {
        guard !cameras.isEmpty, !cameras.contains(name) else { return }
        guard name == OutputName.combined.rawValue else {
            let outputs = cameras + (hasCombined ? [OutputName.combined.rawValue] : [])
            throw .unknown(name, kind: "output", among: outputs + others)
        }
        guard hasCombined else {
            throw Refusal("there is no combined picture", hint: "add a section 'combined', or remove this")
        }
    }

    func check(reference name: String) throws(Refusal) {
        guard !cameras.isEmpty, !cameras.contains(name) else { return }
        throw .unknown(name, kind: "camera", among: cameras)
    }

    /// Returns the reserved words that `check` does not accept.
    static func refused(by check: (String) throws(Refusal) -> Void) -> [String] {
        let words = reserved + ["none"] + LayoutName.builtInWords + [ControlPreset.key]
        return words.filter { word in
            do throws(Refusal) { try check(word) } catch { return true }
            return false
        }
    }

    static func check(_ name: String) throws(Refusal) {
        let letters = Array(name.utf8)
        let isPlain = { (letter: UInt8) in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter)
        }
        let dashes = [UInt8(ascii: "-"), UInt8(ascii: "_")]
        guard let first = letters.first, isPlain(first), letters.allSatisfy({ isPlain($0) || dashes.contains($0) })
        else {
            throw Refusal(
                "\(quoted(name)) is not a name",
                hint: "write small letters, digits, '-' and '_', a letter or digit first")
        }
    }
}

extension Reader<String> {
    /// Returns a reader of a camera's name, which must be that of a camera in this file.
    static func camera(among names: Names) -> Reader {
        .text(as: .name) { (text) throws(Refusal) in
            try names.check(reference: text)
            return text
        }
    }
}

extension Reader<OutputName> {
    static func output(among names: Names) -> Reader {
        .text(as: .name) { (text) throws(Refusal) in
            try names.check(output: text)
            return OutputName(text)
        }
    }
}
