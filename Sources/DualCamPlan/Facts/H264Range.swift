/// Determines whether an H.264 stream declares the full luma range, 0 ... 255 (ITU-T H.264, 7.3.2.1 and E.1.1). This is
/// needed because GStreamer 1.22 treats every stream in mov and mp4 as limited range.
enum H264Range {
    private struct Cut: Error {}

    /// The numbers of the H.264 profiles whose sequence parameter set contains the chroma format.
    private static let high: Set<Int> = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]

    /// Returns true if an H.264 stream declares full range, and false if it declares limited range.
    ///
    /// - Parameter configuration: an AVCDecoderConfigurationRecord, which GStreamer's caps contain as `codec_data`.
    /// - Returns: `nil` if the stream does not declare a range or `configuration` is not such a record.
    static func isFull(_ configuration: [UInt8]) -> Bool? {
        guard configuration.count > 8, configuration[0] == 1, configuration[5] & 31 > 0 else { return nil }
        let length = Int(configuration[6]) << 8 | Int(configuration[7])
        guard length > 1, configuration.count >= 8 + length else { return nil }
        var bits = BitReader(unescaped(configuration[9..<8 + length]))
        do throws(Cut) { return try isFull(&bits) } catch { return nil }
    }

    /// Removes the emulation prevention bytes (3), which an H.264 encoder inserts so that no start codes occur in the
    /// data.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (plain, zeros) = ([UInt8](), 0)
        for byte in bytes {
            if zeros >= 2 && byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            plain.append(byte)
        }
        return plain
    }

    private static func isFull(_ bits: inout BitReader) throws(Cut) -> Bool? {
        let profile = try bits.number(of: 8)
        _ = try bits.number(of: 16)
        _ = try bits.exponential()
        if high.contains(profile) { try skipSampling(&bits) }
        try skipOrder(&bits)
        _ = try (bits.exponential(), bits.flag(), bits.exponential(), bits.exponential())
        if try !bits.flag() { _ = try bits.flag() }
        _ = try bits.flag()
        if try bits.flag() { for _ in 0..<4 { _ = try bits.exponential() } }
        guard try bits.flag() else { return nil }
        if try bits.flag(), try bits.number(of: 8) == 255 { _ = try bits.number(of: 32) }
        if try bits.flag() { _ = try bits.flag() }
        guard try bits.flag() else { return nil }
        _ = try bits.number(of: 3)
        return try bits.flag()
    }

    private static func skipSampling(_ bits: inout BitReader) throws(Cut) {
        let sampling = try bits.exponential()
        if sampling == 3 { _ = try bits.flag() }
        _ = try (bits.exponential(), bits.exponential(), bits.flag())
        guard try bits.flag() else { return }
        for list in 0..<(sampling == 3 ? 12 : 8) where try bits.flag() {
            try skipScaling(list < 6 ? 16 : 64, &bits)
        }
    }

    private static func skipScaling(_ count: Int, _ bits: inout BitReader) throws(Cut) {
        var (last, next) = (8, 8)
        for _ in 0..<count {
            if next != 0 { next = (last + (try bits.signed()) + 256) & 255 }
            if next != 0 { last = next }
        }
    }

    private static func skipOrder(_ bits: inout BitReader) throws(Cut) {
        _ = try bits.exponential()
        switch try bits.exponential() {
        case 0: _ = try bits.exponential()
        case 1:
            _ = try (bits.flag(), bits.exponential(), bits.exponential())
            let count = try bits.exponential()
            guard count <= 255 else { throw Cut() }
            for _ in 0..<count { _ = try bits.exponential() }
        default: break
        }
    }

    private struct BitReader {
        private let bytes: [UInt8]
        private var position = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func flag() throws(Cut) -> Bool {
            guard position < 8 * bytes.count else { throw Cut() }
            defer { position += 1 }
            return bytes[position / 8] >> (7 - position % 8) & 1 == 1
        }

        mutating func number(of bits: Int) throws(Cut) -> Int {
            var number = 0
            for _ in 0..<bits { number = number << 1 | (try flag() ? 1 : 0) }
            return number
        }

        /// Reads an unsigned Exp-Golomb code, `ue(v)`.
        mutating func exponential() throws(Cut) -> Int {
            var zeros = 0
            while try !flag() {
                zeros += 1
                guard zeros <= 32 else { throw Cut() }
            }
            return (1 << zeros) - 1 + (try number(of: zeros))
        }

        /// Reads a signed Exp-Golomb code, `se(v)`.
        mutating func signed() throws(Cut) -> Int {
            let number = try exponential()
            return number & 1 == 1 ? (number + 1) / 2 : -number / 2
        }
    }
}
