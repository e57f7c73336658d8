internal import CGStreamer

/// Dates of HTTP (RFC 9110, section 5.6.7).
enum WebDate {
    /// `Sun, 06 Nov 1994 08:49:37 GMT`; `nil` for a time that has no such text.
    static func text(_ seconds: Int64) -> String? {
        guard let date = g_date_time_new_from_unix_utc(gint64(seconds)) else { return nil }
        defer { g_date_time_unref(date) }
        guard let text = soup_date_time_to_string(date, .http) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// The Unix time in seconds; `nil` for what is no date.
    static func seconds(_ text: String) -> Int64? {
        guard let date = soup_date_time_new_from_http_string(text) else { return nil }
        defer { g_date_time_unref(date) }
        return Int64(g_date_time_to_unix(date))
    }
}
