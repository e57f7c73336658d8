/// The settings of the `publish` section: the service to which finished sessions can be sent from the HTTP interface
/// and the web page.
package struct Publish: Sendable, Equatable {
    /// The setting `to`: the service to which sessions can be sent; `nil` if there is none.
    package var to: PublishingDestination?
    /// The setting `user`: the user's name at the publishing service.
    package var user: String?
    /// The setting `password-file`: the path of a file whose first line is the password; `nil` (`off`) if the password
    /// comes from an environment variable.
    package var passwordFile: String?
    /// The setting `bandwidth`: the maximum bitrate of an upload; `nil` for no limit.
    package var bandwidth: Bitrate?

    package init() {}
}

/// The address of a publishing service: `opencast:https://HOST` or `peertube:https://HOST`.
package struct PublishingDestination: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case opencast, peertube

        /// The name of the publishing service, as spelt by its makers.
        package var name: String {
            switch self {
            case .opencast: "Opencast"
            case .peertube: "PeerTube"
            }
        }
    }

    package var kind: Kind
    /// The address of the service without a trailing slash: `https://tube.example.org`.
    package var address: String

    /// The destination as written in the pipeline file and stored in sessions.
    package var text: String { "\(kind.rawValue):\(address)" }

    private static let example =
        "write it as in opencast:https://opencast.example.org or peertube:https://tube.example.org"

    package init(parsing text: String) throws(Refusal) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let kind = parts.first.flatMap(Kind.init), text.printable == text else {
            throw Refusal("'\(text.printable.prefix(200))' is not a service", hint: Self.example)
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

    /// Splits an address into its scheme and the text that follows.
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
        throw Refusal("'\(address.prefix(200))' is not a web address", hint: example)
    }

    /// Returns the host from a text such as `tube.example.org:8443`; empty if the text is not a host with an optional
    /// port.
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
            // The password itself is refused, because pipeline files are copied into every session's folder.
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
