internal import CGStreamer
private import Glibc

/// Functions that accept, monitor and end the web server's connections.
extension WebServer {
    func accept(_ arrived: UnsafeMutablePointer<GSocketConnection>) {
        let now = ContinuousClock.now
        let peer = Peer(of: arrived)
        guard makeRoom(for: peer, at: now), let socket = g_socket_connection_get_socket(arrived),
            let address = ListeningPlace.tcp(address: "127.0.0.1", port: 1).socketAddress()
        else { return }
        g_socket_set_keepalive(socket, 1)
        // Unix sockets ignore these options. Head and body are written separately, and the second write must not wait
        // for the acknowledgement of the first. If the other machine does not respond for 20 s, the connection is lost.
        g_socket_set_option(socket, CInt(IPPROTO_TCP), TCP_NODELAY, 1, nil)
        g_socket_set_option(socket, CInt(IPPROTO_TCP), TCP_USER_TIMEOUT, 20_000, nil)
        nextNumber += 1
        let link = ConnectionLink(self, nextNumber)
        connections.insert(
            WebConnection(
                number: nextNumber, peer: peer, socket: g_object_ref(socket).assumingMemoryBound(to: GSocket.self),
                stream: g_object_ref(arrived).assumingMemoryBound(to: GIOStream.self), address: address,
                meter: InputMeter(
                    Self.mostOfARequest, complain: { Self.refuseSoon(link) }, report: { Self.removeSoon(link) }),
                waitsSince: now,
                deadline: now + limits.first, requests: limits.requestsOfOne))
        watch(nextNumber, socket)
        if certificate != nil { awaitHello(nextNumber) } else { admit(nextNumber) }
    }

    /// The maximum size of a request in bytes. Its head may have 64 KiB (libsoup's limit), and so may its body.
    static let mostOfARequest = 256 << 10

    /// Starts to monitor a connection's socket, so that a disconnected client is detected while libsoup is not reading.
    private func watch(_ number: WebConnection.Number, _ socket: UnsafeMutablePointer<GSocket>) {
        guard let source = g_socket_create_source(socket, [], nil) else { return }
        let gone: GSocketSourceFunc = { _, condition, data in
            guard let link = ConnectionLink.of(data) else { return 0 }
            return link.server.assumeIsolated { $0.removeGone(link.number, isBroken: condition.contains(.err)) ? 0 : 1 }
        }
        ConnectionLink(self, number).attach(source, unsafeBitCast(gone, to: GSourceFunc.self))
        connections[number]?.watches.append(source)
    }

    /// Removes a connection whose client has disconnected, and returns true. If bytes of the client are still unread,
    /// returns false and keeps the connection, so that libsoup can read them first.
    private func removeGone(_ number: WebConnection.Number, isBroken: Bool) -> Bool {
        if let connection = connections[number], connection.phase == .request, !isBroken,
            g_socket_get_available_bytes(connection.socket) > 0
        {
            return false
        }
        remove(number)
        return true
    }

    /// Makes room for a new connection if the server or the peer has reached its maximum. Removes the connection that
    /// has been idle longest, preferably one without an authorised request. Returns true if there is room.
    private func makeRoom(for peer: Peer, at now: ContinuousClock.Instant) -> Bool {
        let isFull = connections.count >= limits.connections
        let isPeerFull = !peer.bytes.isEmpty && connections.count(of: peer) >= limits.connectionsOfOne
        guard isFull || isPeerFull else { return true }
        let idle = connections.values.filter {
            $0.isIdle && (isFull || $0.peer == peer) && (!$0.isKnown || now - $0.waitsSince > .seconds(1))
        }
        guard let longest = Self.longestIdle(of: idle) else { return false }
        remove(longest.number)
        return !isPeerFull || longest.peer == peer || connections.count(of: peer) < limits.connectionsOfOne
    }

    func removeLongestIdle() {
        if let longest = Self.longestIdle(of: connections.values.filter(\.isIdle)) { remove(longest.number) }
    }

    /// Returns the idle connection to remove first. Clients without an authorised request come before others. Within
    /// each group, disconnected clients come first and clients with unread data last. Among equals, returns the one
    /// that has been waiting longest.
    private static func longestIdle(of connections: [WebConnection]) -> WebConnection? {
        // The constant POLLRDHUP (poll(2)), which requires _GNU_SOURCE.
        let left: Int16 = 0x2000
        var states = connections.map {
            pollfd(fd: g_socket_get_fd($0.socket), events: left | Int16(POLLIN), revents: 0)
        }
        poll(&states, nfds_t(states.count), 0)
        let ranks = states.map { $0.revents & ~Int16(POLLIN) != 0 ? 0 : $0.revents == 0 ? 1 : 2 }
        let ranked = zip(ranks, connections).min { one, other in
            (one.1.isKnown ? 1 : 0, one.0, one.1.waitsSince) < (other.1.isKnown ? 1 : 0, other.0, other.1.waitsSince)
        }
        return ranked?.1
    }

    /// Passes a connection to libsoup, which then reads its requests.
    func admit(_ number: WebConnection.Number) {
        guard let connection = connections[number],
            let stream = ConnectionStream.make(over: connection.stream, connection.meter)
        else { return }
        defer { g_object_unref(stream) }
        connections[number]?.phase = .request
        if soup_server_accept_iostream(server, stream, connection.address, connection.address, nil) == 0 {
            remove(number)
        }
    }

    /// Ends a connection and discards its request. Must not be called from within libsoup.
    func remove(_ number: WebConnection.Number) {
        guard let connection = connections.remove(number) else { return }
        endSocket(number)
        // libsoup does not report the end of a request whose connection is taken from it.
        if let message = connection.message, exchanges[message]?.connection == number {
            requests.responseBytes -= exchanges.removeValue(forKey: message)?.bytes ?? 0
        }
        connection.end(isPolite: connection.meter.isClosed)
    }

    /// Schedules the end of a connection in the main loop, after the caller has returned, because libsoup may still be
    /// using the connection.
    static func removeSoon(_ link: ConnectionLink) {
        soon(link) { data in
            guard let link = ConnectionLink.of(data) else { return 0 }
            link.server.assumeIsolated { $0.remove(link.number) }
            return 0
        }
    }

    /// Schedules `work` to run once in the server's main loop, with a retained pointer to `link` as the argument.
    static func soon(_ link: ConnectionLink, _ work: @escaping GSourceFunc) {
        guard let source = g_idle_source_new() else { return }
        link.attach(source, work)
        g_source_unref(source)
    }

    func removeOverdue() {
        let now = ContinuousClock.now
        for connection in connections.values {
            if let deadline = connection.deadline, deadline < now { remove(connection.number) }
        }
        removeSilentSockets(at: now)
        failures.forgetRested(at: now)
    }

    /// The number of currently open connections to the server.
    package var connectionCount: Int { connections.count }
}
