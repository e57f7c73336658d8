package import DualCamConfig

/// An encoder's bitrate property, which can be set while the encoder runs.
package struct LiveBitrate: Sendable, Equatable {
    package var property: String
    /// The planned bitrate, in the unit of the encoder's property.
    package var whole: Int64
    /// The number of bits a second that one step of the encoder's property means.
    package var unit: Int64 = 1
    /// The maximum bitrate that the encoder's property accepts, in bits a second.
    package var highest = 2_000_000_000
    /// True when tests have shown that the encoded file follows changes of the property. Otherwise the element itself
    /// must declare that the property may be set while playing.
    package var isTried = true
    /// True when the encoder divides the bitrate among the frames that it expects, and so uses less if fewer frames
    /// come.
    package var countsFrames = false

    /// Returns the property's value for a fraction of the planned bitrate; at least 1.
    package func value(_ share: Double) -> Int64 { max(1, Int64(saturating: Double(whole) * share)) }

    /// Returns the encoder's property with another planned bitrate.
    package func with(_ bitrate: Bitrate) -> LiveBitrate {
        var rate = self
        rate.whole = max(1, Int64(bitrate.bitsPerSecond) / unit)
        return rate
    }
}

/// The bitrate of an output, and how far it can be changed during the recording.
package struct OutputBitrate: Sendable, Equatable {
    /// The bitrate that the plan gives to the output.
    package var now = Bitrate(bitsPerSecond: 0)
    package var highest = Bitrate(bitsPerSecond: 0)
    /// The reason why the output's bitrate cannot be changed; `nil` if it can.
    package var obstacle: String?
}

extension GraphPlan {
    package var bitrates: [OutputName: OutputBitrate] {
        Dictionary(uniqueKeysWithValues: outputs.map { ($0.name, bitrate(of: $0)) })
    }

    private func bitrate(of output: OutputPlan) -> OutputBitrate {
        guard let encoder = output.videoEncoder else {
            return OutputBitrate(obstacle: "\(output.name) is passed through as its camera delivers it")
        }
        guard let rate = output.liveBitrate else {
            let factory = elements.first { $0.name == encoder }?.factory ?? encoder
            return OutputBitrate(
                obstacle: "\(output.name) is encoded by \(factory), which takes no other bitrate while it runs")
        }
        return OutputBitrate(
            now: Bitrate(bitsPerSecond: Int(clamping: rate.whole *| rate.unit)),
            highest: Bitrate(bitsPerSecond: rate.highest))
    }
}
