internal import CGStreamer
internal import Synchronization

/// A test of whether a media file can be played, which decodes its first pictures.
package struct DecodingTrial: Sendable {
    /// The presentation times of the decoded pictures in nanoseconds, in the order in which they were decoded; `nil`
    /// for a picture without a time.
    package let times: [UInt64?]
    /// The error that ended the decoding test; `nil` if none occurred.
    package let problem: LibraryError?

    /// True if the decoded pictures have different times. Without times, only one picture would be shown (`avdec_gif`
    /// of GStreamer 1.22 gives every picture the time 0).
    package var isTimed: Bool { !times.contains(nil) && (times.count < 2 || Set(times).count > 1) }

    /// Decodes the beginning of a media file. An error of the stream is returned in `problem`; throws if an element
    /// cannot be created, linked or started. Blocks until `count` pictures have arrived, the file has ended or an error
    /// has occurred, or nothing has arrived for several seconds.
    ///
    /// - Parameters:
    ///   - demuxer: the factory name of the container's demuxer.
    ///   - decoders: the factory names of the elements that turn the demuxed stream into raw frames, in order; at least
    ///     one.
    package static func of(path: String, demuxer: String, decoders: [String], count: Int = 4) throws -> DecodingTrial {
        let parser = try Element.make(demuxer)
        let pipeline = try MediaPipeline(reading: path, with: parser)
        let chain = try decoders.enumerated().map { try Element.make($1, name: "decoder-\($0)") }
        try pipeline.addChain(chain)
        let (entry, output) = (try chain[0].pad("sink"), try chain[chain.count - 1].pad("src"))
        let pictures = Pictures(count)
        output.addProbe([.buffers, .events]) { info in
            pictures.see(info)
            return .pass
        }
        try pipeline.discard(output)
        parser.onPadAdded { [weak pipeline] pad in
            let isPicture = pad.name.hasPrefix("video") && !entry.isLinked
            do { if isPicture { try pad.link(to: entry) } else { try pipeline?.discard(pad) } } catch {
                pictures.isOver.keep(true)
            }
        }
        defer { pipeline.stop() }
        var problem: LibraryError?
        do {
            try pipeline.setState(.playing)
            problem = try pipeline.failure(before: pictures.isOver)
        } catch let error as LibraryError {
            problem = error
        }
        return DecodingTrial(times: pictures.times.withLock { $0 }, problem: problem)
    }

    /// Collects the times of the decoded pictures. The pictures arrive on a streaming thread.
    private final class Pictures: Sendable {
        let times = Mutex<[UInt64?]>([])
        /// The promise that is fulfilled once enough pictures have arrived or no more will arrive.
        let isOver = Promise<Bool>()
        private let count: Int

        init(_ count: Int) { self.count = count }

        func see(_ info: borrowing ProbeInfo) {
            if case .endOfStream? = info.event { isOver.keep(true) }
            guard info.isBuffer else { return }
            let time = info.presentationTime
            let isEnough = times.withLock { times in
                times.append(time)
                return times.count >= count
            }
            if isEnough { isOver.keep(true) }
        }
    }
}

extension MediaPipeline {
    /// Waits until `isOver` is fulfilled or the pipeline posts an error. Returns `nil` if `isOver` was fulfilled,
    /// otherwise the posted error, or an error that says that nothing arrived in time. Blocks.
    fileprivate func failure(before isOver: Promise<Bool>) throws -> LibraryError? {
        for _ in 0..<(50 * Patience.factor) {
            if isOver.wait(within: 0.1) != nil { return nil }
            do throws(LibraryError) { _ = try pop([.error], 0) { _ in } } catch { return error }
        }
        return .silence
    }
}
