package import DualCamConfig

/// The names and the audio format of the elements for one microphone, from the device to the encoder or the mixer.
package struct SoundRow: Sendable {
    package let microphone: Microphone
    /// The facts about the microphone's device or other source.
    package let facts: MicrophoneFacts
    let codec: AudioCodec
    /// The prefix of the names of the microphone's elements, such as `audio` or `audio.room`.
    let prefix: String
    /// The branch that contains the microphone's elements after its source.
    let branch: BranchID

    init(_ microphone: Microphone, _ facts: MicrophoneFacts, codec: AudioCodec, isMixed: Bool) {
        (self.microphone, self.facts, self.codec) = (microphone, facts, codec)
        prefix = BranchID.prefix(microphone.input)
        branch = .audio(microphone.input, isMixed: isMixed)
    }

    var source: BranchID { microphone.source }
    var format: SoundPlan.Format { SoundCodec(codec).format(microphone.bits) }
    var form: StructurePlan { codec.caps(format.rawValue, rate: microphone.rate, channels: microphone.channels) }

    /// The elements that select one channel of a microphone with two channels; empty if neither `left` nor `right` is
    /// set. Mixing both channels instead would halve the level. If the device has only one channel, that channel is
    /// used.
    var picking: [ElementPlan] {
        let shares: [Double]? =
            switch microphone.picked {
            case .left: [1, 0]
            case .right: [0, 1]
            case .number: nil
            }
        guard let shares else { return [] }
        let pair = StructurePlan(
            "audio/x-raw", [Property("channels", .int(2)), Property("channel-mask", .bitmask(0x3))])
        let matrix = PropertyValue.array([.array(shares.map(PropertyValue.float))])
        return [
            ElementPlan("audioconvert", name: self("both"), branch: source), .caps(self("pair"), source, pair),
            ElementPlan("audioconvert", name: self("side"), branch: source, [Property("mix-matrix", matrix)]),
        ]
    }

    func callAsFunction(_ what: String) -> String { "\(prefix).\(what)" }

    /// The maximum duration of a buffer from the microphone's source, in nanoseconds.
    var bufferLength: Int64 {
        switch facts {
        case .device: 20_000_000
        case .test, .voice: 1024 * 1_000_000_000 / Int64(microphone.rate)
        case .clip: 100_000_000
        }
    }
}

extension Microphone {
    /// The branch that contains the microphone's device.
    package var source: BranchID { .source(input) }
}

extension AudioCodec {
    /// Returns the caps of raw sound for this codec.
    ///
    /// - Parameters:
    ///   - format: the sample format, by GStreamer's name.
    ///   - rate: the number of samples per second.
    package func caps(_ format: String, rate: Int, channels: Int) -> StructurePlan {
        StructurePlan(
            "audio/x-raw",
            [
                Property("format", .string(format)), Property("layout", .string("interleaved")),
                Property("rate", .int(Int64(rate))), Property("channels", .int(Int64(channels))),
            ] + (channelMask(channels).map { [Property("channel-mask", .bitmask($0))] } ?? []))
    }

    /// Returns the channel mask with the speaker positions in the order that encoders expect (front, centre, rear,
    /// bass, sides). It is also set for two channels, because all buffers of a source must have identical caps, or
    /// qtmux refuses them.
    private func channelMask(_ channels: Int) -> UInt64? {
        let masks: [Int: UInt64] = [
            2: 0x3, 3: 0x7, 4: self == .aac ? 0x107 : 0x33, 5: 0x37, 6: 0x3f, 7: 0x13f, 8: 0xc3f,
        ]
        return masks[channels]
    }
}
