internal import CGStreamer

/// A source of a response's content, which is read piece by piece while it is being sent.
package protocol WebSource: AnyObject, Sendable {
    /// The length of the content in bytes.
    var length: Int64 { get }

    /// Returns `count` bytes of the content from `offset` on. Returns fewer bytes, or `nil`, if the content has
    /// changed; the connection then ends, so that the client knows that the content is incomplete. The next call is
    /// made only after this one has returned.
    func bytes(at offset: Int64, count: Int) async -> [UInt8]?
}

/// The part of a content source that is sent as the body of a response.
package struct WebContent: Sendable, Equatable {
    package let source: any WebSource
    var range: Range<Int64>

    /// Creates the content from a part of a source; `nil` for the whole source.
    package init(_ source: any WebSource, range: Range<Int64>? = nil) {
        (self.source, self.range) = (source, range ?? 0..<max(0, source.length))
    }

    package static func == (one: WebContent, other: WebContent) -> Bool {
        one.source === other.source && one.range == other.range
    }
}

extension WebResponse {
    /// Creates the response to a GET or HEAD request for a content source. Obeys the request's conditions, such as
    /// If-None-Match, and its range (RFC 9110, sections 13 and 14).
    ///
    /// - Parameters:
    ///   - type: the media type of the source's content.
    ///   - fields: header fields in addition to those for conditional and range requests.
    package init(
        _ source: any WebSource, type: String, _ validators: WebValidators, to head: WebHead, fields: [WebField] = []
    ) {
        let length = max(0, source.length)
        let known = fields + validators.fields + [WebField("Accept-Ranges", "bytes")]
        switch WebSelection.of(head, validators, length: length) {
        case .whole: self.init(200, type: type, fields: known, content: WebContent(source))
        case .part(let range):
            let place = WebField("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)")
            self.init(206, type: type, fields: known + [place], content: WebContent(source, range: range))
        case .unchanged: self.init(304, type: type, fields: known, body: [])
        case .failed: self.init(412, type: type, fields: known, body: [])
        case .unsatisfiable:
            self.init(416, type: type, fields: known + [WebField("Content-Range", "bytes */\(length)")], body: [])
        }
    }
}

/// The validators of a resource, with which a client can check whether its copy is current (RFC 9110, section 8.8).
package struct WebValidators: Sendable, Equatable {
    /// The strong entity tag of the resource, without quotes.
    package var tag: String
    /// The Unix time at which the resource last changed, in seconds; `nil` if unknown.
    package var modified: Int64?

    package init(tag: String, modified: Int64? = nil) { (self.tag, self.modified) = (tag, modified) }

    fileprivate var fields: [WebField] {
        let date = modified.flatMap(WebDate.text)
        return [WebField("ETag", "\"\(tag)\"")] + (date.map { [WebField("Last-Modified", $0)] } ?? [])
    }
}

/// The result of evaluating a request's conditions and range: which part of a resource to send, or why none is sent.
enum WebSelection: Equatable {
    case whole
    case part(Range<Int64>)
    /// The client already has the current content, so no content is sent.
    case unchanged
    /// The resource does not meet the request's conditions, so the request is rejected.
    case failed
    /// The requested range contains no bytes of the content, for example because it begins after the content's end.
    case unsatisfiable

    /// Evaluates the request's conditions in the order of RFC 9110, section 13.2.2, and then its range. A request for
    /// several ranges selects the whole content, because servers need not support several ranges.
    static func of(_ head: WebHead, _ validators: WebValidators, length: Int64) -> WebSelection {
        if let asked = head.tags("if-match") {
            guard asked.contains(validators.tag, isWeak: false) else { return .failed }
        } else if let date = head.date("if-unmodified-since"), let modified = validators.modified, modified > date {
            return .failed
        }
        if let known = head.tags("if-none-match") {
            if known.contains(validators.tag, isWeak: true) { return .unchanged }
        } else if let date = head.date("if-modified-since"), let modified = validators.modified, modified <= date {
            return .unchanged
        }
        guard head.method == "GET", head.isStillMeant(validators), let range = ByteRange(head.values(of: "range"))
        else { return .whole }
        return range.within(length).map { .part($0) } ?? .unsatisfiable
    }
}

extension WebHead {
    /// Returns the entity tags in the request's header field `name`, such as If-Match; `nil` if the request does not
    /// have this field.
    fileprivate func tags(_ name: String) -> EntityTags? {
        let values = values(of: name)
        return values.isEmpty ? nil : EntityTags(values.joined(separator: ","))
    }

    /// Returns the date in the request's header field `name` as Unix time in seconds; `nil` if the field is missing or
    /// not a date.
    fileprivate func date(_ name: String) -> Int64? {
        let values = values(of: name)
        return values.count == 1 ? WebDate.seconds(values[0]) : nil
    }

    /// Returns true if the condition If-Range allows the requested range, because the content has not changed.
    fileprivate func isStillMeant(_ validators: WebValidators) -> Bool {
        let values = values(of: "if-range")
        guard let value = values.first else { return true }
        guard values.count == 1 else { return false }
        if let date = WebDate.seconds(value) { return validators.modified == date }
        return value == "\"\(validators.tag)\""
    }
}

/// A list of entity tags in a condition of a request, or `*` for any tag.
private struct EntityTags {
    private var isAny = false
    private var tags: [(text: Substring, isWeak: Bool)] = []

    init(_ value: String) {
        var rest = value.drop { $0 == " " }
        isAny = rest.prefix { $0 != " " } == "*"
        while let quote = rest.firstIndex(of: "\"") {
            let isWeak = rest[..<quote].hasSuffix("W/")
            rest = rest[rest.index(after: quote)...]
            guard let end = rest.firstIndex(of: "\"") else { return }
            tags.append((rest[..<end], isWeak))
            rest = rest[rest.index(after: end)...]
        }
    }

    /// Returns true if the list contains an entity tag.
    /// - Parameter isWeak: true to also match weak tags in the list.
    func contains(_ tag: String, isWeak: Bool) -> Bool {
        isAny || tags.contains { $0.text == tag && (isWeak || !$0.isWeak) }
    }
}

/// The single byte range that a request selects (RFC 9110, section 14.1.2).
private enum ByteRange {
    case from(Int64, through: Int64)
    case last(Int64)

    /// Parses a Range header field. Returns `nil` if it is missing or invalid, has several ranges, or uses units other
    /// than bytes. In all these cases, the field is ignored.
    init?(_ values: [String]) {
        guard values.count == 1, let equals = values[0].firstIndex(of: "="),
            values[0][..<equals].lowercased() == "bytes"
        else { return nil }
        let words = values[0][values[0].index(after: equals)...].filter { $0 != " " && $0 != "\t" }
            .split(separator: "-", omittingEmptySubsequences: false)
        guard words.count == 2, words.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else { return nil }
        // A number that is too large for `Int64` means the end of the content.
        let numbers = words.map { $0.isEmpty ? nil : Int64($0) ?? .max }
        switch (numbers[0], numbers[1]) {
        case (let first?, let last?) where first <= last: self = .from(first, through: last)
        case (let first?, nil): self = .from(first, through: .max)
        case (nil, let count?): self = .last(count)
        default: return nil
        }
    }

    /// Returns the part of the range within content of `length` bytes; `nil` if it is empty.
    func within(_ length: Int64) -> Range<Int64>? {
        let range =
            switch self {
            case .from(let first, let last): min(first, length)..<max(min(first, length), min(last, length - 1) + 1)
            case .last(let count): (length - min(count, length))..<length
            }
        return range.isEmpty ? nil : range
    }
}

/// The date format of HTTP (RFC 9110, section 5.6.7).
enum WebDate {
    /// Returns a Unix time as text such as `Sun, 06 Nov 1994 08:49:37 GMT`; `nil` for a time that cannot be written in
    /// this format.
    static func text(_ seconds: Int64) -> String? {
        guard let date = g_date_time_new_from_unix_utc(gint64(seconds)) else { return nil }
        defer { g_date_time_unref(date) }
        guard let text = soup_date_time_to_string(date, .http) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Returns the Unix time of a date in HTTP's format, in seconds; `nil` for text that is not a date.
    static func seconds(_ text: String) -> Int64? {
        guard let date = soup_date_time_new_from_http_string(text) else { return nil }
        defer { g_date_time_unref(date) }
        return Int64(g_date_time_to_unix(date))
    }
}
