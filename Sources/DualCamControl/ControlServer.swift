internal import Dispatch
package import DualCamConfig
package import DualCamSession
internal import GStreamer
internal import Glibc
internal import Soup

/// The folders, the host and the process that endpoints need to know.
package struct EndpointPlaces: Sendable {
    /// The folder of the socket, as `SocketFolders` tells it.
    package var sockets: String
    /// The folder of this user's token and certificates: `$XDG_STATE_HOME/dualcam/control`.
    package var state: String
    /// This machine's name.
    package var host: String
    /// The process by which the recording is known.
    package var process: Int32

    package init(sockets: String, state: String, host: String, process: Int32) {
        (self.sockets, self.state, self.host, self.process) = (sockets, state, host, process)
    }
}

/// All endpoints to one controller.
package struct ControlServer: Sendable {
    /// The path of the Unix socket; `nil`: there is none.
    package private(set) var socket: String?
    /// `https://192.168.1.5:8443`; `nil`: there is no TCP endpoint.
    package private(set) var url: String?
    /// The file that holds the token clients must show at `url`.
    package private(set) var tokenFile: String?
    /// The certificate that `url` shows, where it is self-signed.
    package private(set) var certificateFile: String?
    /// Endpoints that could not be opened.
    package private(set) var failures: [Refusal] = []
    /// Notes for people about the endpoints that are open.
    package private(set) var notes: [Refusal] = []
    /// The link that opens `url` in a browser, its token in the fragment, which browsers do not send: for this user's eyes alone.
    package private(set) var link: String?

    /// The link for those who only look; `nil`: nobody asked for it.
    package private(set) var viewerLink: String?

    private let controller: any SessionController
    private let places: EndpointPlaces
    private let metrics: MetricsSource
    private let library: Library?
    private let pipeline: PipelineAccess?
    private let thread = GLibThread(named: "dualcam-control")
    private let snapshots = SnapshotLimiter()
    private let previews: PreviewHub
    private let people = ConnectedPeople()
    private var servers: [WebServer] = []
    private var tasks: [Task<Void, Never>] = []

    /// Opens what `control` asks for.
    ///
    /// - Parameters:
    ///   - name: `name` of the pipeline file.
    ///   - library: The recorded sessions; `nil`: none are shown.
    ///   - pipeline: The pipeline file; `nil`: none is shown.
    ///   - metrics: Returns the figures for Prometheus.
    package static func open(
        _ control: Control, to controller: any SessionController, name: String, _ places: EndpointPlaces,
        library: Library? = nil, pipeline: PipelineAccess? = nil, metrics: @escaping MetricsSource = { "" }
    ) async -> ControlServer {
        var endpoints = ControlServer(controller, places, library, pipeline, metrics)
        // The socket tells what the port's link is.
        if let listen = control.listen {
            do throws(Refusal) { try await endpoints.openPort(listen, control) } catch {
                endpoints.failures.append(error)
            }
        }
        if control.socket {
            do throws(Refusal) { try await endpoints.openSocket(name) } catch {
                endpoints.failures.append(error)
            }
        }
        await endpoints.tell()
        return endpoints
    }

    private init(
        _ controller: any SessionController, _ places: EndpointPlaces, _ library: Library?,
        _ pipeline: PipelineAccess?, _ metrics: @escaping MetricsSource
    ) {
        (self.controller, self.places, self.metrics) = (controller, places, metrics)
        (self.library, self.pipeline) = (library, pipeline)
        previews = PreviewHub(controller)
    }

    /// Hands on what the controller has told so far, cuts all connections and takes the socket away.
    package func close() async {
        // A stream that is cancelled still has what came before.
        for task in tasks {
            task.cancel()
            await task.value
        }
        for server in servers { await server.close() }
        if let socket { unlink(socket) }
    }

    private mutating func openSocket(_ name: String) async throws(Refusal) {
        let places = places
        let place = try await Self.blocking { () throws(Refusal) in
            try SocketPlace(folder: places.sockets, name: name, process: places.process)
        }
        var rules = AccessRules()
        rules.isPrivate = true
        rules.pageLink = link ?? url.map { $0 + "/" }
        _ = try await serve(.socket(path: place.path), rules, nil)
        socket = place.path
    }

    private mutating func openPort(_ listen: ListenAddress, _ control: Control) async throws(Refusal) {
        var rules = AccessRules()
        let host = places.host.lowercased()
        rules.hosts = host.isEmpty ? [] : [host, host + ".local"]
        rules.origins = Set(control.origins)
        let (places, token) = (places, control.token)
        if token != .off {
            let read = try await Self.blocking { () throws(Refusal) in
                try AccessToken.read(token, state: places.state)
            }
            (rules.token, tokenFile) = (read.token, read.path)
        }
        rules.hasViewers = control.viewers
        let certificate = try await certificate(control.tls, listen)
        rules.isEncrypted = certificate != nil
        let port = try await serve(.tcp(address: listen.address, port: listen.port), rules, certificate)
        let address = listen.address.contains(":") ? "[\(listen.address)]" : listen.address
        let url = "\(rules.isEncrypted ? "https" : "http")://\(address):\(port)"
        self.url = url
        link = rules.token.map { url + AccessRules.path($0) }
        viewerLink = rules.token(for: .viewer).map { url + AccessRules.path($0) }
        if rules.token == nil {
            notes.append(
                Refusal(
                    "control.token is off: every user and program of this machine can direct the recording at \(url)",
                    hint: "Leave it at on unless that is wanted."))
        }
    }

    private mutating func certificate(
        _ security: TransportSecurity, _ listen: ListenAddress
    ) async throws(Refusal) -> ServerCertificate? {
        let paths: (certificate: String, key: String)
        switch security {
        case .off: return nil
        case .auto where listen.isLoopback: return nil
        case .files(let certificate, let key): paths = (certificate, key)
        case .auto, .on:
            let places = places
            let made = try await Self.blocking { () throws(Refusal) in
                try SelfSigned(for: listen.address, host: places.host, in: places.state)
            }
            paths = (made.certificate, made.key)
            certificateFile = made.certificate
            if let note = made.note { notes.append(note) }
        }
        do throws(LibraryError) {
            return try ServerCertificate(certificate: paths.certificate, key: paths.key)
        } catch {
            throw Refusal(
                "the certificate '\(paths.certificate)' with the key '\(paths.key)' cannot be used: \(error.message)",
                hint: "Both must be PEM files, and belong together; GLib needs its package glib-networking for TLS.")
        }
    }

    private mutating func serve(
        _ place: ListeningPlace, _ rules: AccessRules, _ certificate: ServerCertificate?
    ) async throws(Refusal) -> UInt16 {
        do throws(LibraryError) {
            let server = try WebServer(
                ControlRoutes(
                    controller, rules, snapshots: snapshots, previews: previews, people: people, library: library,
                    pipeline: pipeline,
                    metrics: metrics),
                on: thread, socketPaths: ControlRoutes.socketPaths, socketProtocol: AccessRules.socketProtocol,
                certificate: certificate)
            let port = try await server.open(place)
            servers.append(server)
            return port
        } catch {
            throw Refusal(
                "control cannot listen at \(place.text): \(error.message)",
                hint: "Choose another address or port for control.listen.")
        }
    }

    /// Hands on what the controller tells.
    private mutating func tell() async {
        guard !servers.isEmpty else { return }
        let news = await controller.news()
        // A page may ask for what was made of files; over the Unix socket alone nobody looks at pictures.
        let isLookedAt = url != nil
        tasks = [
            Task { [servers, library] in
                for await item in news {
                    library?.note(item, isLookedAt: isLookedAt)
                    let line = item.line
                    for server in servers { await server.broadcast(line) }
                }
            },
            Task { [servers, people] in
                for await _ in people.changes {
                    let line = people.line
                    for server in servers { await server.broadcast(line) }
                    // However many come and go, each is told five times a second at most.
                    do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
                }
            },
            Task { [servers, library, controller] in
                guard let library else { return }
                for await item in library.news {
                    for line in library.lines(of: item) {
                        for server in servers { await server.broadcast(line) }
                    }
                    guard case .notDeleted(let failure) = item else { continue }
                    await controller.warn(.deletion, "\(failure.message) \(failure.advice)")
                }
            },
        ]
    }

    /// Runs what blocks on a thread of its own.
    private static func blocking<Value: Sendable>(
        _ work: @escaping @Sendable () throws(Refusal) -> Value
    ) async throws(Refusal) -> Value {
        let result: Result<Value, Refusal> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: Result(catching: work)) }
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
