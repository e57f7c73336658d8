internal import DualCamConfig
internal import DualCamPlan
internal import Glibc

/// The damage of a picture as a camera has delivered it.
enum PictureDamage: Sendable, Equatable {
    /// The driver says so.
    case marked
    case empty
    /// A JPEG picture that does not begin, go on or end as one.
    case torn
    /// A JPEG picture whose head names another size than the camera was asked for.
    case otherSize
    /// A raw picture of another length than its size needs.
    case short
}

extension PictureDamage {
    /// False for an empty picture, of which nothing can be made, and for one of another size, which no decoder and no file takes in the
    /// middle of a stream.
    var canBeKept: Bool { self != .empty && self != .otherSize }

    /// Looks at a JPEG picture without decoding it; `nil`: nothing is wrong with it (ITU-T T.81, annex B).
    ///
    /// - Parameter checksEnd: false for a camera whose pictures never have an end.
    static func ofJPEG(_ bytes: UnsafeRawBufferPointer, size: FrameSize, checksEnd: Bool = true) -> PictureDamage? {
        guard let scan = JPEGHead(bytes) else { return .torn }
        if scan.width != size.width || scan.height != size.height { return .otherSize }
        let end = JPEGHead.end(ofScanAt: scan.scan, in: bytes)
        if end == .foreign { return .torn }
        return end == .missing && checksEnd ? .torn : nil
    }

    /// True where the picture only lacks its end.
    static func lacksOnlyItsEnd(_ bytes: UnsafeRawBufferPointer, size: FrameSize) -> Bool {
        ofJPEG(bytes, size: size) == .torn && ofJPEG(bytes, size: size, checksEnd: false) == nil
    }
}

/// The head of a JPEG picture: its size, and where its coded data begins.
private struct JPEGHead {
    enum End { case found, missing, foreign }

    let width: Int
    let height: Int
    /// The first byte behind the header of the first scan.
    let scan: Int

    private static let startOfScan: UInt8 = 0xDA
    private static let endOfImage: UInt8 = 0xD9

    /// `nil` for what does not begin as a JPEG picture, or has no scan.
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

    /// SOF0 to SOF15, without DHT, JPG and DAC, which lie between them.
    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    /// Follows the coded data to its end. What cannot stand there shows that a piece of another picture does, or none.
    static func end(ofScanAt start: Int, in bytes: UnsafeRawBufferPointer) -> End {
        guard let base = bytes.baseAddress else { return .missing }
        var place = start
        while place + 1 < bytes.count, let found = memchr(base + place, 0xFF, bytes.count - 1 - place) {
            let at = base.distance(to: UnsafeRawPointer(found))
            switch bytes[at + 1] {
            case endOfImage: return .found
            // A byte of 0xFF, a restart, and filling.
            case 0x00, 0xD0...0xD7: place = at + 2
            case 0xFF: place = at + 1
            // Tables, comments and further scans of a progressive picture.
            case 0xC4, 0xCC, startOfScan, 0xDB...0xDF, 0xE0...0xEF, 0xFE:
                guard at + 4 <= bytes.count else { return .missing }
                place = at + 2 + (Int(bytes[at + 2]) << 8 | Int(bytes[at + 3]))
            default: return .foreign
            }
        }
        return .missing
    }
}
