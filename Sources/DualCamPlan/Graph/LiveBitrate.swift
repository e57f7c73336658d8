package import DualCamConfig

/// The bitrate property of an encoder, which can be changed while the encoder runs.
package struct LiveBitrate: Sendable, Equatable {
    package var property: String
    /// The planned bitrate, in the unit of the property.
    package var whole: Int64
    /// The unit of the property in bits per second (1000 if the property is in kbit/s).
    package var unit: Int64 = 1
    /// The maximum bitrate that the property accepts, in bits per second.
    package var highest = 2_000_000_000
    /// True when tests have shown that the encoder follows changes of the property. If false, the property is used only
    /// if the element declares that it can be changed while playing.
    package var isTried = true
    /// True when the encoder divides the bitrate among the expected number of frames, so that fewer frames result in a
    /// lower bitrate.
    package var countsFrames = false

    /// Returns the property's value for a fraction of the planned bitrate (0.5 means half); at least 1.
    package func value(_ share: Double) -> Int64 { max(1, Int64(saturating: Double(whole) * share)) }

    /// Returns a copy of the bitrate property with a different planned bitrate.
    package func with(_ bitrate: Bitrate) -> LiveBitrate {
        var rate = self
        rate.whole = max(1, Int64(bitrate.bitsPerSecond) / unit)
        return rate
    }
}

/// The bitrate of an output, and the range in which it can be changed during the recording.
package struct OutputBitrate: Sendable, Equatable {
    /// The planned bitrate of the output.
    package var now = Bitrate(bitsPerSecond: 0)
    package var highest = Bitrate(bitsPerSecond: 0)
    /// The reason why the output's bitrate cannot be changed during the recording; `nil` if it can be changed.
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
