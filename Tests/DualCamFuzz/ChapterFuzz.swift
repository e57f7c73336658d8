import DualCamConfig
import Glibc

@testable import DualCamPlan
@testable import DualCamRecordings
@testable import DualCamSession

/// The fuzz targets that write chapters into mov, mp4 and mkv files in memory.
enum ChapterFuzz {
    private struct Memory: ByteSource {
        var content: [UInt8]
        var size: Int64 { Int64(content.count) }

        func bytes(at offset: Int64, _ count: Int) throws(FolderFailure) -> [UInt8] {
            guard offset >= 0, offset <= size, count >= 0 else {
                throw FolderFailure(.read, path: "what lies beside the file", errorNumber: EINVAL)
            }
            return Array(content[Int(offset)...].prefix(count))
        }

        mutating func write(_ edit: FileEdit) {
            precondition(edit.offset >= 0 && edit.offset <= size, "chapters are written beside the file")
            let end = Int(edit.offset) + edit.bytes.count
            if end > content.count { content += [UInt8](repeating: 0, count: end - content.count) }
            content.replaceSubrange(Int(edit.offset)..<end, with: edit.bytes)
        }
    }

    static func run(boxes bytes: [UInt8]) {
        write([Chapter(start: 0, title: "one"), Chapter(start: 1_500_000_000, title: "zwei")], into: bytes)
        _ = H264Range.isFull(bytes)
        _ = USBFacts.VideoEndpoint(descriptors: bytes, interface: nil)
    }

    private static func write(_ chapters: [Chapter], into bytes: [UInt8]) {
        var file = Memory(content: bytes)
        guard let edits = try? ChapterFile.edits(for: chapters, in: file) else { return }
        for edit in edits { file.write(edit) }
        do throws(ChapterFailure) {
            _ = try ChapterFile.edits(for: chapters, in: file)
            preconditionFailure("chapters are written twice")
        } catch {
            _ = error.message
        }
    }

    /// Writes chapters for JSON input with the lists `marks` (`part`, `at`, `text`), `pauses` (`from`, `to`) and
    /// `files` (`part`, `start`, `end`, `paused`, `lead`). Times are in seconds.
    static func run(marks bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)),
            ReadingRange.firstRefused(in: value) == nil
        else { return }
        let zero = RunningTime(nanoseconds: 0)
        let marks = (value["marks"]?.list ?? []).map {
            SessionHistory.Mark(part: $0["part"]?.count ?? 0, at: $0["at"]?.time ?? zero, text: $0["text"]?.text ?? "")
        }
        var pauses = CutList()
        for pause in value["pauses"]?.list ?? [] {
            pauses.begin(at: pause["from"]?.time ?? zero)
            if let end = pause["to"]?.time { pauses.end(at: end) }
        }
        for file in (value["files"]?.list ?? []).prefix(20) {
            var summary = FileSummary(
                output: .combined, segment: 0, path: "x.mov", frames: 1, start: file["start"]?.time ?? zero,
                end: file["end"]?.time ?? zero)
            (summary.paused, summary.lead) = (file["paused"]?.nanoseconds ?? 0, file["lead"]?.nanoseconds ?? 0)
            let chapters = marks.chapters(of: summary, in: file["part"]?.count ?? 0, pauses)
            for form in [movie, matroska] { write(chapters, into: form) }
        }
    }

    /// The bytes of a QuickTime movie without frames: its type, its index and the free space after it.
    private static let movie: [UInt8] =
        box("ftyp", Array("qt  0000".utf8)) + box("moov", box("mvhd", [0]) + box("udta", box("name", [0])))
        + box("free", [UInt8](repeating: 0, count: 70_000)) + box("mdat", [])

    private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(content.count + 8)
        return (0..<4).reversed().map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) } + Array(kind.utf8) + content
    }

    /// The bytes of a Matroska segment whose list of seek entries is empty and has space for one.
    private static let matroska: [UInt8] = {
        let room: [UInt8] = [0xEC, 0x9A] + [UInt8](repeating: 0, count: 26)
        let seek: [UInt8] = [0x11, 0x4D, 0x9B, 0x74, 0x80 | UInt8(room.count)] + room
        return [0x1A, 0x45, 0xDF, 0xA3, 0x80, 0x18, 0x53, 0x80, 0x67] + MatroskaText.wide(Int64(seek.count)) + seek
    }()
}
