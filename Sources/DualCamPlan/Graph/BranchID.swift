package import DualCamConfig

/// The identity of a branch: a part of the graph that is created, removed and created again as a unit. The plan, the
/// live graph, events and the ledger identify a branch in the same way.
///
/// Code that makes decisions must switch over the cases. `rawValue` is only for display and for files.
package enum BranchID: Sendable, Hashable {
    /// The branch that contains the elements of a camera or a microphone, from its device onwards.
    case source(InputName)
    /// The branch that generates the slate shown while a camera is lost.
    case slate(InputName)
    /// The branch that generates the silence recorded while a microphone is lost.
    case silence(InputName)
    /// The branch that connects one of several microphones to the mixer of a mixed sound track.
    case audioInput(InputName)
    /// The branch with the encoder of a sound track. The value names the track's microphone; it is `nil` for the only
    /// track of a recording.
    case audioEncoder(InputName?)
    /// The branch that connects a camera to the mixer of the combined picture.
    case mixerInput(InputName)
    /// The branch that draws the combined picture.
    case mixer
    /// The branch with the video encoder of an output.
    case encoder(OutputName)
    /// The branch that writes an output's files.
    case files(OutputName)
    /// The branch that encodes a single still picture.
    case still
    /// The branch of a preview, which shows live pictures to viewers.
    case preview(PreviewRequest.Source, PreviewRequest.Width, PreviewRequest.Form = .h264)
    /// A branch that is named in a ledger but unknown to this version of the program.
    case other(String)

    /// Returns the branch that follows a microphone's source: the encoder of its own sound track, or its connection to
    /// the mixer of all microphones.
    static func audio(_ microphone: InputName, isMixed: Bool) -> BranchID {
        isMixed ? .audioInput(microphone) : .audioEncoder(microphone == .microphone ? nil : microphone)
    }

    /// Returns true if frames that are lost in this branch are missing from the files of `output`.
    package func feeds(_ output: OutputName) -> Bool {
        switch self {
        case .encoder(let own), .files(let own): own == output
        case .source(let camera): camera.rawValue == output.rawValue
        case .mixer, .mixerInput: output == .combined
        case .slate, .silence, .audioInput, .audioEncoder, .still, .preview, .other: false
        }
    }

    /// The microphone whose sound passes through this branch into the files; `nil` for all branches except `audioInput`
    /// and `audioEncoder`.
    package var microphone: InputName? {
        switch self {
        case .audioInput(let microphone): microphone
        case .audioEncoder(let microphone): microphone ?? .microphone
        case .source, .slate, .silence, .mixerInput, .mixer, .encoder, .files, .still, .preview, .other: nil
        }
    }

    /// True for a branch that draws or encodes the combined picture; false for all others, including the branch of its
    /// files.
    package var isOfCombinedPicture: Bool {
        switch self {
        case .mixer, .mixerInput, .encoder(.combined): true
        default: false
        }
    }
}

// MARK: As text

extension BranchID: CustomStringConvertible {
    /// The name of the branch, such as `back.source`, `back.encoder`, `front.file`, `combined.mixer`,
    /// `combined.input.back`, `audio.source`, `audio.room.encoder`, `back.preview.640`, `back.preview.640.jpeg`.
    package var rawValue: String {
        switch self {
        case .source(let input): "\(Self.prefix(input)).source"
        case .slate(let camera): "\(camera).slate"
        case .silence(let microphone): "\(Self.prefix(microphone)).silence"
        case .audioInput(let microphone): "\(Self.prefix(microphone)).input"
        case .audioEncoder(let microphone): "\(Self.prefix(microphone ?? .microphone)).encoder"
        case .mixerInput(let camera): "combined.input.\(camera)"
        case .mixer: "combined.mixer"
        case .encoder(let output): "\(output).encoder"
        case .files(let output): "\(output).file"
        case .still: "still"
        case .preview(let source, let width, let form):
            "\(source.word).preview.\(width.rawValue)" + (form == .h264 ? "" : ".\(form.rawValue)")
        case .other(let text): text
        }
    }

    package var description: String { rawValue }

    /// Returns the prefix of the names of an input's elements: a camera's name, `audio`, or `audio.room` for one of
    /// several microphones.
    static func prefix(_ input: InputName) -> String {
        if input == .microphone { return SoundMix.prefix }
        return input.microphoneName.map { "\(SoundMix.prefix).\($0)" } ?? input.rawValue
    }

    /// Creates the branch from its name in a ledger. A name that this version does not know becomes `other`.
    package init(ledger text: String) {
        let words = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let microphone = words.count == 3 ? InputName(microphone: words[1]) : .microphone
        switch (words.first, words.count, words.last) {
        case (let source?, 3...4, _) where words[1] == "preview":
            let width = Int(words[2]).flatMap(PreviewRequest.Width.init)
            let form = words.count == 3 ? .h264 : PreviewRequest.Form(rawValue: words[3])
            let known = width.flatMap { width in form.map { (width, $0) } }
            self = known.map { .preview(PreviewRequest.Source(source), $0.0, $0.1) } ?? .other(text)
        case ("combined", 3, let camera?) where words[1] == "input": self = .mixerInput(InputName(camera))
        case ("combined", 2, "mixer"): self = .mixer
        case (SoundMix.prefix, 2...3, "source"): self = .source(microphone)
        case (SoundMix.prefix, 2...3, "silence"): self = .silence(microphone)
        case (SoundMix.prefix, 2...3, "input"): self = .audioInput(microphone)
        case (SoundMix.prefix, 2...3, "encoder"): self = .audioEncoder(words.count == 3 ? microphone : nil)
        case (let camera?, 2, "source"): self = .source(InputName(camera))
        case (let camera?, 2, "slate"): self = .slate(InputName(camera))
        case (let output?, 2, "encoder"): self = .encoder(OutputName(output))
        case (let output?, 2, "file"): self = .files(OutputName(output))
        case ("still", 1, _): self = .still
        default: self = .other(text)
        }
    }
}

extension BranchID: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
