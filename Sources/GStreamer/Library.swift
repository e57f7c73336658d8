internal import CGStreamer
internal import Glibc

/// GStreamer as a whole: set up once per process, before anything else of this module is used.
package enum Library {
    /// Loads the registry and sets up types (`gst_init_check`). A second call does nothing.
    ///
    /// Takes about 15 ms with a warm registry and some seconds when the plugins must be read anew.
    package static func initialize() throws(LibraryError) {
        var error: UnsafeMutablePointer<GError>?
        guard gst_init_check(nil, nil, &error) != 0 else { throw LibraryError(taking: error) }
        // Types that are named in structures must be registered before a nick can be looked up.
        _ = gst_video_resampler_method_get_type()
        Registry.leaveOutPlaylists()
    }

    /// Starts the thread of the system's clock (`gst_system_clock_obtain`), which pipelines would start when they are made: no thread
    /// can be started while a library is being opened, since glibc 2.34 holds `dl_load_tls_lock` for so long.
    package static func startClock() { gst_object_unref(gst_system_clock_obtain()) }

    /// `GStreamer 1.22.0`
    package static var version: String { String(taking: gst_version_string()) }

    /// Keeps openh264 from printing to standard error by itself, but where GStreamer was asked to tell all; what others print there
    /// goes through.
    package static func silenceOpenH264() { _ = silenced }

    private static let silenced: Void = {
        if getenv("GST_DEBUG") == nil { filter_openh264_complaints() }
    }()
}

/// A GError: told apart by `domain` and `code`, never by its text.
package struct LibraryError: Error, Sendable, Equatable {
    /// The quark's name, such as `gst-resource-error-quark`.
    package let domain: String
    package let code: Int
    /// The library's own sentence, for people.
    package let message: String

    package init(domain: String, code: Int, message: String) {
        self.domain = domain
        self.code = code
        self.message = message
    }

    init(taking error: UnsafeMutablePointer<GError>?) {
        guard let error else {
            self.init(domain: "unknown", code: 0, message: "no reason was given")
            return
        }
        defer { g_error_free(error) }
        self.init(
            domain: g_quark_to_string(error.pointee.domain).map { String(cString: $0) } ?? "unknown",
            code: Int(error.pointee.code), message: error.pointee.message.map { String(cString: $0) } ?? "")
    }

    /// Takes over a GError that another overlay over GLib was given.
    package init(takingError error: UnsafeMutableRawPointer?) {
        self.init(taking: error?.assumingMemoryBound(to: GError.self))
    }

    /// The code in GStreamer's resource domain (`GstResourceError`), if it is of that domain.
    package var resource: ResourceError? {
        domain == "gst-resource-error-quark" ? ResourceError(rawValue: code) : nil
    }
}

/// The codes of `GstResourceError` that tell what to do next.
package enum ResourceError: Int, Sendable {
    case failed = 1
    case tooLazy, notFound, busy, openRead, openWrite, openReadWrite, close, read, write, seek, sync, settings,
        noSpaceLeft
    case notAuthorized
}

extension String {
    /// A string that C gave away: copied and freed with `g_free`.
    init(taking text: UnsafeMutablePointer<CChar>?) {
        self = text.map { String(cString: $0) } ?? ""
        g_free(text)
    }
}

/// The fundamental types of GObject; their macros are not imported.
enum Fundamental {
    static let boolean = GType(5 << 2)
    static let int = GType(6 << 2)
    static let uint = GType(7 << 2)
    static let long = GType(8 << 2)
    static let ulong = GType(9 << 2)
    static let int64 = GType(10 << 2)
    static let uint64 = GType(11 << 2)
    static let enumeration = GType(12 << 2)
    static let flags = GType(13 << 2)
    static let float = GType(14 << 2)
    static let double = GType(15 << 2)
    static let string = GType(16 << 2)
}
