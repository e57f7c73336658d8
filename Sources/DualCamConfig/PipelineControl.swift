/// The `control` section: by which doors a recording is directed while it runs.
public struct Control: Sendable, Equatable {
    /// `socket`: the Unix socket of the command line.
    public var socket = true
    /// `listen`: HTTP and WebSocket over TCP; `nil`: off.
    public var listen: ListenAddress?
    /// `token`: the file whose first line clients must show over TCP; `nil` (`auto`): a token made once for this user, needed where
    /// `listen` is not loopback.
    public var token: String?
    public var tls = TransportSecurity.auto
    /// `origins`: web pages that may direct the recording besides its own, as `https://studio.example:8443`.
    public var origins: [String] = []
    /// `media-keys`: a media player on the session bus, where there is one.
    public var mediaKeys = true
    /// `keys`: of an input device; `nil`: off.
    public var keys: KeyDevice?
    /// `remember`: whether what is set while it runs holds for later recordings of the same pipeline file, too.
    public var remember = true

    public init() {}
}

/// An input device whose keys direct the recording.
public struct KeyDevice: Sendable, Equatable {
    /// What a key does.
    public enum Action: String, Sendable, Equatable, CaseIterable {
        /// Begin a take, or go on after a pause.
        case record
        case pause
        /// Begin, pause and go on.
        case playPause = "play-pause"
        case stop, mark, swap, split
    }

    /// Absolute: `/dev/input/by-id/...`.
    public var device = ""
    /// The kernel's names of keys: `KEY_RECORD`.
    public var names: [Action: String] = [:]

    public init() {}
}

/// Where TCP connections are taken.
public struct ListenAddress: Sendable, Hashable {
    /// An IPv4 or IPv6 address, without brackets.
    public var address: String
    /// 0: any that is free.
    public var port: UInt16

    public init(_ address: String = "127.0.0.1", port: UInt16) { (self.address, self.port) = (address, port) }

    /// Nobody on another machine can reach it.
    public var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }
}

/// `tls`: whether TCP connections are encrypted, and what the server shows.
public enum TransportSecurity: Sendable, Equatable {
    /// With a certificate made on request where `listen` is not loopback.
    case auto
    case off
    /// With a certificate made on request.
    case on
    /// Paths of PEM files.
    case files(certificate: String, key: String)
}
