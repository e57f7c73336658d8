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
    /// The action of a key.
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
