/// The `control` section: by which endpoints a recording is directed while it runs.
package struct Control: Sendable, Equatable {
    /// `socket`: the Unix socket of the command line.
    package var socket = true
    /// `listen`: HTTP and WebSocket over TCP; `nil`: off.
    package var listen: ListenAddress?
    /// `token`: what clients must show over TCP.
    package var token = TokenRule.on
    /// `viewers`: a second token lets clients look, and change nothing.
    package var viewers = false
    package var tls = TransportSecurity.auto
    /// `origins`: web pages that may direct the recording besides its own, as `https://studio.example:8443`.
    package var origins: [String] = []
    /// `files`: folders in which commands may name files, beside the pipeline file's own; absolute.
    package var files: [String] = []
    /// `media-keys`: a media player on the session bus, where there is one.
    package var mediaKeys = true
    /// `keys`: of an input device; `nil`: off.
    package var keys: KeyDevice?
    /// `remember`: whether what is set while it runs holds for later recordings of the same pipeline file, too.
    package var remember = true
}

/// An input device whose keys direct the recording.
package struct KeyDevice: Sendable, Equatable {
    package enum Action: String, Sendable, Equatable, CaseIterable {
        /// Begin a take, or go on after a pause.
        case record
        case pause
        /// Begin, pause and go on.
        case playPause = "play-pause"
        case stop, mark, swap, split
    }

    /// Absolute: `/dev/input/by-id/...`.
    package var device = ""
    /// The kernel's names of keys: `KEY_RECORD`.
    package var names: [Action: String] = [:]
}

/// `token`: what clients must show over TCP.
package enum TokenRule: Sendable, Equatable {
    /// A token made once for this user.
    case on
    /// Clients show nothing. On loopback only.
    case off
    /// The first line of the file at this absolute path.
    case file(String)
}

/// An address where TCP connections are taken.
package struct ListenAddress: Sendable, Hashable {
    /// An IPv4 or IPv6 address, without brackets.
    package var address: String
    /// 0: any that is free.
    package var port: UInt16

    package init(_ address: String = "127.0.0.1", port: UInt16) { (self.address, self.port) = (address, port) }

    /// Nobody on another machine can reach it.
    package var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }
}

/// `tls`: whether TCP connections are encrypted, and what the server shows.
package enum TransportSecurity: Sendable, Equatable {
    /// TLS with a certificate made on request, where `listen` is not loopback.
    case auto
    case off
    /// TLS with a certificate made on request.
    case on
    /// Paths of PEM files.
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
    /// `on`, `off`, or a file: a token itself stands in no pipeline file, which is copied into every session's folder.
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
    /// A folder that is there.
    fileprivate static var folder: Reader {
        .text(as: .path(.init())) { (text, variables) throws(Refusal) in
            let path = try variables.path(try String.checked(text))
            if let problem = variables.context.folderProblem(path) { throw problem }
            return path
        }
    }

    /// `https://studio.example:8443`, as browsers write it: in small letters and without a path.
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
    /// `auto`, `off`, `on`, or `{certificate: PATH, key: PATH}`.
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
    /// `PORT`, `ADDRESS:PORT` or `[ADDRESS]:PORT`.
    fileprivate static var listenAddress: Reader {
        let notation = SettingShape.Notation(pattern: "(.+:)?[0-9]{1,5}", example: "127.0.0.1:8080")
        return .text(as: .choice([.whole(0...65_535), .written(notation)]), ListenAddress.init(parsing:))
    }
}

extension ListenAddress {
    /// `8080` (on 127.0.0.1), `0.0.0.0:8080`, `[::1]:8080`. Throws what is wrong with the text.
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
