import DualCamRecordings
import Soup

/// A filter that removes this machine's absolute paths from responses to viewers and to people with a link to one
/// session. A path below a known folder is shortened to the part below that folder. Any other path is shortened to its
/// last component.
struct PathRemoval: Sendable {
    /// The known folders, whose paths are removed from responses; the longest path first.
    private let folders: [[UInt8]]

    init(_ folders: [String] = []) {
        let longer = { (one: [UInt8], other: [UInt8]) in one.count > other.count }
        self.folders = folders.filter { $0.hasPrefix("/") && $0 != "/" }.map { Array($0.utf8) }.sorted(by: longer)
    }

    /// The keys of JSON members whose whole value is a path, which may contain spaces.
    private static let pathKeys: Set = ["folder", "directory", "path", "file", "socket", "token-file", "certificate"]
    /// The common prefix of the interface's own URL paths, which reveal nothing about the machine.
    private static let own = Array("/api/v1".utf8)

    func json(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(self.text(text))
        case .array(let values): .array(values.map(json))
        case .object(let members):
            .object(
                members.map { member in
                    guard Self.pathKeys.contains(member.key), let path = member.value.text, path.hasPrefix("/") else {
                        return .init(member.key, json(member.value))
                    }
                    return .init(member.key, .string(String(decoding: name(of: Array(path.utf8)[...]), as: UTF8.self)))
                })
        case .null, .bool, .integer, .decimal: value
        }
    }

    /// Returns a line of JSON text in which absolute paths are shortened.
    func line(_ line: String) -> String {
        guard line.utf8.contains(Self.slash), let value = JSONValue(ifJSON: line) else { return line }
        return json(value).line
    }

    /// Returns the text, such as a message or a YAML file, with each absolute path shortened.
    func text(_ text: String) -> String {
        guard text.utf8.contains(Self.slash) else { return text }
        let bytes = Array(text.utf8)
        var (told, next) = ([UInt8](), 0)
        while next < bytes.count {
            if let end = Self.endOfAddress(in: bytes, at: next) {
                told += bytes[next..<end]
                next = end
            } else if let end = end(ofPath: bytes, at: next) {
                told += name(of: bytes[next..<end])
                next = end
            } else {
                told.append(bytes[next])
                next += 1
            }
        }
        return String(decoding: told, as: UTF8.self)
    }

    // MARK: Paths

    private static let slash = UInt8(ascii: "/")
    private static let quotes = Set("'\"`".utf8)
    /// The bytes that terminate an unquoted path in text.
    private static let limits = Set(" \t\r\n'\"`()[]{}<>=,;|".utf8)

    /// The bytes that terminate a web address in text.
    private static let ends = Set(" \t\r\n'\"`<>|".utf8)

    /// Returns the index after the web address whose `://` begins at `start`; `nil` if there is none. Does not skip
    /// `file://` addresses, because they contain a path of this machine.
    private static func endOfAddress(in bytes: [UInt8], at start: Int) -> Int? {
        let rest = bytes[start...]
        guard rest.starts(with: "://".utf8), !bytes[..<start].reversed().starts(with: "elif".utf8) else { return nil }
        return rest.firstIndex(where: ends.contains) ?? bytes.count
    }

    /// Returns the index after the absolute path that begins at `start`; `nil` if no path begins there.
    private func end(ofPath bytes: [UInt8], at start: Int) -> Int? {
        guard bytes[start] == Self.slash, start + 1 < bytes.count, bytes[start + 1] != Self.slash,
            !Self.limits.contains(bytes[start + 1])
        else { return nil }
        let before = start > 0 ? bytes[start - 1] : nil
        guard before.map({ Self.limits.contains($0) || $0 == UInt8(ascii: ":") || $0 == Self.slash }) ?? true else {
            return nil
        }
        let rest = bytes[start...]
        if rest.starts(with: Self.own) { return nil }
        // Below a known folder, a name may contain blanks. Without quotes, its end then cannot be determined.
        let known = folders.first { rest.starts(with: $0) }.map(\.count) ?? 0
        let tail = bytes[(start + known)...]
        if let before, Self.quotes.contains(before), let end = Self.closing(before, in: tail) { return end }
        return tail.firstIndex(where: Self.limits.contains) ?? bytes.count
    }

    /// Returns the index of the closing quote: the first quote that is not followed by a letter.
    private static func closing(_ quote: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.first { index in
            guard bytes[index] == quote else { return false }
            let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0x20
            return !UnicodeScalar(next).properties.isAlphabetic && next < 0x80
        }
    }

    /// Returns the part of a path within a known folder, or otherwise its last component.
    private func name(of path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        for folder in folders where path.starts(with: folder) {
            let rest = path.dropFirst(folder.count)
            if rest.first == Self.slash, rest.count > 1 { return rest.dropFirst() }
        }
        let names = path.split(separator: Self.slash)
        return names.last ?? []
    }
}

extension WebResponse {
    private static let texts = ["application/json", "application/yaml", Self.metricsType]

    /// Returns a copy of the response in which absolute paths are shortened, for clients that must not see them. Media
    /// files are not changed.
    func without(_ paths: PathRemoval) -> WebResponse {
        guard Self.texts.contains(type), !body.isEmpty else { return self }
        var response = self
        let text = String(decoding: body, as: UTF8.self)
        if type == "application/json" {
            guard let value = JSONValue(ifJSON: text) else { return self }
            response.body = Array((paths.json(value).line + "\n").utf8)
        } else {
            response.body = Array(paths.text(text).utf8)
        }
        return response
    }
}
