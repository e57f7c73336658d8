package import DualCamConfig

/// An encoder's property for the bitrate, which it takes while it runs.
package struct LiveBitrate: Sendable, Equatable {
    package var property: String
    /// The plan's, in the property's own unit.
    package var whole: Int64
    /// Bits a second that the property counts in.
    package var unit: Int64 = 1
    /// The most bits a second that the property can say.
    package var highest = 2_000_000_000
    /// The file was seen to follow it; otherwise the element itself has to say that it may be set while it plays.
    package var isTried = true
    /// The encoder divides the bitrate among the frames that it expects: if fewer come, it spends less.
    package var countsFrames = false

    /// The property's value for a share of the plan's bitrate; at least 1.
    package func value(_ share: Double) -> Int64 { max(1, Int64(saturating: Double(whole) * share)) }

    /// Returns the same with another bitrate as the whole.
    package func with(_ bitrate: Bitrate) -> LiveBitrate {
        var rate = self
        rate.whole = max(1, Int64(bitrate.bitsPerSecond) / unit)
        return rate
    }
}

/// The bitrate of an output, and the changes that it allows during the recording.
package struct OutputBitrate: Sendable, Equatable {
    /// The bitrate as planned.
    package var now = Bitrate(bitsPerSecond: 0)
    package var highest = Bitrate(bitsPerSecond: 0)
    /// The reason why it stays as it is; `nil`: it can be changed.
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
