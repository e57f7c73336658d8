import Glibc
import Testing

@testable import GStreamer

/// Reading the properties of clips without decoding them.
@Suite struct MediaInfoTests {
    struct Clip: Sendable {
        var video: String
        var sound: String
        var muxer: String
        var pads: (video: String, sound: String) = ("video_%u", "audio_%u")
    }

    static let clips = [
        Clip(video: "avenc_mpeg4", sound: "identity", muxer: "avimux"),
        Clip(video: "vp8enc", sound: "opusenc", muxer: "webmmux"),
        Clip(video: "x264enc", sound: "avenc_aac", muxer: "mpegtsmux", pads: ("sink_%d", "sink_%d")),
        Clip(video: "x264enc", sound: "avenc_aac", muxer: "matroskamux"),
    ]

    init() throws { try Library.initialize() }

    /// Some parsers find size and rate in the first frame, so their caps come after the streams have begun. Either
    /// stream may be ahead of the other.
    @Test(arguments: clips) func pictureAndSoundAreFoundInEveryContainer(clip: Clip) async throws {
        let path = "/tmp/dualcam-media-info-\(getpid())-\(clip.muxer)"
        defer { unlink(path) }
        try await write(clip, to: path)
        let info = try MediaInfo.probe(path: path)
        #expect(info.video.map { $0.structures.first?.int("width") } == [320])
        #expect(info.audio.map { $0.structures.first?.int("channels") } == [1])
    }

    /// Whatever a file is called, its content never causes a network request.
    @Test(arguments: [
        "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nhttp://127.0.0.1:PORT/a.ts\n#EXT-X-ENDLIST\n",
        """
        <?xml version="1.0"?>
        <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT5S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011">
        <Period><AdaptationSet mimeType="audio/mp4"><Representation id="1" bandwidth="9"><BaseURL>http://127.0.0.1:PORT/a.mp4</BaseURL>
        <SegmentBase indexRange="0-9"/></Representation></AdaptationSet></Period></MPD>
        """,
    ]) func aPlaylistIsNoMedia(_ text: String) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        (address.sin_family, address.sin_addr.s_addr) = (sa_family_t(AF_INET), in_addr_t(0x7F00_0001).bigEndian)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            let place = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return bind(listener, place, length) == 0 && listen(listener, 5) == 0
                && getsockname(listener, place, &length) == 0
        }
        try #require(isBound)
        let path = "/tmp/dualcam-media-info-\(getpid())-\(text.utf8.count).wav"
        defer { unlink(path) }
        let file = try #require(fopen(path, "w"))
        fputs(text.replacing("PORT", with: "\(UInt16(bigEndian: address.sin_port))"), file)
        fclose(file)
        #expect(throws: (any Error).self) { try MediaInfo.probe(path: path, seconds: 2) }
        #expect(accept(listener, nil, nil) < 0, "somebody has come")
    }

    /// Previously, the error was "nothing comes out of it", after ten seconds.
    @Test func aStreamThatCannotBeLinkedIsTheReason() async throws {
        let path = "/tmp/dualcam-media-info-\(getpid())-unlinked"
        defer { unlink(path) }
        try await write(Self.clips[3], to: path)
        let reason = LibraryError(domain: "test", code: 7, message: "the pad does not fit")
        #expect(throws: reason) { try MediaInfo.probe(path: path) { _, _ in throw reason } }
    }

    /// Writes a clip with one second of picture and sound.
    private func write(_ clip: Clip, to path: String) async throws {
        let pipeline = try MediaPipeline(name: "clip")
        let tap = pipeline.tapBus()
        let muxer = try Element.make(clip.muxer)
        let sink = try Element.make("filesink", name: "sink", properties: [.init("location", .string(path))])
        for element in [muxer, sink] { try pipeline.add(element) }
        try muxer.pad("src").link(to: sink.pad("sink"))
        for (source, count, encoder, pad) in [
            ("videotestsrc", 30, clip.video, clip.pads.video), ("audiotestsrc", 43, clip.sound, clip.pads.sound),
        ] {
            let source = try Element.make(source, name: source, properties: [.init("num-buffers", .int(Int64(count)))])
            let encoder = try Element.make(encoder)
            for element in [source, encoder] { try pipeline.add(element) }
            try source.pad("src").link(to: encoder.pad("sink"))
            try encoder.pad("src").link(to: muxer.requestPad(pad))
        }
        try pipeline.setState(.playing)
        reading: for await message in tap.messages {
            switch message.kind {
            case .endOfStream: break reading
            case .error(let error, _): throw error
            default: break
            }
        }
        try pipeline.setState(.null)
    }
}
