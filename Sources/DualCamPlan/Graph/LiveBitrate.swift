public import DualCamConfig

/// An encoder's property for the bitrate, which it takes while it runs.
public struct LiveBitrate: Sendable, Equatable {
    public var property: String
    /// The plan's, in the property's own unit.
    public var whole: Int64
    /// Bits a second that the property counts in.
    public var unit: Int64 = 1
    /// The most bits a second that the property can say.
    public var highest = 2_000_000_000
    /// The file was seen to follow it; otherwise the element itself has to say that it may be set while it plays.
    public var isTried = true

    /// For a share of the plan's bitrate, 0 ... 1; at least 1.
    public func value(_ share: Double) -> Int64 { max(1, Int64((Double(whole) * share).rounded())) }

    /// With another bitrate as the whole.
    public func with(_ bitrate: Bitrate) -> LiveBitrate {
        var rate = self
        rate.whole = max(1, Int64(bitrate.bitsPerSecond) / unit)
        return rate
    }
}

/// What can be done to an output's bitrate while it is recorded.
public struct OutputBitrate: Sendable, Equatable {
    /// As planned.
    public var now: Bitrate
    public var highest: Bitrate
    /// Why it stays as it is; `nil`: it can be changed.
    public var obstacle: String?

    public init(now: Bitrate, highest: Bitrate, obstacle: String? = nil) {
        (self.now, self.highest, self.obstacle) = (now, highest, obstacle)
    }
}

extension GraphPlan {
    /// Of every output.
    public var bitrates: [OutputName: OutputBitrate] {
        Dictionary(uniqueKeysWithValues: outputs.map { ($0.name, bitrate(of: $0)) })
    }

    private func bitrate(of output: OutputPlan) -> OutputBitrate {
        let none = Bitrate(bitsPerSecond: 0)
        guard let encoder = output.videoEncoder else {
            return OutputBitrate(
                now: none, highest: none, obstacle: "\(output.name) is passed through as its camera delivers it")
        }
        guard let rate = output.liveBitrate else {
            let factory = elements.first { $0.name == encoder }?.factory ?? encoder
            return OutputBitrate(
                now: none, highest: none,
                obstacle: "\(output.name) is encoded by \(factory), which takes no other bitrate while it runs")
        }
        return OutputBitrate(
            now: Bitrate(bitsPerSecond: Int(rate.whole * rate.unit)), highest: Bitrate(bitsPerSecond: rate.highest))
    }
}
