extension Bitrate: Quantity, CustomStringConvertible {
    static let scale = UnitScale("a bitrate", ["bps": 1, "kbps": 1e3, "Mbps": 1e6, "Gbps": 1e9], example: "8Mbps")

    package static var shape: SettingShape { scale.shape }

    /// Reads `8Mbps`: bps, kbps, Mbps or Gbps, rounded to whole bits. Throws `Refusal` below 1 bps and above 1000 Gbps.
    package init(parsing text: String) throws(Refusal) {
        let bits = try Self.scale.value(of: text).rounded()
        guard (1...1e12).contains(bits) else {
            throw Refusal("\(quoted(text)) is out of range", hint: "accepted: 1bps ... 1000Gbps")
        }
        self.init(bitsPerSecond: Int(bits))
    }

    package var notation: String { Self.scale.whole(Int64(bitsPerSecond)) }
}
