internal import Glibc

/// A parser that finds the head of each HTTP request in the bytes that a client sends, and checks the head's lines.
///
/// libsoup ignores a line that is not a field (`soup_headers_parse`: "Bad header; just ignore this line"), and reports
/// only the fields that it has parsed. A proxy in front of this server may interpret `Content-Length : 5` as a length.
/// It would then treat bytes as a body that libsoup treats as the next request.
struct RequestHeads {
    private enum Place {
        /// The parser is before the first byte of a request, or in its first line.
        case request
        /// The parser is in the line of a header field.
        case fields
        /// The parser is in a body of known length, of which this many bytes are left.
        case body(UInt)
        /// The parser is in the line with a chunk's size, in a chunked body.
        case size
        /// The parser is in a chunk of a body, of which this many bytes are left.
        case chunk(UInt)
        /// The parser is in the line break after a chunk.
        case chunkEnd
        /// The parser is in the lines after the last chunk of a body.
        case trailer
        /// The parser cannot find further requests, because a head did not say where the body ends.
        case unknown
    }

    private var place = Place.request
    private var line: [UInt8] = []
    private var isClear = true
    /// True if the previous byte was a carriage return, which alone does not end a line.
    private var isReturning = false
    /// The length of the request's body in bytes, according to the head so far.
    private var length: UInt = 0
    private var hasLength = true
    private var isChunked = false
    /// The number of bytes of the current head that have been read so far.
    private var headLength = 0
    /// The results of checking complete heads, oldest first: true for a valid head. A result is removed when it is
    /// fetched.
    private var verdicts: [Bool] = []
    /// The first error found after the last complete head; `nil` if there is none so far.
    private(set) var fault: Fault?
    /// The total size, in bytes, of the chunks announced so far in the body after the last complete head.
    private(set) var announced: UInt = 0

    enum Fault: Sendable, Equatable {
        /// A chunk of a request's body is malformed.
        case chunk
        /// The head of a request is too long.
        case endlessHead
    }

    /// The HTTP status of the response to a request with an invalid head or chunk. libsoup itself also rejects long
    /// heads with 431, above a length that depends on its version.
    var status: Int { fault == .endlessHead ? 431 : 400 }

    /// The number of bytes at the beginning of each line that are examined. The field with a body's length is never
    /// longer.
    private static let longest = 256

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        while !rest.isEmpty {
            let taken: Int
            switch place {
            case .unknown: return
            case .body(let count):
                taken = Int(min(count, UInt(rest.count)))
                place = count == UInt(taken) ? .request : .body(count - UInt(taken))
            case .chunk(let count):
                taken = Int(min(count, UInt(rest.count)))
                place = count == UInt(taken) ? .chunkEnd : .chunk(count - UInt(taken))
            case .request, .fields:
                taken = consumeLine(from: rest)
                headLength += taken
                if headLength > WebLimits.longestHead, isInHead { fail(.endlessHead) }
            case .size, .chunkEnd, .trailer:
                taken = consumeLine(from: rest)
                judgePart()
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
        }
    }

    /// Consumes bytes up to and including the end of the current line, or all bytes if the line does not end in them.
    /// Returns the number of consumed bytes. Skips long lines as a whole, because one thread serves all clients.
    private mutating func consumeLine(from bytes: UnsafeRawBufferPointer) -> Int {
        let end = Self.place(of: Self.feed, in: bytes)
        let part = UnsafeRawBufferPointer(rebasing: bytes[..<(end ?? bytes.count)])
        if isReturning, !part.isEmpty { isClear = false }
        if let first = Self.place(of: Self.carriage, in: part), first < part.count - 1 { isClear = false }
        isReturning = end == nil && part.last == Self.carriage
        line.append(contentsOf: part.prefix(max(0, Self.longest - line.count)))
        guard let end else { return bytes.count }
        endLine()
        return end + 1
    }

    private static func place(of byte: UInt8, in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
        return UnsafeRawPointer(found) - start
    }

    private var isInHead: Bool {
        switch place {
        case .request, .fields: true
        default: false
        }
    }

    private mutating func fail(_ fault: Fault) { (self.fault, place) = (self.fault ?? fault, .unknown) }

    /// Removes and returns the result for the next complete head: true if every line of the head is a header field with
    /// a name. Also returns false if no complete head is left.
    mutating func nextVerdict() -> Bool { verdicts.isEmpty ? false : verdicts.removeFirst() }

    /// True if the results for all complete heads have been fetched with `nextVerdict`.
    var isJudged: Bool { verdicts.isEmpty }

    /// Stops parsing the client's bytes, because no further requests follow.
    mutating func stop() { place = .unknown }

    private mutating func endLine() {
        let isWhole = line.last == Self.carriage
        if isWhole { line.removeLast() }
        defer { line = [] }
        switch place {
        case .size: endSize(isWhole)
        case .chunkEnd: isWhole && line.isEmpty ? place = .size : fail(.chunk)
        case .trailer: if line.isEmpty { place = .unknown }
        case .fields where line.isEmpty: endHead()
        case .fields: judge()
        // Empty lines may precede a request (RFC 9112, 2.2).
        case .request: place = line.isEmpty ? .request : .fields
        case .body, .chunk, .unknown: break
        }
    }

    /// Parses the line with a chunk's size: hexadecimal digits and an optional extension (RFC 9112, 7.1). libsoup would
    /// accept anything that strtoul(3) accepts.
    private mutating func endSize(_ isWhole: Bool) {
        let digits = line.prefix { Self.isHexadecimal($0) }
        let rest = line[digits.count...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard isWhole, isClear, (1...Self.mostDigits).contains(digits.count),
            rest.isEmpty ? digits.count == line.count : rest.first == UInt8(ascii: ";"),
            let size = UInt(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return fail(.chunk) }
        announced += size
        place = size == 0 ? .trailer : .chunk(size)
    }

    /// Checks whether an incomplete line of a chunked body is already too long.
    private mutating func judgePart() {
        switch place {
        case .size where line.count >= Self.longest: fail(.chunk)
        case .chunkEnd where line.count > 1: fail(.chunk)
        default: break
        }
    }

    /// The maximum number of digits of a chunk's size. For comparison, seven digits can express a chunk of 268 MB.
    private static let mostDigits = 12

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        let scalar = Unicode.Scalar(byte)
        return ("0"..."9").contains(scalar) || ("a"..."f").contains(scalar) || ("A"..."F").contains(scalar)
    }

    private mutating func judge() {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        // A continuation line begins with a space, so it has no field name either.
        guard name.count < line.count, !name.isEmpty, name.allSatisfy(Self.isOfName) else {
            isClear = false
            return
        }
        switch String(decoding: name, as: UTF8.self).lowercased() {
        case "content-length":
            let value = line[(name.count + 1)...].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            let number = value.first.flatMap { UInt(String(decoding: $0, as: UTF8.self)) }
            hasLength = hasLength && length == 0 && value.count == 1 && number != nil
            length = number ?? 0
        case "transfer-encoding":
            let coding = String(decoding: line[(name.count + 1)...], as: UTF8.self).lowercased()
            isChunked = coding.split { $0 == " " || $0 == "\t" } == ["chunked"]
            hasLength = false
        default: break
        }
    }

    private mutating func endHead() {
        verdicts.append(isClear)
        place = hasLength ? (length == 0 ? .request : .body(length)) : isChunked ? .size : .unknown
        (isClear, length, hasLength, isChunked, headLength) = (true, 0, true, false, 0)
    }

    /// True if the parser cannot know where the next request begins, so that the connection must end after the current
    /// one.
    var isLost: Bool {
        switch place {
        case .request, .fields, .body: false
        case .size, .chunk, .chunkEnd, .trailer, .unknown: true
        }
    }

    /// Returns true if a byte may be part of a header field's name (RFC 9110, 5.6.2).
    private static func isOfName(_ byte: UInt8) -> Bool {
        let scalar = Unicode.Scalar(byte)
        return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
            || "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar)
    }

    private static let feed = UInt8(ascii: "\n")
    private static let carriage = UInt8(ascii: "\r")
}
