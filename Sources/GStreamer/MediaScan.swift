internal import CGStreamer
internal import Synchronization

/// The frames of a media file's picture as its container lists them; nothing is decoded for it.
package struct MediaScan: Sendable {
    /// Presentation times in nanoseconds, in the order of the file.
    package let times: [Int64]
    /// Duration of the frame with the latest time in nanoseconds, where the container tells.
    package let lastDuration: Int64?
    /// The error that ended the reading before the file's end.
    package let problem: LibraryError?
    /// The texts among the file's tags by their names (`title`, `application-name`); of dates the ISO 8601 text.
    package let tags: [String: String]

    /// Reads the whole file with one demuxer (`qtdemux`, `matroskademux`). Blocks; gives up when nothing comes for
    /// `patience` seconds, which stands in `problem`.
    ///
    /// Throws when the demuxer is not installed or the file does not open.
    package static func scan(path: String, demuxer: String, patience: UInt64 = 10) throws -> MediaScan {
        let parser = try Element.make(demuxer)
        let pipeline = try MediaPipeline(reading: path, with: parser)
        let frames = FrameTimes()
        parser.onPadAdded { [weak pipeline] pad in
            if pad.name.hasPrefix("video") { frames.watch(pad) }
            do { try pipeline?.discard(pad) } catch { frames.note(error) }
        }
        defer { pipeline.stop() }
        var tags: [String: String] = [:]
        do { try pipeline.setState(.playing) } catch {
            try pipeline.readToEnd(within: 0, &tags) { frames.count }
            throw LibraryError.unopened
        }
        var problem: LibraryError?
        do throws(LibraryError) {
            try pipeline.readToEnd(within: patience * 1_000_000_000, &tags) { frames.count }
            problem = frames.problem
        } catch {
            problem = error
        }
        let (times, last) = frames.content
        return MediaScan(times: times, lastDuration: last, problem: problem, tags: tags)
    }
}

/// Collects what streaming threads see of a picture's frames.
private final class FrameTimes: Sendable {
    private struct Frames {
        var times: [Int64] = []
        var latest: (time: Int64, duration: Int64?)?
        /// The distance from time stamps to places in the file, in nanoseconds.
        var shift: Int64 = 0
        var failure: LibraryError?
    }

    private let frames = Mutex(Frames())

    func watch(_ pad: Pad) {
        pad.addProbe([.buffers, .events]) { [self] info in
            if case .segment(let segment)? = info.event { frames.withLock { $0.shift = segment.shift } }
            if let time = info.presentationTime {
                take(Int64(clamping: time), info.duration.map(Int64.init(clamping:)))
            }
            return .pass
        }
    }

    private func take(_ stamp: Int64, _ duration: Int64?) {
        frames.withLock { frames in
            let time = stamp &+ frames.shift
            frames.times.append(time)
            if frames.latest.map({ $0.time < time }) ?? true { frames.latest = (time, duration) }
        }
    }

    func note(_ error: any Error) {
        let text = (error as? LibraryError)?.message ?? "\(error)"
        frames.withLock { $0.failure = $0.failure ?? LibraryError(domain: "unknown", code: 0, message: text) }
    }

    var count: Int { frames.withLock { $0.times.count } }
    var problem: LibraryError? { frames.withLock { $0.failure } }
    var content: ([Int64], Int64?) { frames.withLock { ($0.times, $0.latest?.duration) } }
}

extension MediaPipeline {
    /// Links a pad that appeared to a sink that takes everything at once and keeps nothing.
    fileprivate func discard(_ pad: Pad) throws {
        let sink = try Element.make(
            "fakesink", name: "sink-\(pad.name)",
            properties: [.init("async", .bool(false)), .init("sync", .bool(false))])
        try add(sink)
        try syncState(of: sink)
        try pad.link(to: sink.pad("sink"))
    }

    /// Waits for the end of the stream or throws an error, as long as `progress` grows within each `nanoseconds`.
    fileprivate func readToEnd(
        within nanoseconds: UInt64, _ tags: inout [String: String], _ progress: () -> Int
    ) throws(LibraryError) {
        var before = -1
        while true {
            let told = try pop([.error, .eos, .tag], nanoseconds) { message in
                if message.pointee.type == .tag { tags.merge(TagTexts.read(message)) { first, _ in first } }
                return message.pointee.type
            }
            if told == .eos { return }
            let now = progress()
            guard told != nil || now > before && nanoseconds > 0 else { throw .stalled }
            if told == nil { before = now }
        }
    }
}

extension LibraryError {
    fileprivate static let stalled = LibraryError(domain: "unknown", code: 0, message: "nothing more comes out of it")
    fileprivate static let unopened = LibraryError(domain: "unknown", code: 0, message: "it does not open")
}

/// The tags that say where a file comes from.
private enum TagTexts {
    /// Reads a message of the type `tag` (`gst_message_parse_tag`).
    static func read(_ message: UnsafeMutablePointer<GstMessage>) -> [String: String] {
        var list: UnsafeMutablePointer<GstTagList>?
        gst_message_parse_tag(message, &list)
        guard let list else { return [:] }
        defer { gst_tag_list_unref(list) }
        var texts: [String: String] = [:]
        for name in ["title", "application-name", "encoder"] {
            var text: UnsafeMutablePointer<CChar>?
            if gst_tag_list_get_string(list, name, &text) != 0 { texts[name] = String(taking: text) }
        }
        var date: OpaquePointer?
        if gst_tag_list_get_date_time(list, "datetime", &date) != 0, let date {
            texts["datetime"] = String(taking: gst_date_time_to_iso8601_string(date))
            gst_date_time_unref(date)
        }
        return texts
    }
}
