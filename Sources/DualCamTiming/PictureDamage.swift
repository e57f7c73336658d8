package import DualCamConfig
internal import DualCamPlan
internal import Glibc

/// The type of damage in a picture that a camera has delivered.
package enum PictureDamage: Sendable, Equatable {
    /// The driver marked the picture as damaged.
    case marked
    case empty
    /// The picture is a JPEG without a valid beginning, middle or end.
    case torn
    /// The picture is a JPEG without an end marker, whose other parts are valid.
    case endless
    /// The picture is a JPEG without a valid header. A decoder outputs nothing for it.
    case headless
    /// The picture is a JPEG whose header declares a size other than the requested one.
    case otherSize
    /// The picture is raw and has fewer bytes than its size requires.
    case short
}

extension PictureDamage {
    /// True if a picture with this damage may still be recorded. Any other would make a decoder or muxer fail, or would
    /// vanish in the decoder.
    package var canBeKept: Bool { ![.empty, .otherSize, .headless].contains(self) }

    /// Inspects a JPEG picture without decoding it (ITU-T T.81, annex B). Returns its damage, or `nil` if none was
    /// found.
    /// - Parameter size: the size that the picture must have.
    package static func ofJPEG(_ bytes: UnsafeRawBufferPointer, size: FrameSize) -> PictureDamage? {
        guard let scan = JPEGHead(bytes) else { return .torn }
        if scan.width != size.width || scan.height != size.height { return .otherSize }
        switch JPEGHead.end(ofScanAt: scan.scan, in: bytes) {
        case .found: return nil
        case .missing: return .endless
        case .foreign: return .torn
        }
    }
}

/// The header of a JPEG picture: the picture's size, and the position of its coded data.
private struct JPEGHead {
    enum End { case found, missing, foreign }

    let width: Int
    let height: Int
    /// The offset of the coded data in bytes: the first byte after the header of the picture's first scan.
    let scan: Int

    private static let startOfScan: UInt8 = 0xDA
    private static let endOfImage: UInt8 = 0xD9

    /// Parses the header of a JPEG picture. Returns `nil` if the bytes are not the beginning of a JPEG picture, or
    /// contain no scan.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var (place, size) = (2, (width: 0, height: 0))
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            if marker == 0xFF {
                place += 1
                continue
            }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2, place + 2 + length <= bytes.count else { return nil }
            if Self.isFrame(marker) {
                guard length >= 8 else { return nil }
                size.height = Int(bytes[place + 5]) << 8 | Int(bytes[place + 6])
                size.width = Int(bytes[place + 7]) << 8 | Int(bytes[place + 8])
            }
            place += 2 + length
            guard marker == Self.startOfScan else { continue }
            (width, height, scan) = (size.width, size.height, place)
            return
        }
        return nil
    }

    /// Returns true if a JPEG marker begins a frame header: SOF0 to SOF15, except DHT, JPG and DAC, whose codes are in
    /// the same range.
    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    /// Searches the coded data of a JPEG picture for its end marker. The result `foreign` means that an invalid marker
    /// was found, which shows that the data does not belong to this picture.
    static func end(ofScanAt start: Int, in bytes: UnsafeRawBufferPointer) -> End {
        guard let base = bytes.baseAddress else { return .missing }
        var place = start
        while place + 1 < bytes.count, let found = memchr(base + place, 0xFF, bytes.count - 1 - place) {
            let at = base.distance(to: UnsafeRawPointer(found))
            switch bytes[at + 1] {
            case endOfImage: return .found
            // Skips stuffed bytes (0xFF 0x00), restart markers and fill bytes (0xFF).
            case 0x00, 0xD0...0xD7: place = at + 2
            case 0xFF: place = at + 1
            // Skips tables, comments and further scans of a progressive picture.
            case 0xC4, 0xCC, startOfScan, 0xDB...0xDF, 0xE0...0xEF, 0xFE:
                guard at + 4 <= bytes.count else { return .missing }
                place = at + 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
            default: return .foreign
            }
        }
        return .missing
    }
}
