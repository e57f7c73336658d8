import DualCamConfig
internal import DualCamDevices
package import DualCamPlan
internal import GStreamer
internal import Glibc

extension FilePreview {
    private static let widest = 1280
    /// The maximum video bitrate of a proxy (a small copy of a recorded file for browsers), in kbit/s.
    private static let bitrate: UInt64 = 4000
    /// The minimum disk space that must remain free after a proxy is written, in bytes.
    private static let reserve: UInt64 = 1 << 30

    /// Writes a proxy of this file that every browser plays: H.264 and AAC in MP4, with its index at the beginning.
    /// Each frame keeps its time stamp. Both target files must exist. Blocks.
    ///
    /// - Parameters:
    ///   - target: the path of the proxy.
    ///   - scratch: the path of a temporary file for pictures and sound, which are written first although the index
    ///     precedes them in the proxy.
    ///   - report: called with the progress in percent; `nil` if the file's length is unknown.
    /// - Throws: `diskFull` if the disk has too little space, `fault` if the file has no picture or cannot be
    ///   converted.
    package func writeProxy(
        to target: String, scratch: String, report: (Int?) -> Void
    ) throws(GraphFailure) {
        guard let video = facts.video else { throw GraphFailure(.fault, message: "it has no picture") }
        let length = UInt64(max(0, facts.duration))
        try checkRoom(at: target, for: length)
        try translating(in: nil) {
            let muxer = try Element.make(
                "mp4mux", name: "muxer",
                properties: [.init("faststart", .bool(true)), .init("faststart-file", .string(scratch))])
            let sound = facts.audio == nil ? [] : [MediaConversion.Stream.audio(try Self.soundElements())]
            try MediaConversion.convert(
                path, demuxer: demuxer, [.video(try Self.pictureElements(of: video))] + sound, muxer: muxer, to: target
            ) { time in
                report(length > 0 ? Int(min(99, Double(time) / Double(length) * 100)) : nil)
            }
        }
    }

    /// Throws `diskFull` if the disk has too little free space for a proxy of `length` nanoseconds. Twice the proxy's
    /// maximum size is required, because the data is written twice.
    private func checkRoom(at path: String, for length: UInt64) throws(GraphFailure) {
        var disk = Glibc.statvfs()
        let bytes = length / 1_000_000_000 * (Self.bitrate + 200) * 1000 / 8
        guard statvfs(path, &disk) == 0, UInt64(disk.f_bavail) * UInt64(disk.f_frsize) < 2 * bytes + Self.reserve else {
            return
        }
        throw GraphFailure(.diskFull, message: "there is not enough room on the disk for it")
    }

    /// Returns the picture size of the proxy: at most 1280 pixels wide, with the video's aspect ratio, and with even
    /// width and height.
    static func proxySize(of video: MediaFacts.Video) -> FrameSize {
        let scale = min(1, Double(widest) / Double(max(video.width, 1)))
        let sides = [video.width, video.height].map { max(2, Int((Double($0) * scale / 2).rounded()) * 2) }
        return FrameSize(width: sides[0], height: sides[1])
    }

    private static func pictureElements(of video: MediaFacts.Video) throws -> [Element] {
        let size = proxySize(of: video)
        let raw = Setting.caps(
            mediaType: "video/x-raw",
            fields: [
                .init("format", .string("I420")), .init("width", .int(Int64(size.width))),
                .init("height", .int(Int64(size.height))), .init("pixel-aspect-ratio", .fraction(1, 1)),
            ])
        let coded = Setting.caps(mediaType: "video/x-h264", fields: [.init("profile", .string("main"))])
        // Uses no B-frames, so that no time stamps have to be shifted. A key frame every two seconds makes seeking
        // fast.
        let encoder = try Element.make(
            "x264enc", name: "picture",
            properties: [
                .init("speed-preset", .enumeration(type: nil, nick: "veryfast")),
                .init("pass", .enumeration(type: nil, nick: "qual")), .init("quantizer", .uint(23)),
                .init("bitrate", .uint(bitrate)), .init("bframes", .uint(0)), .init("rc-lookahead", .int(10)),
                .init("key-int-max", .uint(60)), .init("threads", .uint(1)),
            ])
        return [
            try Element.make("videoconvert"), try Element.make("videoscale"),
            try Element.make("capsfilter", name: "raw", properties: [.init("caps", raw)]), encoder,
            try Element.make("capsfilter", name: "coded", properties: [.init("caps", coded)]),
            try Element.make("h264parse"),
        ]
    }

    private static func soundElements() throws -> [Element] {
        let raw = Setting.caps(
            mediaType: "audio/x-raw", fields: [.init("rate", .int(48_000)), .init("channels", .int(2))])
        return [
            try Element.make("audioconvert"), try Element.make("audioresample"),
            try Element.make("capsfilter", name: "sound", properties: [.init("caps", raw)]),
            try Element.make("avenc_aac", name: "coder", properties: [.init("bitrate", .int(128_000))]),
            try Element.make("aacparse"),
        ]
    }
}
