/// The `publish` section: the service to which somebody may have finished sessions handed over by HTTP and the page.
package struct Publish: Sendable, Equatable {
    /// `to`; `nil`: off, nothing is handed over so.
    package var to: PublishingDestination?
    /// `user`: as whom.
    package var user: String?
    /// `password-file`: the file whose first line is the password; `nil` (`off`): it is in the environment.
    package var passwordFile: String?
    /// `bandwidth`: at most so much; `nil`: off, as much as there is.
    package var bandwidth: Bitrate?

    package init() {}
}

/// `opencast:https://HOST` or `peertube:https://HOST`
package struct PublishingDestination: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case opencast, peertube

        /// As it calls itself.
        package var name: String {
            switch self {
            case .opencast: "Opencast"
            case .peertube: "PeerTube"
            }
        }
    }

    package var kind: Kind
    /// Without a slash at its end: `https://tube.example.org`.
    package var address: String

    /// As it is written, and kept.
    package var text: String { "\(kind.rawValue):\(address)" }

    private static let example =
        "write it as in opencast:https://opencast.example.org or peertube:https://tube.example.org"

    package init(parsing text: String) throws(Refusal) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let kind = parts.first.flatMap(Kind.init), text.printable == text else {
            throw Refusal("'\(text.printable.prefix(200))' is no service", hint: Self.example)
        }
        let (scheme, rest) = try Self.split(parts[1])
        let host = Self.host(of: rest.prefix { $0 != "/" })
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        let isLocal =
            ["localhost", "[::1]"].contains(host)
            || (numbers.count == 4 && numbers.allSatisfy { $0 != nil }
                && numbers[0] == 127)
        guard scheme == "https" || isLocal else {
            throw Refusal(
                "'\(text)' would send the password and the recording for everybody to read",
                hint: "write https; http is for this machine alone (127.0.0.1, localhost, [::1])")
        }
        var plain = rest
        while plain.hasSuffix("/") { plain.removeLast() }
        (self.kind, address) = (kind, "\(scheme)://\(plain)")
    }

    /// Returns the scheme, and what stands behind it.
    private static func split(_ address: String) throws(Refusal) -> (scheme: String, rest: String) {
        for scheme in ["https", "http"] where address.lowercased().hasPrefix(scheme + "://") {
            let rest = String(address.dropFirst(scheme.count + 3))
            guard !rest.contains("@") else {
                throw Refusal(
                    "the address holds a user or a password, which everybody on this machine can read",
                    hint: "give user and password by keys and options of their own")
            }
            let isPlain = rest.utf8.allSatisfy { byte in
                (0x21...0x7E).contains(byte) && !Array("?#\"'<>\\^`{|}".utf8).contains(byte)
            }
            guard isPlain, !host(of: rest.prefix { $0 != "/" }).isEmpty else { break }
            return (scheme, rest)
        }
        throw Refusal("'\(address.prefix(200))' is no web address", hint: example)
    }

    /// The host of `tube.example.org:8443`; empty for what is none.
    private static func host(of authority: Substring) -> String {
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]").map(authority.index(after:)) : nil
        let host = authority[..<(end ?? authority.firstIndex(of: ":") ?? authority.endIndex)]
        let port = authority[host.endIndex...]
        let isPort = port.isEmpty || (port.hasPrefix(":") && (UInt16(port.dropFirst()).map { $0 > 0 } ?? false))
        return isPort ? host.lowercased() : ""
    }
}

extension Reader<Publish> {
    static var publish: Reader {
        .section(Publish()) { publish, section in
            section.read("to", into: &publish.to, .destination, or: "off")
            section.read("user", into: &publish.user, .words, or: "off")
            // A password itself stands in no pipeline file, which is copied into every session's folder.
            section.read("password-file", into: &publish.passwordFile, .path, or: "off")
            section.read("bandwidth", into: &publish.bandwidth, .quantity, or: "off")
            if publish.to != nil, publish.user == nil {
                section.refuse(
                    "to", because: Refusal("it is not said as whom", hint: "write publish.user beside it"))
            }
        }
    }
}

extension Reader<PublishingDestination> {
    fileprivate static var destination: Reader {
        .text(as: .text) { (text, _) throws(Refusal) in try PublishingDestination(parsing: text) }
    }
}
