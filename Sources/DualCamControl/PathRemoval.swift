import DualCamSession
import Soup

/// A filter that removes this machine's absolute paths from answers to viewers and to people with a link to one
/// session. A path below a known folder is shortened to the part within it. Of any other path, the last name remains.
struct PathRemoval: Sendable {
    /// The recording directories, the longest path first.
    private let folders: [[UInt8]]

    init(_ folders: [String] = []) {
        let longer = { (one: [UInt8], other: [UInt8]) in one.count > other.count }
        self.folders = folders.filter { $0.hasPrefix("/") && $0 != "/" }.map { Array($0.utf8) }.sorted(by: longer)
    }

    /// The keys of object members whose whole value is a path, which may contain blanks.
    private static let pathKeys: Set = ["folder", "directory", "path", "file", "socket", "token-file", "certificate"]
    /// The interface's own paths, which reveal nothing of the machine.
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

    /// Returns a line of JSON without paths.
    func line(_ line: String) -> String {
        guard line.utf8.contains(Self.slash), let value = JSONValue(ifJSON: line) else { return line }
        return json(value).line
    }

    /// Returns a text, such as a message or a YAML file, in which each path is replaced by its name.
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
    /// The bytes that delimit a path without quotes.
    private static let limits = Set(" \t\r\n'\"`()[]{}<>=,;|".utf8)

    /// The bytes that cannot be in a web address.
    private static let ends = Set(" \t\r\n'\"`<>|".utf8)

    /// Returns the index after a web address such as `https://...`; `nil` if none begins here. `file://` leads to a
    /// path of this machine and is not skipped.
    private static func endOfAddress(in bytes: [UInt8], at start: Int) -> Int? {
        let rest = bytes[start...]
        guard rest.starts(with: "://".utf8), !bytes[..<start].reversed().starts(with: "elif".utf8) else { return nil }
        return rest.firstIndex(where: ends.contains) ?? bytes.count
    }

    /// Returns the index after the path that begins here; `nil` if none does.
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
        // Below a known folder, a name without quotes may contain blanks, but its end cannot be determined then.
        let known = folders.first { rest.starts(with: $0) }.map(\.count) ?? 0
        let tail = bytes[(start + known)...]
        if let before, Self.quotes.contains(before), let end = Self.closing(before, in: tail) { return end }
        return tail.firstIndex(where: Self.limits.contains) ?? bytes.count
    }

    /// Returns the index of the closing quote, which is not followed by a letter.
    private static func closing(_ quote: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.indices.first { index in
            guard bytes[index] == quote else { return false }
            let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0x20
            return !UnicodeScalar(next).properties.isAlphabetic && next < 0x80
        }
    }

    /// Returns the path within a known folder, or else its last name.
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

    /// Returns the response for clients that may not learn where files are. Media files are not changed.
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
