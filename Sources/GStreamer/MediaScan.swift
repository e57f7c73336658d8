internal import CGStreamer

/// The frames of a media file's picture as its container lists them; nothing is decoded for it.
public struct MediaScan: Sendable {
    /// Presentation times in nanoseconds, in the order of the file.
    public let times: [Int64]
    /// Of the frame with the latest time, where the container tells.
    public let lastDuration: Int64?
    /// What ended the reading before the file's end.
    public let problem: LibraryError?

    /// Reads the whole file with one demuxer (`qtdemux`, `matroskademux`). Blocks; gives up when nothing comes for
    /// `patience` seconds, which stands in `problem`.
    ///
    /// Throws when the demuxer is not installed or the file does not open.
    public static func scan(path: String, demuxer: String, patience: UInt64 = 10) throws -> MediaScan {
        let pipeline = try MediaPipeline(name: "scan")
        let source = try Element.make("filesrc", name: "source", properties: [.init("location", .string(path))])
        let parser = try Element.make(demuxer)
        for element in [source, parser] { try pipeline.add(element) }
        try source.pad("src").link(to: parser.pad("sink"))
        let frames = FrameTimes()
        parser.onPadAdded { [weak pipeline] pad in
            if pad.name.hasPrefix("video") { frames.watch(pad) }
            do { try pipeline?.discard(pad) } catch { frames.note(error) }
        }
        defer { _ = try? pipeline.setState(.null) }
        do { try pipeline.setState(.playing) } catch {
            throw pipeline.end(within: 0, { frames.count }).error ?? LibraryError.unopened
        }
        let problem = pipeline.end(within: patience * 1_000_000_000, { frames.count }).error ?? frames.problem
        let (times, last) = frames.content
        return MediaScan(times: times, lastDuration: last, problem: problem)
    }
}

/// What streaming threads see of a picture's frames.
private final class FrameTimes: @unchecked Sendable {
    // Invariant: every access to the other properties is within `lock`.
    private var lock = GMutex()
    private var times: [Int64] = []
    private var latest: (time: Int64, duration: Int64?)?
    private var shift: Int64 = 0
    private var failure: LibraryError?

    init() { g_mutex_init(&lock) }

    deinit { g_mutex_clear(&lock) }

    func watch(_ pad: Pad) {
        pad.addProbe([.buffers, .events]) { [self] info in
            if case .segment(let segment)? = info.event { locked { shift = segment.shift } }
            if let time = info.presentationTime {
                take(Int64(clamping: time), info.duration.map(Int64.init(clamping:)))
            }
            return .pass
        }
    }

    private func take(_ stamp: Int64, _ duration: Int64?) {
        locked {
            let time = stamp &+ shift
            times.append(time)
            if latest.map({ $0.time < time }) ?? true { latest = (time, duration) }
        }
    }

    func note(_ error: any Error) {
        let text = (error as? LibraryError)?.message ?? "\(error)"
        locked { failure = failure ?? LibraryError(domain: "unknown", code: 0, message: text) }
    }

    var count: Int { locked { times.count } }
    var problem: LibraryError? { locked { failure } }
    var content: ([Int64], Int64?) { locked { (times, latest?.duration) } }

    private func locked<Result>(_ work: () -> Result) -> Result {
        g_mutex_lock(&lock)
        defer { g_mutex_unlock(&lock) }
        return work()
    }
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

    /// How a pipeline ended whose bus nobody reads.
    fileprivate enum Ending {
        case wholeStream
        case failed(LibraryError)

        var error: LibraryError? { if case .failed(let error) = self { error } else { nil } }
    }

    /// Waits for the end of the stream or an error, as long as `progress` grows within each `nanoseconds`.
    fileprivate func end(within nanoseconds: UInt64, _ progress: () -> Int) -> Ending {
        let bus = gst_pipeline_get_bus(pointer.assumingMemoryBound(to: GstPipeline.self))
        defer { gst_object_unref(bus) }
        var before = -1
        while true {
            if let message = gst_bus_timed_pop_filtered(bus, UInt(nanoseconds), [.error, .eos]) {
                defer {
                    gst_mini_object_unref(UnsafeMutableRawPointer(message).assumingMemoryBound(to: GstMiniObject.self))
                }
                if case .error(let error, _)? = BusMessage(message)?.kind { return .failed(error) }
                return .wholeStream
            }
            let now = progress()
            guard now > before, nanoseconds > 0 else { return .failed(.stalled) }
            before = now
        }
    }
}

extension LibraryError {
    fileprivate static let stalled = LibraryError(domain: "unknown", code: 0, message: "nothing more comes out of it")
    fileprivate static let unopened = LibraryError(domain: "unknown", code: 0, message: "it does not open")
}
