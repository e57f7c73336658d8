internal import Dispatch
public import DualCamConfig
public import DualCamSession
internal import GStreamer
internal import Glibc
internal import Soup

/// What doors need to know of the place they are in.
public struct DoorPlaces: Sendable {
    /// `$XDG_RUNTIME_DIR`; `nil`: it is not set.
    public var runtime: String?
    /// Where this user's token and certificates are kept: `$XDG_STATE_HOME/dualcam/control`.
    public var state: String
    /// This machine's name.
    public var host: String
    /// The process by which the recording is known.
    public var process: Int32

    public init(runtime: String?, state: String, host: String, process: Int32) {
        (self.runtime, self.state, self.host, self.process) = (runtime, state, host, process)
    }
}

/// All doors to one desk.
public struct ControlDoors: Sendable {
    /// The path of the Unix socket; `nil`: there is none.
    public private(set) var socket: String?
    /// `https://192.168.1.5:8443`; `nil`: there is no TCP door.
    public private(set) var url: String?
    /// The file that holds the token clients must show at `url`.
    public private(set) var tokenFile: String?
    /// The certificate that `url` shows, where it is self-signed.
    public private(set) var certificateFile: String?
    /// Doors that could not be opened.
    public private(set) var failures: [DoorFailure] = []

    private let desk: any ControlDesk
    private let places: DoorPlaces
    private let thread = GLibThread(named: "dualcam-doors")
    private let snapshots = SnapshotGate()
    private var servers: [WebServer] = []
    private var telling: Task<Void, Never>?

    /// Opens what `control` asks for.
    ///
    /// - Parameter name: `name` of the pipeline file.
    public static func open(
        _ control: Control, to desk: any ControlDesk, name: String, _ places: DoorPlaces
    ) async -> ControlDoors {
        var doors = ControlDoors(desk, places)
        if control.socket {
            do throws(DoorFailure) { try await doors.openSocket(name) } catch { doors.failures.append(error) }
        }
        if let listen = control.listen {
            do throws(DoorFailure) { try await doors.openPort(listen, control) } catch { doors.failures.append(error) }
        }
        await doors.tell()
        return doors
    }

    private init(_ desk: any ControlDesk, _ places: DoorPlaces) { (self.desk, self.places) = (desk, places) }

    /// Hands on what the desk has told so far, cuts all connections and takes the socket away.
    public func close() async {
        // A stream that is cancelled still has what came before.
        telling?.cancel()
        await telling?.value
        for server in servers { await server.close() }
        if let socket { unlink(socket) }
    }

    private mutating func openSocket(_ name: String) async throws(DoorFailure) {
        let places = places
        let place = try await Self.blocking { () throws(DoorFailure) in
            try SocketPlace(runtime: places.runtime, name: name, process: places.process)
        }
        var rules = AccessRules()
        rules.isPrivate = true
        _ = try await serve(.socket(path: place.path), rules, nil)
        socket = place.path
    }

    private mutating func openPort(_ listen: ListenAddress, _ control: Control) async throws(DoorFailure) {
        var rules = AccessRules()
        let host = places.host.lowercased()
        rules.hosts = host.isEmpty ? [] : [host, host + ".local"]
        rules.origins = Set(control.origins)
        let (places, token) = (places, control.token)
        if token != nil || !listen.isLoopback {
            let read = try await Self.blocking { () throws(DoorFailure) in
                try AccessToken.read(token, state: places.state)
            }
            (rules.token, tokenFile) = (read.token, read.path)
        }
        let certificate = try await certificate(control.tls, listen)
        rules.isEncrypted = certificate != nil
        let port = try await serve(.tcp(address: listen.address, port: listen.port), rules, certificate)
        let address = listen.address.contains(":") ? "[\(listen.address)]" : listen.address
        url = "\(rules.isEncrypted ? "https" : "http")://\(address):\(port)"
    }

    private mutating func certificate(
        _ security: TransportSecurity, _ listen: ListenAddress
    ) async throws(DoorFailure) -> ServerCertificate? {
        let paths: (certificate: String, key: String)
        switch security {
        case .off: return nil
        case .auto where listen.isLoopback: return nil
        case .files(let certificate, let key): paths = (certificate, key)
        case .auto, .on:
            let places = places
            let made = try await Self.blocking { () throws(DoorFailure) in
                try SelfSigned(for: listen.address, host: places.host, in: places.state)
            }
            paths = (made.certificate, made.key)
            certificateFile = made.certificate
        }
        do throws(LibraryError) {
            return try ServerCertificate(certificate: paths.certificate, key: paths.key)
        } catch {
            throw DoorFailure(
                "the certificate '\(paths.certificate)' with the key '\(paths.key)' cannot be used: \(error.message)",
                advice: "Both must be PEM files, and belong together; GLib needs its package glib-networking for TLS.")
        }
    }

    private mutating func serve(
        _ place: ListeningPlace, _ rules: AccessRules, _ certificate: ServerCertificate?
    ) async throws(DoorFailure) -> UInt16 {
        do throws(LibraryError) {
            let server = try WebServer(
                ControlDoor(desk, rules, snapshots: snapshots), on: thread, socketPath: "/api/v1/events",
                socketProtocol: AccessRules.socketProtocol, certificate: certificate)
            let port = try await server.open(place)
            servers.append(server)
            return port
        } catch {
            throw DoorFailure(
                "control cannot listen at \(place.text): \(error.message)",
                advice: "Choose another address or port for control.listen.")
        }
    }

    /// Hands on what the desk tells.
    private mutating func tell() async {
        guard !servers.isEmpty else { return }
        let news = await desk.news()
        telling = Task { [servers] in
            for await item in news {
                let line = item.line
                for server in servers { await server.broadcast(line) }
            }
        }
    }

    /// Runs what blocks on a thread of its own.
    private static func blocking<Value: Sendable>(
        _ work: @escaping @Sendable () throws(DoorFailure) -> Value
    ) async throws(DoorFailure) -> Value {
        let result: Result<Value, DoorFailure> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                do throws(DoorFailure) {
                    continuation.resume(returning: .success(try work()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }
}

extension ListeningPlace {
    fileprivate var text: String {
        switch self {
        case .socket(let path): "'\(path)'"
        case .tcp(let address, let port): address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
        }
    }
}
