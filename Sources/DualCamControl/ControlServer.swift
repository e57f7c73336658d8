package import DualCamConfig
package import DualCamRecordings
package import DualCamSession
internal import GStreamer
internal import Glibc
internal import Soup

/// The folders, the host name and the process id that the control endpoints need.
package struct EndpointPlaces: Sendable {
    /// The folder in which Unix sockets are created, as chosen by `SocketFolders`.
    package var sockets: String
    /// The folder that contains the user's access token and certificates: `$XDG_STATE_HOME/dualcam/control`.
    package var state: String
    /// The host name of this machine.
    package var host: String
    /// The process id by which clients identify the recording.
    package var process: Int32

    package init(sockets: String, state: String, host: String, process: Int32) {
        (self.sockets, self.state, self.host, self.process) = (sockets, state, host, process)
    }
}

/// The server that offers a recording's controller at all its endpoints: the Unix socket and the TCP port.
package struct ControlServer: Sendable {
    /// The addresses of the endpoints: the Unix socket, the URL of the TCP endpoint, and the token and certificate
    /// files that clients need. Each is `nil` if it does not exist.
    package private(set) var address = ControlAddress(socket: nil, url: nil, tokenFile: nil, certificate: nil)
    /// The reasons why some endpoints could not be opened, as text for users.
    package private(set) var failures: [Refusal] = []
    /// Notes for users about the open endpoints, such as the warning that an endpoint needs no token.
    package private(set) var notes: [Refusal] = []
    /// The link that opens the control page in a browser; `nil` without a token. The token is in the fragment, which
    /// browsers do not send to servers. The link must be shown only to the current user.
    package private(set) var link: String?
    /// The link that opens the control page with read-only access; `nil` if no access for viewers is configured.
    package private(set) var viewerLink: String?

    private let places: EndpointPlaces
    /// The routes that all endpoints offer, before each endpoint adds its own access rules.
    private let routes: ControlRoutes
    private let thread = GLibThread(named: "dualcam-control")
    /// The dispatch queue for calls that block, such as reading files.
    private let queue = DiskQueue("dualcam.control")
    private var servers: [WebServer] = []
    private var tasks: [Task<Void, Never>] = []

    /// Opens the control endpoints that the pipeline file configures. The result lists endpoints that could not be
    /// opened in `failures`.
    ///
    /// - Parameters:
    ///   - control: the `control` settings of the pipeline file.
    ///   - name: the `name` in the pipeline file.
    ///   - library: the library of recorded sessions; `nil` to offer none.
    ///   - pipeline: the access to the pipeline file; `nil` to offer none.
    ///   - metrics: returns the metrics for Prometheus.
    package static func open(
        _ control: Control, to controller: any SessionController, name: String, _ places: EndpointPlaces,
        library: Library? = nil, pipeline: PipelineAccess? = nil, metrics: @escaping MetricsSource = { "" }
    ) async -> ControlServer {
        let routes = ControlRoutes(
            controller, AccessRules(), snapshots: SnapshotLimiter(), library: library, pipeline: pipeline,
            metrics: metrics)
        var endpoints = ControlServer(places, routes)
        // The TCP port is opened first, because the Unix socket's clients can request its link.
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

    private init(_ places: EndpointPlaces, _ routes: ControlRoutes) { (self.places, self.routes) = (places, routes) }

    /// Sends all pending events to all clients, closes all connections and deletes the Unix socket.
    package func close() async {
        // A cancelled stream still delivers the elements before the cancellation.
        for task in tasks {
            task.cancel()
            await task.value
        }
        for server in servers { await server.close() }
        if let socket = address.socket { unlink(socket) }
    }

    private mutating func openSocket(_ name: String) async throws(Refusal) {
        let places = places
        let path = try await queue.perform { () throws(Refusal) in
            try SocketFolders.place(in: places.sockets, for: name, process: places.process)
        }
        var rules = AccessRules()
        rules.isPrivate = true
        rules.pageLink = link ?? address.url.map { $0 + "/" }
        _ = try await serve(.socket(path: path), rules, nil)
        address.socket = path
    }

    private mutating func openPort(_ listen: ListenAddress, _ control: Control) async throws(Refusal) {
        var rules = AccessRules()
        let name = places.host.lowercased()
        rules.hosts = name.isEmpty ? [] : [name, name + ".local"]
        rules.origins = Set(control.origins)
        let (places, token) = (places, control.token)
        if token != .off {
            let read = try await queue.perform { () throws(Refusal) in
                try AccessToken.read(token, state: places.state)
            }
            (rules.token, address.tokenFile) = (read.token, read.path)
        }
        rules.hasViewers = control.viewers
        let certificate = try await certificate(control.tls, listen)
        rules.isEncrypted = certificate != nil
        let port = try await serve(.tcp(address: listen.address, port: listen.port), rules, certificate)
        let host = listen.address.contains(":") ? "[\(listen.address)]" : listen.address
        let url = "\(rules.isEncrypted ? "https" : "http")://\(host):\(port)"
        address.url = url
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
        case .files(let certificate, let key):
            return try await queue.perform { () throws(Refusal) in try Self.fittingCertificate(certificate, key) }
        case .auto, .on:
            let places = places
            let made = try await queue.perform { () throws(Refusal) in
                try SelfSigned(for: listen.address, host: places.host, in: places.state)
            }
            paths = (made.certificate, made.key)
            address.certificate = made.certificate
            if let note = made.note { notes.append(note) }
        }
        return try Self.certificate(paths.certificate, paths.key)
    }

    /// Reads a certificate and a key from two PEM files. Throws unless the key belongs to the certificate, which GLib
    /// does not check. Blocks.
    static func fittingCertificate(_ certificate: String, _ key: String) throws(Refusal) -> ServerCertificate {
        let read = try Self.certificate(certificate, key)
        guard SelfSigned.fit(certificate, key) else {
            throw Refusal(
                "the key '\(key)' is not the one of the certificate '\(certificate)'",
                hint: "Name the key that the certificate was made for; no client could connect with this one.")
        }
        return read
    }

    /// Reads a certificate and a key from two PEM files. Does not check that they belong together. Blocks.
    static func certificate(_ certificate: String, _ key: String) throws(Refusal) -> ServerCertificate {
        do throws(LibraryError) { return try ServerCertificate(certificate: certificate, key: key) } catch {
            throw Refusal(
                "the certificate '\(certificate)' with the key '\(key)' cannot be used: \(error.message)",
                hint: "Both must be PEM files, and belong together; GLib needs its package glib-networking for TLS.")
        }
    }

    private mutating func serve(
        _ place: ListeningPlace, _ rules: AccessRules, _ certificate: ServerCertificate?
    ) async throws(Refusal) -> UInt16 {
        do throws(LibraryError) {
            var routes = routes
            routes.rules = rules
            let server = try WebServer(
                routes, on: thread, socketPaths: ControlRoutes.socketPaths, socketProtocol: AccessRules.socketProtocol,
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

    /// Starts the tasks that send events of the controller, the library and the list of connected clients to all
    /// clients.
    private mutating func tell() async {
        guard !servers.isEmpty else { return }
        let (controller, library, people) = (routes.controller, routes.library, routes.people)
        let news = await controller.news()
        // A page may request thumbnails and other derived files. With only the Unix socket, no page shows them.
        let isLookedAt = address.url != nil
        tasks = [
            Task { [servers, library] in
                for await item in news {
                    library?.note(item, isLookedAt: isLookedAt)
                    let line = item.line
                    let reduced = PathRemoval(library?.directories ?? []).line(line)
                    for server in servers { await server.broadcast(line, reduced: reduced) }
                }
            },
            Task { [servers, people] in
                for await _ in people.changes {
                    let line = people.line
                    for server in servers { await server.broadcast(line) }
                    // Clients are notified at most five times per second, however many come and go.
                    do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
                }
            },
            Task { [servers, library, controller] in
                guard let library else { return }
                for await item in library.news {
                    let lines = library.lines(of: item, for: .director)
                    let paths = PathRemoval(library.directories)
                    for (whole, reduced) in zip(lines, library.lines(of: item, for: .viewer)) {
                        for server in servers { await server.broadcast(whole, reduced: paths.line(reduced)) }
                    }
                    guard case .notDeleted(let failure) = item else { continue }
                    await controller.warn(.deletion, "\(failure.message) \(failure.advice)")
                }
            },
        ]
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
