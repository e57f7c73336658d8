internal import Glibc

/// Follows the bytes that a client sends from head to head, and judges each head's lines.
///
/// libsoup leaves a line out that is no field (`soup_headers_parse`: "Bad header; just ignore this line"), and hands out what it
/// has understood alone. A proxy in front that reads `Content-Length : 5` as a length would take the body for a body, libsoup for
/// the next request.
struct RequestHeads {
    private enum Place {
        /// Before a request's first byte, or in its first line.
        case request
        /// In a line of the head behind that.
        case fields
        /// In a body of which so many bytes are to come.
        case body(UInt)
        /// In the line of a chunk's size, in a chunk of which so many bytes are to come, in the line end behind it, and in the lines behind
        /// the last chunk.
        case size
        case chunk(UInt)
        case chunkEnd
        case trailer
        /// Behind a head after which it is not known where the next one begins.
        case unknown
    }

    private var place = Place.request
    private var line: [UInt8] = []
    private var isClear = true
    /// The byte before was a carriage return, which ends no line by itself.
    private var isReturning = false
    /// The length of the body, as the head says so far.
    private var length: UInt = 0
    private var hasLength = true
    private var isChunked = false
    /// The bytes of the head so far.
    private var headLength = 0
    /// The verdicts on heads that were read to their end, the first one first.
    private var verdicts: [Bool] = []
    /// The fault in what follows the last of these heads; `nil`: none so far.
    private(set) var fault: Fault?
    /// The bytes of the chunks that were announced for the body behind it.
    private(set) var announced: UInt = 0

    enum Fault: Sendable, Equatable {
        /// A chunk of the body is not as it should be.
        case chunk
        /// A head has no end.
        case endlessHead
    }

    /// The status of the answer to a head that is not taken. libsoup refuses heads from some length on itself, with 431, too: another
    /// length in each version.
    var status: Int { fault == .endlessHead ? 431 : 400 }

    /// A longer line is not judged to its end: it is no length.
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

    /// Takes the rest of a line, or as much of it as there is; returns the number of bytes. Lines of 100 kB are passed over as a whole: one
    /// thread serves all clients.
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

    /// Returns true where every line of the next head is a field with a name. Without a whole head it returns false.
    mutating func nextVerdict() -> Bool { verdicts.isEmpty ? false : verdicts.removeFirst() }

    /// True where every head that was read to its end was judged: what is read now belongs to the newest of them.
    var isJudged: Bool { verdicts.isEmpty }

    /// No further head comes.
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
        // Empty lines may stand before a request (RFC 9112, 2.2).
        case .request: place = line.isEmpty ? .request : .fields
        case .body, .chunk, .unknown: break
        }
    }

    /// Ends the line of a chunk's size: hexadecimal digits, and behind them maybe an extension (RFC 9112, 7.1). libsoup takes whatever
    /// strtoul(3) does.
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

    /// Judges a line of a chunked body of which only a part has come.
    private mutating func judgePart() {
        switch place {
        case .size where line.count >= Self.longest: fail(.chunk)
        case .chunkEnd where line.count > 1: fail(.chunk)
        default: break
        }
    }

    /// A chunk of 268 MB has seven digits.
    private static let mostDigits = 12

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        let scalar = Unicode.Scalar(byte)
        return ("0"..."9").contains(scalar) || ("a"..."f").contains(scalar) || ("A"..."F").contains(scalar)
    }

    private mutating func judge() {
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        // A line that goes on with the one before begins with a blank, and has no name either.
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

    /// True where the next head cannot be followed: the connection ends with this request's answer.
    var isLost: Bool {
        switch place {
        case .request, .fields, .body: false
        case .size, .chunk, .chunkEnd, .trailer, .unknown: true
        }
    }

    /// A character of a token (RFC 9110, 5.6.2).
    private static func isOfName(_ byte: UInt8) -> Bool {
        let scalar = Unicode.Scalar(byte)
        return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
            || "!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar)
    }

    private static let feed = UInt8(ascii: "\n")
    private static let carriage = UInt8(ascii: "\r")
}
