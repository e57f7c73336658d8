internal import CGStreamer
internal import Glibc

/// The GStreamer library. It must be initialised once per process, before anything else in this module is used.
package enum Library {
    /// Initialises GStreamer: loads the plugin registry and registers types (`gst_init_check`). Does nothing if called
    /// again.
    ///
    /// Takes about 15 ms if the registry is cached, and several seconds if the plugins must be scanned again.
    package static func initialize() throws(LibraryError) {
        var error: UnsafeMutablePointer<GError>?
        guard gst_init_check(nil, nil, &error) != 0 else { throw LibraryError(taking: error) }
        // An enumeration type used in structures must be registered before its values can be looked up by name.
        _ = gst_video_resampler_method_get_type()
        Registry.leaveOutPlaylists()
        Registry.leaveOutPipeWireDevices()
    }

    /// Starts the thread of the system clock in advance (`gst_system_clock_obtain`); otherwise the first pipeline would
    /// start it. No thread can start while a library is being loaded, because glibc 2.34 and later hold
    /// `dl_load_tls_lock`.
    package static func startClock() { gst_object_unref(gst_system_clock_obtain()) }

    /// The version of GStreamer, such as `GStreamer 1.22.0`.
    package static var version: String { String(taking: gst_version_string()) }

    /// Stops openh264 from printing to standard error, unless `GST_DEBUG` is set. Does not affect the output of other
    /// libraries.
    package static func silenceOpenH264() { _ = silenced }

    private static let silenced: Void = {
        if getenv("GST_DEBUG") == nil { filter_openh264_complaints() }
    }()
}

/// An error of a GLib library (GError). Code must distinguish errors by `domain` and `code`, never by `message`.
package struct LibraryError: Error, Sendable, Equatable {
    /// The name of the error's domain, such as `gst-resource-error-quark`.
    package let domain: String
    package let code: Int
    /// The library's message about the error, for users.
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

    /// Creates an error from a GError that another GLib-based module has received, and frees the GError.
    package init(takingError error: UnsafeMutableRawPointer?) {
        self.init(taking: error?.assumingMemoryBound(to: GError.self))
    }

    /// The error's code in GStreamer's resource domain (`GstResourceError`); `nil` for errors of other domains.
    package var resource: ResourceError? {
        domain == "gst-resource-error-quark" ? ResourceError(rawValue: code) : nil
    }
}

/// The error codes of GStreamer's resource domain (`GstResourceError`), such as a busy device or a full disk.
package enum ResourceError: Int, Sendable {
    case failed = 1
    case tooLazy, notFound, busy, openRead, openWrite, openReadWrite, close, read, write, seek, sync, settings,
        noSpaceLeft
    case notAuthorized
}

extension String {
    /// Copies a C string that GLib has allocated, and frees the original with `g_free`; empty for `nil`.
    init(taking text: UnsafeMutablePointer<CChar>?) {
        self = text.map { String(cString: $0) } ?? ""
        g_free(text)
    }
}

/// The fundamental types of GObject, whose macros Swift does not import.
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
