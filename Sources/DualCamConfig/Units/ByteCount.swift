extension ByteCount: Quantity, CustomStringConvertible {
    static let scale = UnitScale(
        "a size",
        [
            "B": 1, "kB": 1e3, "KiB": 1024, "MB": 1e6, "MiB": 1_048_576, "GB": 1e9, "GiB": 1_073_741_824, "TB": 1e12,
            "TiB": 1_099_511_627_776,
        ], example: "2GB")

    package static var shape: SettingShape { scale.shape }

    /// Reads `2GB` or `1GiB`, rounded to whole bytes. Throws `Refusal` below zero and above 1000 TB.
    package init(parsing text: String) throws(Refusal) {
        let bytes = try Self.scale.value(of: text).rounded()
        guard (0...1e15).contains(bytes) else {
            throw Refusal("\(quoted(text)) is out of range", hint: "accepted: 0B ... 1000TB")
        }
        self.init(bytes: Int64(bytes))
    }

    package var notation: String { Self.scale.whole(bytes) }
}
