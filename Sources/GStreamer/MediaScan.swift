internal import CGStreamer
internal import Synchronization

/// The times of a media file's pictures, as its container declares them. The file is not decoded.
package struct MediaScan: Sendable {
    /// The pictures' presentation times in nanoseconds, in the order of the file.
    package let times: [Int64]
    /// The duration in nanoseconds of the picture with the latest time; `nil` if the container does not declare it.
    package let lastDuration: Int64?
    /// The error that stopped the reading before the file's end; `nil` if the whole file was read.
    package let problem: LibraryError?
    /// The file's text tags, by tag name (`title`, `application-name`). Dates are in ISO 8601 format.
    package let tags: [String: String]

    /// Reads a whole media file with a demuxer (`qtdemux`, `matroskademux`). Blocks. Stops if nothing arrives for
    /// `patience` seconds (longer in a low-priority process), and reports that in `problem`.
    ///
    /// - Throws: an error if the demuxer is not installed or the file cannot be opened.
    package static func scan(path: String, demuxer: String, patience: UInt64 = 10) throws -> MediaScan {
        let parser = try Element.make(demuxer)
        let pipeline = try MediaPipeline(reading: path, with: parser)
        let frames = Mutex(Frames())
        parser.onPadAdded { [weak pipeline] pad in
            if pad.name.hasPrefix("video") {
                pad.addProbe(.buffers) { info in
                    let (time, length) = (info.fileTime, info.duration.map(Int64.init(clamping:)))
                    if let time { frames.withLock { $0.append(time, length) } }
                    return .pass
                }
            }
            do { try pipeline?.discard(pad) } catch { frames.withLock { $0.note(error) } }
        }
        defer { pipeline.stop() }
        var tags: [String: String] = [:]
        do { try pipeline.setState(.playing) } catch {
            try pipeline.readToEnd(within: 0, &tags) { frames.withLock { $0.times.count } }
            throw LibraryError.unopened
        }
        var problem: LibraryError?
        do throws(LibraryError) {
            try pipeline.readToEnd(within: patience * UInt64(Patience.factor) * 1_000_000_000, &tags) {
                frames.withLock { $0.times.count }
            }
            problem = frames.withLock { $0.failure }
        } catch {
            problem = error
        }
        return frames.withLock {
            MediaScan(times: $0.times, lastDuration: $0.latest?.duration, problem: problem, tags: tags)
        }
    }
}

extension MediaScan {
    /// The timeout for the first picture of a media file, in seconds.
    private static var patience: Double { 10 * Double(Patience.factor) }

    /// Returns the time of a media file's first picture, in nanoseconds; `nil` if it has no picture. Reads only the
    /// file's beginning. Blocks.
    ///
    /// - Parameter demuxer: the factory name of the container's demuxer, such as `qtdemux`.
    package static func firstFrame(of path: String, demuxer: String) throws -> Int64? {
        let parser = try Element.make(demuxer)
        let pipeline = try MediaPipeline(reading: path, with: parser)
        let first = Promise<Int64?>()
        parser.onPadAdded { [weak pipeline] pad in
            if pad.name.hasPrefix("video") {
                pad.addProbe([.buffers, .events]) { info in
                    if let time = info.runningTime { first.keep(time) }
                    if case .endOfStream? = info.event { first.keep(nil) }
                    return .pass
                }
            }
            do { try pipeline?.discard(pad) } catch { first.keep(nil) }
        }
        defer { pipeline.stop() }
        try pipeline.setState(.playing)
        let found = first.wait(within: patience) ?? nil
        // If an error occurred, it is waiting on the bus, and `waitForEnd` throws it.
        if found == nil { _ = try pipeline.waitForEnd(nanoseconds: 0) }
        return found
    }
}

extension MediaScan {
    /// Returns the times of a media file's first `count` pictures in nanoseconds, in the order of the file. Returns
    /// fewer if the file has fewer pictures. Blocks.
    ///
    /// - Parameter demuxer: the factory name of the container's demuxer, such as `matroskademux`.
    package static func beginning(of path: String, demuxer: String, count: Int) throws -> [Int64] {
        let parser = try Element.make(demuxer)
        let pipeline = try MediaPipeline(reading: path, with: parser)
        let times = Mutex<[Int64]>([])
        let isOver = Promise<Void>()
        parser.onPadAdded { [weak pipeline] pad in
            if pad.name.hasPrefix("video") {
                pad.addProbe([.buffers, .events]) { info in
                    if case .endOfStream? = info.event { isOver.keep(()) }
                    guard let time = info.fileTime else { return .pass }
                    let isEnough = times.withLock { times in
                        if times.count < count { times.append(time) }
                        return times.count >= count
                    }
                    if isEnough { isOver.keep(()) }
                    return .pass
                }
            }
            do { try pipeline?.discard(pad) } catch { isOver.keep(()) }
        }
        defer { pipeline.stop() }
        try pipeline.setState(.playing)
        _ = isOver.wait(within: patience)
        return times.withLock { $0 }
    }
}

/// Collects the times of a media file's pictures. The pictures arrive on streaming threads.
private struct Frames {
    var times: [Int64] = []
    var latest: (time: Int64, duration: Int64?)?
    var failure: LibraryError?

    mutating func append(_ time: Int64, _ duration: Int64?) {
        times.append(time)
        if latest.map({ $0.time < time }) ?? true { latest = (time, duration) }
    }

    mutating func note(_ error: any Error) {
        let text = (error as? LibraryError)?.message ?? "\(error)"
        failure = failure ?? LibraryError(domain: "unknown", code: 0, message: text)
    }
}

extension MediaPipeline {
    /// Links a new pad of the pipeline to a sink that immediately accepts and discards everything.
    func discard(_ pad: Pad) throws {
        let sink = try Element.make(
            "fakesink", name: "sink-\(pad.name)",
            properties: [.init("async", .bool(false)), .init("sync", .bool(false))])
        try add(sink)
        try syncState(of: sink)
        try pad.link(to: sink.pad("sink"))
    }

    /// Waits for the end of the stream, and adds the tags that arrive to `tags`. Throws the error that an element
    /// posts. Also throws if `progress` does not increase for `nanoseconds`.
    func readToEnd(
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
    static let stalled = LibraryError(domain: "unknown", code: 0, message: "nothing more comes out of it")
    fileprivate static let unopened = LibraryError(domain: "unknown", code: 0, message: "it does not open")
}

/// The tags of a media file that describe its origin: title, program and date.
private enum TagTexts {
    /// Reads the title, program and date from a tag message (`gst_message_parse_tag`).
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
