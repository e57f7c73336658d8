import DualCamConfig
package import DualCamPlan

/// A fault in the signal of a camera or microphone, such as silence or black pictures. The files are intact, but their
/// content is probably not what the user wants.
package enum SignalFault: Sendable, Hashable {
    case black, frozen, singleColour
    case silent, clipped
    /// One channel of a microphone is silent while another has sound. `channel` is 0 for the first channel.
    case deadChannel(channel: Int)

    /// Creates the fault from its warning code; `nil` if the code does not belong to a signal fault.
    ///
    /// - Parameter channel: The channel, counted from 1 as in the ledger; `nil` for none.
    package init?(code: String, channel: Int?) {
        switch SessionEvent.WarningCode(rawValue: code) {
        case .cameraBlack?: self = .black
        case .cameraFrozen?: self = .frozen
        case .cameraSingleColour?: self = .singleColour
        case .microphoneSilent?: self = .silent
        case .microphoneClipped?: self = .clipped
        case .microphoneDeadChannel?: self = .deadChannel(channel: max(0, (channel ?? 1) -| 1))
        default: return nil
        }
    }

    /// The code of the warning that reports this fault.
    package var code: SessionEvent.WarningCode {
        switch self {
        case .black: .cameraBlack
        case .frozen: .cameraFrozen
        case .singleColour: .cameraSingleColour
        case .silent: .microphoneSilent
        case .clipped: .microphoneClipped
        case .deadChannel: .microphoneDeadChannel
        }
    }

    /// The number of the silent channel, 1 for the first; `nil` if the fault does not concern a single channel.
    package var channel: Int? { if case .deadChannel(let channel) = self { channel + 1 } else { nil } }

    /// The word for this fault in the pipeline file. If the list `expect` of a camera or microphone contains it, the
    /// fault is intended and is not reported.
    package var word: String {
        switch self {
        case .black: PictureFault.black.rawValue
        case .frozen: PictureFault.frozen.rawValue
        case .singleColour: PictureFault.singleColour.rawValue
        case .silent: AudioFault.silent.rawValue
        case .clipped: AudioFault.clipped.rawValue
        case .deadChannel: AudioFault.deadChannel.rawValue
        }
    }
}

// MARK: Texts for users
extension SignalFault {
    /// Returns the fault as a phrase for users, such as `microphone room silent` or `left channel of microphone dead`.
    package func text(of input: InputName) -> String { "\(subject(input)) \(adjective)" }

    private func subject(_ input: InputName) -> String {
        let name = input.isMicrophone ? input.title : "camera \(input)"
        guard case .deadChannel(let channel) = self else { return name }
        let channels = ["left channel", "right channel"]
        return "\(channels.indices.contains(channel) ? channels[channel] : "channel \(channel + 1)") of \(name)"
    }

    private var adjective: String {
        switch self {
        case .black: "black"
        case .frozen: "frozen"
        case .singleColour: "of a single colour"
        case .silent: "silent"
        case .clipped: "clipped"
        case .deadChannel: "dead"
        }
    }

    /// Returns the warning about this fault, as text for users: the fault, its duration, what to check, and the setting
    /// that declares the fault intended.
    package func warning(of input: InputName, after length: Duration) -> String {
        let seconds = "\(max(1, length.components.seconds)) s"
        let (what, advice) =
            switch self {
            case .black: ("", "Look at its lens cap, its shutter and the light.")
            case .frozen:
                (", with the same picture to the last pixel", "Look at what feeds it, or plug it in again.")
            case .singleColour: ("", "Look at its cable and its lens, or plug it in again.")
            case .silent: (", below -60 dBFS", "Look at its switch, its plug and its level.")
            case .clipped: (", at full scale", "Turn its level down.")
            case .deadChannel: (", while sound comes from another", "Look at its plug.")
            }
        let key = input.isMicrophone ? Microphone(name: input.microphoneName ?? "").keyPath : "cameras.\(input)"
        let subject = subject(input)
        let name = subject.prefix(1).uppercased() + subject.dropFirst()
        return
            "\(name) has been \(adjective) for \(seconds)\(what). \(advice) If that is meant, write \(key).expect: [\(word)]."
    }
}

extension SessionEvent {
    /// The current signal faults of all inputs, with the measurements from which the faults were detected.
    package struct Signals: Sendable, Equatable {
        /// A signal fault of a camera or microphone that has not ended.
        package struct Fault: Sendable, Equatable {
            package var input: InputName
            package var fault: SignalFault
            /// The time for which the signal fault has lasted so far.
            package var lasting: Duration

            package init(input: InputName, fault: SignalFault, lasting: Duration) {
                (self.input, self.fault, self.lasting) = (input, fault, lasting)
            }
        }

        /// The measurements of a camera's newest picture.
        package struct Picture: Sendable, Equatable {
            /// The mean luminance of the picture, 0 (black) ... 1 (white); `nil` if the camera's pictures are not
            /// decoded.
            package var luminance: Double?
            /// The time for which the camera's picture has not changed.
            package var unchanged: Duration

            package init(luminance: Double? = nil, unchanged: Duration) {
                (self.luminance, self.unchanged) = (luminance, unchanged)
            }
        }

        /// The current signal faults, sorted by input name.
        package var faults: [Fault] = []
        /// The highest peak level of each microphone since the previous status event, in dBFS, over all its channels.
        /// The keys are the microphones' names.
        package var peaks: [InputName: Double] = [:]
        /// The measurements of each camera's newest picture, keyed by the camera's name.
        package var pictures: [InputName: Picture] = [:]

        package init() {}
    }
}

extension SessionEvent.Signals {
    /// The current faults as a JSON array. Keys of each: `input`, `code` (that of the warning), `lasting` (seconds),
    /// and `channel` for the fault of one channel.
    var json: JSONValue {
        .array(
            faults.map { fault in
                .object(
                    .of(["input": fault.input, "code": fault.fault.code, "lasting": fault.lasting])
                        + .known(["channel": fault.fault.channel]))
            })
    }
}
