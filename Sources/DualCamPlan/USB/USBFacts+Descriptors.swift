/// Parses the sysfs file `descriptors` of a USB device, which contains the device descriptor and all configurations as
/// the device transferred them.
///
/// Sources: USB 2.0, chapter 9; the companion descriptors of USB 3.2, 9.6.7; the classes of the USB Video Class 1.5,
/// A.1 and A.2.
extension USBFacts.VideoEndpoint {
    private enum Kind {
        static let (device, interface, endpoint, companion) = (UInt8(1), UInt8(4), UInt8(5), UInt8(0x30))
    }

    private enum Class {
        static let (video, control, streaming) = (UInt8(0x0E), UInt8(1), UInt8(2))
    }

    /// Parses the endpoint that transfers a camera's video.
    ///
    /// - Parameters:
    ///   - bytes: the content of the device's sysfs file `descriptors`.
    ///   - interface: the number of the video control interface that the device node belongs to; `nil` for the first
    ///     interface.
    /// - Returns: `nil` if the device is not a camera or the bytes cannot be parsed.
    package init?(descriptors bytes: [UInt8], interface wanted: Int?) {
        let all = Self.split(bytes)
        guard let device = all.first, device.count >= 4, device[1] == Kind.device else { return nil }
        var ways: [Way] = []
        var (isWanted, current) = (false, Int?.none)
        for descriptor in all.dropFirst() {
            switch (descriptor[1], descriptor.count) {
            case (Kind.interface, 9...):
                current = nil
                if descriptor[5] == Class.video, descriptor[6] == Class.control {
                    isWanted = wanted == nil ? ways.isEmpty : Int(descriptor[2]) == wanted
                }
                guard isWanted, descriptor[5] == Class.video, descriptor[6] == Class.streaming else { continue }
                if !ways.contains(where: { $0.interface == descriptor[2] }) {
                    ways.append(Way(interface: descriptor[2]))
                }
                current = ways.firstIndex { $0.interface == descriptor[2] }
            case (Kind.endpoint, 7...): if let current { ways[current].add(endpoint: descriptor) }
            case (Kind.companion, 6...): if let current { ways[current].add(companion: descriptor) }
            default: continue
            }
        }
        guard let way = ways.first(where: \.isUsable) else { return nil }
        self.init(settings: way.settings.sorted(), release: Self.word(device, 2))
    }

    /// Splits the bytes into descriptors. Stops at the first descriptor that is truncated or has no length.
    private static func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var (found, start): ([[UInt8]], Int) = ([], 0)
        while start + 2 <= bytes.count {
            let length = Int(bytes[start])
            guard length >= 2, start + length <= bytes.count else { break }
            found.append(Array(bytes[start..<start + length]))
            start += length
        }
        return found
    }

    private static func word(_ descriptor: [UInt8], _ offset: Int) -> Int {
        Int(descriptor[offset]) | Int(descriptor[offset + 1]) << 8
    }

    /// A USB video streaming interface with its alternate settings.
    private struct Way {
        let interface: UInt8
        var settings: [Int] = []
        private var isBulk = false
        private var takesCompanion = false

        init(interface: UInt8) { self.interface = interface }

        var isUsable: Bool { isBulk || !settings.isEmpty }

        mutating func add(endpoint: [UInt8]) {
            let isInput = endpoint[2] & 0x80 != 0
            let transfer = endpoint[3] & 3
            takesCompanion = isInput && transfer == 1
            if isInput, transfer == 2 { isBulk = true }
            guard takesCompanion else { return }
            // In a high-bandwidth endpoint, bits 12 and 11 contain the number of additional transactions per
            // microframe.
            let size = USBFacts.VideoEndpoint.word(endpoint, 4)
            settings.append((size & 0x7FF) * (1 + min(2, size >> 11 & 3)))
        }

        /// Sets the number of bytes per SuperSpeed interval from the companion descriptor of the endpoint
        /// (`wBytesPerInterval`).
        mutating func add(companion: [UInt8]) {
            guard takesCompanion, let last = settings.indices.last else { return }
            settings[last] = max(settings[last], USBFacts.VideoEndpoint.word(companion, 4))
            takesCompanion = false
        }
    }
}
