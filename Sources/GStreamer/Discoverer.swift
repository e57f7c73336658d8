internal import CGStreamer

/// What GstDiscoverer finds in a media file.
public struct MediaInfo: Sendable {
    /// Length in nanoseconds.
    public let duration: UInt64
    public let container: Caps?
    public let video: [Stream]
    public let audio: [Stream]

    public struct Stream: Sendable {
        public let caps: Caps
    }

    /// Opens the file and reads its streams' caps (`gst_discoverer_discover_uri`). Blocks for at most `seconds`.
    public static func discover(path: String, seconds: UInt64 = 10) throws(LibraryError) -> MediaInfo {
        var error: UnsafeMutablePointer<GError>?
        guard let discoverer = gst_discoverer_new(UInt(seconds * 1_000_000_000), &error) else {
            throw LibraryError(taking: error)
        }
        defer { g_object_unref(discoverer) }
        guard let uri = gst_filename_to_uri(path, &error) else { throw LibraryError(taking: error) }
        defer { g_free(uri) }
        guard let info = gst_discoverer_discover_uri(discoverer, uri, &error), error == nil else {
            throw LibraryError(taking: error)
        }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        return MediaInfo(info)
    }

    private init(_ info: OpaquePointer) {
        duration = UInt64(gst_discoverer_info_get_duration(info))
        if let top = gst_discoverer_info_get_stream_info(info) {
            container = gst_discoverer_stream_info_get_caps(top).map(Caps.init(taking:))
            g_object_unref(UnsafeMutableRawPointer(top))
        } else {
            container = nil
        }
        video = Self.streams(gst_discoverer_info_get_video_streams(info))
        audio = Self.streams(gst_discoverer_info_get_audio_streams(info))
    }

    private static func streams(_ list: UnsafeMutablePointer<GList>?) -> [Stream] {
        var streams: [Stream] = []
        var node = list
        while let current = node {
            if let data = current.pointee.data, let caps = gst_discoverer_stream_info_get_caps(OpaquePointer(data)) {
                streams.append(Stream(caps: Caps(taking: caps)))
            }
            node = current.pointee.next
        }
        gst_discoverer_stream_info_list_free(list)
        return streams
    }
}
