import DualCamConfig
import Mixer

@testable import DualCamPlan

/// The fuzz targets that read the pictures of overlays and the colour tables of looks, and use them as the program
/// does.
enum PictureFuzz {
    /// Reads and draws as `dualcam job draw-image` does. That process has limits of time and memory (`ImageProcess`);
    /// here libFuzzer sets them.
    ///
    /// A PNG is read again with correct checksums of its chunks, which would never occur by chance.
    static func run(picture bytes: [UInt8]) {
        for bytes in Set([bytes, summed(bytes)]) { judge(bytes) }
    }

    private static func judge(_ bytes: [UInt8]) {
        do throws(LetterImageFault) {
            let whole = try LetterImage.size(ofPicture: bytes)
            precondition((1...16384).contains(whole.width), "a picture of no width, or a larger one than may be")
            precondition((1...16384).contains(whole.height), "a picture of no height, or a larger one than may be")
        } catch {
            return
        }
        for size in [FrameSize(width: 1, height: 1), FrameSize(width: 40, height: 24)] {
            guard let drawn = LetterImage(picture: bytes, width: size.width, height: size.height) else { continue }
            // The process that has it drawn reads no more pixels than it asked for.
            precondition(drawn.argb.count <= size.width * size.height, "a larger picture than was asked for")
            for pixel in drawn.argb {
                let alpha = pixel >> 24
                let isMultiplied = [16, 8, 0].allSatisfy { pixel >> $0 & 0xFF <= alpha }
                precondition(isMultiplied, "a colour is brighter than its opacity lets it be")
            }
        }
    }

    /// Returns a PNG with the correct checksum after each chunk, and any other data unchanged.
    private static func summed(_ png: [UInt8]) -> [UInt8] {
        guard png.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return png }
        var (bytes, start) = (png, 8)
        while start + 12 <= bytes.count {
            let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - start - 12 else { break }
            let end = start + 8 + length
            let sum = crc(of: bytes[(start + 4)..<end])
            for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: sum >> UInt32(24 - 8 * index)) }
            start = end + 4
        }
        return bytes
    }

    /// Returns the CRC-32 of ISO 3309.
    private static func crc(of bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    /// Reads a colour table both for the pipeline file and for a command, and computes colours with it.
    static func run(cube bytes: [UInt8]) {
        do throws(PipelineIssue) {
            let table = try ColourTable(cube: bytes, named: "x.cube")
            precondition((try? ColourTable(cube: bytes, named: "x.cube", isQuoted: false)) == table)
            use(table)
        } catch {
            _ = error.rendered
            judgeUnquoted(bytes)
        }
    }

    /// Checks the error message that the sender of a command gets: it gives the kind of error and the line, but nothing
    /// of the file's content.
    private static func judgeUnquoted(_ bytes: [UInt8]) {
        do throws(PipelineIssue) {
            _ = try ColourTable(cube: bytes, named: "x.cube", isQuoted: false)
            preconditionFailure("a file is refused only where its text may be shown")
        } catch {
            precondition(error.sourceLine == nil && error.column == nil, "a line of the file is shown")
            let told = error.rendered
            let words = bytes.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
            // Keywords and short words also occur in the messages themselves.
            let quoted = words.first { $0.utf8.count > 19 && told.contains($0) }
            precondition(quoted == nil, "a word of the file is shown")
        }
    }

    private static func use(_ table: ColourTable) {
        for red in [0, 0.5, 1] {
            let colour = plan(table)?.colour(red: red, green: 1 - red, blue: 0.25)
            let parts = colour.map { [$0.red, $0.green, $0.blue] } ?? []
            precondition(parts.allSatisfy { (0...1).contains($0) }, "a colour that cannot be drawn")
        }
        // Larger tables take a tenth of a second and find nothing more.
        guard case .cube(let side) = table.shape, side <= 3, let plan = plan(table) else { return }
        precondition(plan.lattice().allSatisfy { (0...1).contains($0) }, "a colour that cannot be drawn")
    }

    private static func plan(_ table: ColourTable) -> LookPlan? {
        let space = PictureSpace(red: 0.2126, blue: 0.0722, isFullRange: false)
        return LookPlan([LookPlan.Step(adjust: Adjustment(), look: Look(.table(table)))], in: space)
    }
}
