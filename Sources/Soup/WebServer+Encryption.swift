internal import CGStreamer
private import Glibc

/// The TLS handshakes of the web server.
///
/// GLib performs each handshake on one of ten threads, which waits for the client. A handshake therefore begins only
/// once the client's first record is complete. At most eight run at a time, and slow ones are aborted if others wait. A
/// peer with one handshake has priority over a peer with many, whose handshakes are aborted first.
extension WebServer {
    private static let most = 8
    /// The time limits of a TLS handshake while other handshakes wait. `patience`: if every peer has only one
    /// handshake. `impatience`: for a peer with several.
    private static let (patience, impatience) = (Duration.milliseconds(200), Duration.milliseconds(50))
    /// The length of a TLS record's header in bytes (RFC 8446, 5.1): type, version and length.
    private static let headLength = 5
    private static let longestRecord = 16_384

    func awaitHello(_ number: WebConnection.Number) {
        guard let socket = connections[number]?.socket, let source = g_socket_create_source(socket, .in, nil) else {
            return remove(number)
        }
        connections[number]?.phase = .hello
        g_socket_set_option(socket, SOL_SOCKET, SO_RCVLOWAT, gint(Self.headLength), nil)
        let came: GSocketSourceFunc = { _, _, data in
            guard let link = ConnectionLink.of(data) else { return 0 }
            return link.server.assumeIsolated { $0.examineHello(link.number) } ? 1 : 0
        }
        ConnectionLink(self, number).attach(source, unsafeBitCast(came, to: GSourceFunc.self))
        connections[number]?.watches.append(source)
    }

    /// Examines a client's first TLS record. Returns true if more bytes of the record must arrive first.
    private func examineHello(_ number: WebConnection.Number) -> Bool {
        guard let socket = connections[number]?.socket, connections[number]?.phase == .hello else { return false }
        var bytes = [UInt8](repeating: 0, count: Self.headLength + Self.longestRecord)
        let count = recv(g_socket_get_fd(socket), &bytes, bytes.count, Int32(MSG_PEEK | MSG_DONTWAIT))
        let length = Int(bytes[3]) << 8 | Int(bytes[4])
        // Type 22 is a handshake record; TLS has the major version 3.
        guard count >= Self.headLength, bytes[0] == 22, bytes[1] == 3, length <= Self.longestRecord else {
            remove(number)
            return false
        }
        let whole = Self.headLength + length
        var low: gint = 0
        g_socket_get_option(socket, SOL_SOCKET, SO_RCVLOWAT, &low, nil)
        guard count >= whole else {
            // If the socket is ready with fewer bytes than requested, the client will send no more.
            guard low != whole else {
                remove(number)
                return false
            }
            g_socket_set_option(socket, SOL_SOCKET, SO_RCVLOWAT, gint(whole), nil)
            return true
        }
        g_socket_set_option(socket, SOL_SOCKET, SO_RCVLOWAT, 1, nil)
        connections[number]?.phase = .turn
        startHandshakes()
        return false
    }

    private func startHandshakes() {
        while let number = nextHandshake() {
            guard handshakes < Self.most else { return leaveLateHandshakes() }
            startHandshake(number)
        }
    }

    private func nextHandshake() -> WebConnection.Number? {
        for connection in connections.values where connection.phase == .turn && Self.hasLeft(connection.socket) {
            remove(connection.number)
        }
        let waiting = connections.values.filter { $0.phase == .turn }.map { (number: $0.number, peer: $0.peer) }
        return Self.next(of: waiting, made: handshakesByPeer)
    }

    /// Returns the connection whose handshake begins next: the newest one of the peer with the fewest running
    /// handshakes. The oldest connections have probably been abandoned, or belong to a peer with many connections.
    ///
    /// - Parameter made: the number of running handshakes per peer.
    static func next(
        of waiting: [(number: WebConnection.Number, peer: Peer)], made: [Peer: Int]
    ) -> WebConnection.Number? {
        waiting.min { (made[$0.peer] ?? 0, $1.number) < (made[$1.peer] ?? 0, $0.number) }?.number
    }

    /// Returns the handshakes to abort in favour of waiting ones. If some peers have several, only their handshakes are
    /// aborted. A slow client therefore does not lose its handshake because of another client that opens many.
    ///
    /// - Parameter made: the running handshakes, each with its duration so far.
    static func late(
        of made: [(number: WebConnection.Number, peer: Peer, time: Duration)]
    ) -> [WebConnection.Number] {
        let counts = made.reduce(into: [Peer: Int]()) { $0[$1.peer, default: 0] += 1 }
        let isSomebodyGreedy = counts.values.contains { $0 > 1 }
        return made.filter { handshake in
            guard isSomebodyGreedy else { return handshake.time > patience }
            return counts[handshake.peer] ?? 0 > 1 && handshake.time > impatience
        }.map(\.number)
    }

    private var handshakesByPeer: [Peer: Int] {
        connections.values.reduce(into: [:]) { counts, connection in
            if connection.phase == .handshake { counts[connection.peer, default: 0] += 1 }
        }
    }

    /// Returns true if the client has closed its side of the connection. A read would not show this while unread data
    /// is waiting.
    private static func hasLeft(_ socket: UnsafeMutablePointer<GSocket>) -> Bool {
        // The constant POLLRDHUP (poll(2)), which requires _GNU_SOURCE.
        let hungUp: Int16 = 0x2000
        var poll = pollfd(fd: g_socket_get_fd(socket), events: hungUp, revents: 0)
        return Glibc.poll(&poll, 1, 0) > 0
    }

    private func leaveLateHandshakes() {
        let now = ContinuousClock.now
        let made = connections.values.filter { $0.phase == .handshake }
            .map { (number: $0.number, peer: $0.peer, time: now - $0.waitsSince) }
        for number in Self.late(of: made) { remove(number) }
        guard !looksForLate else { return }
        looksForLate = true
        Task {
            await pause(for: Self.impatience / 4)
            looksForLate = false
            startHandshakes()
        }
    }

    private func startHandshake(_ number: WebConnection.Number) {
        guard let connection = connections[number], let certificate,
            let tls = Self.encrypted(connection.stream, by: certificate)
        else { return remove(number) }
        defer { g_object_unref(tls) }
        let made = UnsafeMutableRawPointer(tls).assumingMemoryBound(to: GTlsConnection.self)
        // Clients may close without notification, because an incomplete request is not answered anyway.
        g_tls_connection_set_require_close_notify(made, 0)
        connections[number]?.phase = .handshake
        connections[number]?.waitsSince = .now
        handshakes += 1
        g_tls_connection_handshake_async(
            made, G_PRIORITY_DEFAULT, nil,
            { tls, result, data in
                guard let tls, let data else { return }
                let link = Unmanaged<ConnectionLink>.fromOpaque(data).takeRetainedValue()
                let outcome = UncheckedTransfer((tls, result))
                link.server.assumeIsolated { $0.finish(link.number, outcome.value.0, outcome.value.1) }
            }, ConnectionLink(self, number).retained)
    }

    /// Creates the server's end of a TLS connection. It has no database of trusted certificates, because clients do not
    /// present certificates.
    ///
    /// `g_tls_server_connection_new` gives each connection the default database, into which GnuTLS reads all
    /// certificates of the system. That takes 7 ms on the listener's own thread for every client (glib-networking
    /// 2.74).
    private static func encrypted(
        _ stream: UnsafeMutablePointer<GIOStream>, by certificate: ServerCertificate
    ) -> UnsafeMutablePointer<GObject>? {
        let type = g_tls_backend_get_server_connection_type(g_tls_backend_get_default())
        guard type != 0 else { return nil }
        let made = makeObject(
            type,
            [
                ("base-io-stream", g_io_stream_get_type(), UnsafeMutableRawPointer(stream)),
                ("certificate", g_tls_certificate_get_type(), UnsafeMutableRawPointer(certificate.pointer)),
                ("database", g_tls_database_get_type(), nil),
            ])
        guard let made else { return nil }
        guard g_initable_init(OpaquePointer(made), nil, nil) != 0 else {
            g_object_unref(made)
            return nil
        }
        return made
    }

    private func finish(_ number: WebConnection.Number, _ tls: UnsafeMutablePointer<GObject>, _ result: OpaquePointer?)
    {
        handshakes -= 1
        defer { startHandshakes() }
        let made = UnsafeMutableRawPointer(tls).assumingMemoryBound(to: GTlsConnection.self)
        let isMade = g_tls_connection_handshake_finish(made, result, nil) != 0
        guard let connection = connections[number] else { return }
        connections[number]?.phase = .request
        guard isMade else { return remove(number) }
        g_object_ref(tls)
        connections[number]?.stream = UnsafeMutableRawPointer(tls).assumingMemoryBound(to: GIOStream.self)
        g_object_unref(connection.stream)
        admit(number)
    }
}
