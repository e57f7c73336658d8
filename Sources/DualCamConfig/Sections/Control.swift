/// The settings of the `control` section: the interfaces through which a running recording is controlled.
package struct Control: Sendable, Equatable {
    /// The setting `socket`: whether dualcam listens on a Unix socket for commands from its own command line.
    package var socket = true
    /// The setting `listen`: the TCP address for HTTP and WebSocket; `nil` if dualcam does not listen on TCP.
    package var listen: ListenAddress?
    /// The setting `token`: the credentials that clients must present to connect over TCP.
    package var token = TokenRule.on
    /// The setting `viewers`: whether there is a second token that allows clients to watch but not to change anything.
    package var viewers = false
    package var tls = TransportSecurity.auto
    /// The setting `origins`: additional web origins whose pages may control the recording, such as
    /// `https://studio.example:8443`.
    package var origins: [String] = []
    /// The setting `files`: the absolute paths of folders from which commands may use files. The pipeline file's folder
    /// is always allowed.
    package var files: [String] = []
    /// The setting `media-keys`: whether dualcam registers the recording as a media player on the D-Bus session bus, so
    /// that media keys control it.
    package var mediaKeys = true
    /// The setting `keys`: the input device whose keys control the recording; `nil` if there is none.
    package var keys: KeyDevice?
    /// The setting `remember`: whether settings that were changed during a recording also apply to later recordings
    /// with the same pipeline file.
    package var remember = true
}

/// An input device, such as a keyboard, whose keys control the recording.
package struct KeyDevice: Sendable, Equatable {
    package enum Action: String, Sendable, Equatable, CaseIterable {
        /// The action that starts a take, or resumes it after a pause.
        case record
        case pause
        /// The action that starts, pauses or resumes a take, depending on its state.
        case playPause = "play-pause"
        case stop, mark, swap, split
    }

    /// The absolute path of the input device: `/dev/input/by-id/...`.
    package var device = ""
    /// The kernel's name of the key for each action, such as `KEY_RECORD`.
    package var names: [Action: String] = [:]
}

/// The setting `token`: how clients prove that they may connect over TCP.
package enum TokenRule: Sendable, Equatable {
    /// Clients need a token. dualcam generates it once for each user.
    case on
    /// Clients need no token. This is allowed only for loopback addresses.
    case off
    /// Clients need the token in the first line of the file at this absolute path.
    case file(String)
}

/// An address on which dualcam accepts TCP connections.
package struct ListenAddress: Sendable, Hashable {
    /// The IPv4 or IPv6 address, without brackets.
    package var address: String
    /// The port; 0 for any free port.
    package var port: UInt16

    package init(_ address: String = "127.0.0.1", port: UInt16) { (self.address, self.port) = (address, port) }

    /// True when the address is a loopback address, which other machines cannot reach.
    package var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }
}

/// The setting `tls`: whether TCP connections are encrypted, and the server's certificate.
package enum TransportSecurity: Sendable, Equatable {
    /// TCP connections use TLS with a generated certificate, unless `listen` is a loopback address.
    case auto
    case off
    /// TCP connections use TLS with a generated certificate.
    case on
    /// TCP connections use TLS with the certificate and the key in these PEM files.
    case files(certificate: String, key: String)
}

extension Reader<Control> {
    static var control: Reader {
        .section(Control()) { control, section in
            section.read("socket", into: &control.socket, .flag)
            section.read("listen", into: &control.listen, .listenAddress, or: "off")
            section.read("token", into: &control.token, .tokenRule)
            section.read("viewers", into: &control.viewers, .flag)
            section.read("tls", into: &control.tls, .transportSecurity)
            section.read("remember", into: &control.remember, .flag)
            section.read("origins", into: &control.origins, .list(of: .origin))
            section.read("files", into: &control.files, .list(of: .folder))
            section.read("media-keys", into: &control.mediaKeys, .flag)
            section.read("keys", into: &control.keys, .keyDevice, or: "off")
            if control.token == .off, let listen = control.listen, !listen.isLoopback {
                let message = "everybody who reaches \(listen.address) could direct the recording"
                section.refuse(
                    "token", beside: "listen", because: Refusal(message, hint: "leave it at on, or listen on 127.0.0.1")
                )
            }
            if control.tls == .off, let listen = control.listen, !listen.isLoopback {
                let message = "the token would be readable on its way to \(listen.address)"
                let hint = "leave it at auto, or listen on 127.0.0.1"
                section.refuse("tls", beside: "listen", because: Refusal(message, hint: hint))
            }
        }
    }
}

extension Reader<TokenRule> {
    /// A reader of the setting `token`: `on`, `off`, or the path of a file. It rejects the token itself, because
    /// pipeline files are copied into every session's folder.
    fileprivate static var tokenRule: Reader {
        .text(as: .choice([.words(["on", "off"]), .path(.init(isAbsolute: true))])) {
            (text, variables) throws(Refusal) in
            switch text {
            case "on": return .on
            case "off": return .off
            default: break
            }
            let path = try variables.openHome(try String.checked(text))
            guard path.hasPrefix("/") else {
                throw Refusal(
                    "\(quoted(text)) is not an absolute path",
                    hint: "put the token into a file of your own, name that, or on or off")
            }
            return .file(path)
        }
    }
}

extension Reader<String> {
    /// A reader of the path of an existing folder.
    fileprivate static var folder: Reader {
        .text(as: .path(.init())) { (text, variables) throws(Refusal) in
            let path = try variables.path(try String.checked(text))
            if let problem = variables.context.folderProblem(path) { throw problem }
            return path
        }
    }

    /// A reader of a web origin as browsers write it, in lowercase and without a path: `https://studio.example:8443`.
    fileprivate static var origin: Reader {
        .text(as: .written(.init(pattern: "https?://[a-z0-9.:\\[\\]-]+", example: "https://studio.example:8443"))) {
            (text) throws(Refusal) in
            let scheme = ["http://", "https://"].first { text.hasPrefix($0) }
            let host = text.dropFirst(scheme?.count ?? 0)
            guard scheme != nil, !host.isEmpty, host.utf8.allSatisfy(isPartOfHost) else {
                throw Refusal("\(quoted(text)) is not an origin", hint: "write it as in https://studio.example:8443")
            }
            return text
        }
    }

    private static func isPartOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: ".-:[]".utf8.contains(byte)
        }
    }
}

extension Reader<TransportSecurity> {
    /// A reader of the setting `tls`: `auto`, `off`, `on`, or `{certificate: PATH, key: PATH}`.
    fileprivate static var transportSecurity: Reader {
        let files = Reader<[String: String]>.certificate
        let section = Reader(shape: files.shape) { place, findings in
            files.read(place, &findings).flatMap { paths in
                guard let certificate = paths["certificate"], let key = paths["key"] else { return nil }
                return .files(certificate: certificate, key: key)
            }
        }
        return .section(section, orText: word)
    }

    private static var word: Reader {
        .text(as: .words(["auto", "off", "on"])) { (text) throws(Refusal) in
            let words: [String: TransportSecurity] = ["auto": .auto, "off": .off, "on": .on]
            return try words[text].orUnknown(
                text, kind: "value", among: ["auto", "off", "on", "{certificate: PATH, key: PATH}"])
        }
    }
}

extension Reader<[String: String]> {
    fileprivate static var certificate: Reader {
        .section([:]) { paths, section in
            for key in ["certificate", "key"] {
                section.read(key, into: &paths[key], .path)
                section.require(key, because: Refusal("is needed", hint: "name a PEM file"))
            }
        }
    }
}

extension Reader<ListenAddress> {
    /// A reader of a TCP address: `PORT`, `ADDRESS:PORT` or `[ADDRESS]:PORT`.
    fileprivate static var listenAddress: Reader {
        let notation = SettingShape.Notation(pattern: "(.+:)?[0-9]{1,5}", example: "127.0.0.1:8080")
        return .text(as: .choice([.whole(0...65_535), .written(notation)]), ListenAddress.init(parsing:))
    }
}

extension ListenAddress {
    /// Parses a TCP address: `8080` (on 127.0.0.1), `0.0.0.0:8080` or `[::1]:8080`. Throws a `Refusal` for any other
    /// text.
    init(parsing text: String) throws(Refusal) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let digits = parts.last, let port = UInt16(digits), !digits.hasPrefix("+") else {
            throw Refusal("\(quoted(text)) has no port", hint: "write it as in 8080 or 192.168.1.5:8080")
        }
        guard parts.count > 1 else {
            self.init(port: port)
            return
        }
        var address = String(text.dropLast(digits.count + 1))
        if address == "localhost" { address = "127.0.0.1" }
        let isBracketed = address.hasPrefix("[") && address.hasSuffix("]")
        if isBracketed { address = String(address.dropFirst().dropLast()) }
        guard isBracketed ? Self.isIPv6(address) : Self.isIPv4(address) else {
            throw Refusal(
                "\(quoted(String(text.dropLast(digits.count + 1)))) is not an address of this machine",
                hint: "write its IP address, as in 192.168.1.5:8080 or [::1]:8080")
        }
        self.init(address, port: port)
    }

    private static func isIPv4(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0).map(String.init) == String($0) }
    }

    private static func isIPv6(_ text: String) -> Bool {
        let halves = text.split(separator: "::", omittingEmptySubsequences: false)
        let groups = halves.flatMap { $0.split(separator: ":", omittingEmptySubsequences: false) }.filter {
            halves.count == 1 || !$0.isEmpty
        }
        let isWhole = halves.count == 1 ? groups.count == 8 : halves.count == 2 && groups.count < 8
        return isWhole && groups.allSatisfy { (1...4).contains($0.utf8.count) && $0.allSatisfy(\.isHexDigit) }
    }
}
