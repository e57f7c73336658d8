package import DualCamConfig
internal import Glibc
internal import Soup

/// A check of the control endpoints that a pipeline file configures. It opens and creates nothing. It reads tokens and
/// certificates with the same functions as the endpoints themselves.
package struct EndpointCheck: Sendable {
    /// A problem of a control endpoint: the key in the pipeline file, and why the endpoint that it configures cannot be
    /// opened.
    package struct Finding: Sendable, Equatable {
        package var keyPath: String
        package var refusal: Refusal
    }

    private let control: Control
    private let places: EndpointPlaces

    package init(_ control: Control, _ places: EndpointPlaces) { (self.control, self.places) = (control, places) }

    /// Returns all problems of the configured endpoints. Blocks.
    ///
    /// - Parameter triesPort: true to check also that the TCP port is free, by binding it briefly.
    package func findings(triesPort: Bool) -> [Finding] {
        var found: [Finding] = []
        func look(_ key: String, _ check: () throws(Refusal) -> Void) {
            do throws(Refusal) { try check() } catch {
                found.append(Finding(keyPath: "control." + key, refusal: error))
            }
        }
        if control.socket { look("socket") { () throws(Refusal) in try PrivateFolder.check(places.sockets) } }
        if let keys = control.keys { look("keys.device") { () throws(Refusal) in try Self.checkDevice(keys.device) } }
        guard let listen = control.listen else { return found }
        look("token", checkToken)
        for (key, path) in certificateFiles {
            look("tls.\(key)") { () throws(Refusal) in try Self.checkReadable(path) }
        }
        look("tls") { () throws(Refusal) in
            // Files that cannot be read have already been reported.
            if !found.contains(where: { $0.keyPath.hasPrefix("control.tls.") }) { try checkCertificate(listen) }
        }
        if triesPort { look("listen") { () throws(Refusal) in try TrialPort.bind(listen) } }
        return found
    }

    /// Returns warnings about a certificate that clients will reject, and about a key file that other users may read.
    /// Neither prevents the endpoint from opening. Blocks.
    package func remarks(at unixTime: Int64) -> [Finding] {
        guard control.listen != nil, case .files(let certificate, let key) = control.tls else { return [] }
        var found: [Finding] = []
        if let read = try? ControlServer.certificate(certificate, key),
            let reason = read.validity.reason(at: unixTime)
        {
            let refusal = Refusal("the certificate '\(certificate)' \(reason)", hint: "renew it: clients refuse it")
            found.append(Finding(keyPath: "control.tls.certificate", refusal: refusal))
        }
        var facts = stat()
        if stat(key, &facts) == 0, facts.st_mode & 0o007 != 0 {
            let refusal = Refusal("every user of this machine may read the key '\(key)'", hint: "run chmod o= on it")
            found.append(Finding(keyPath: "control.tls.key", refusal: refusal))
        }
        return found
    }

    private func checkToken() throws(Refusal) {
        switch control.token {
        case .off: return
        case .file: _ = try AccessToken.read(control.token, state: places.state)
        case .on:
            try PrivateFolder.check(places.state)
            // The token is read only if its file exists, because reading would create a missing token.
            let isThere = access(places.state + "/token", F_OK) == 0
            if isThere { _ = try AccessToken.read(.on, state: places.state) }
        }
    }

    private var certificateFiles: [(key: String, path: String)] {
        guard case .files(let certificate, let key) = control.tls else { return [] }
        return [("certificate", certificate), ("key", key)]
    }

    private func checkCertificate(_ listen: ListenAddress) throws(Refusal) {
        switch control.tls {
        case .off: return
        case .auto where listen.isLoopback: return
        case .files(let certificate, let key): _ = try ControlServer.fittingCertificate(certificate, key)
        case .auto, .on: try SelfSigned.check(for: listen.address, in: places.state)
        }
    }

    private static func checkReadable(_ path: String) throws(Refusal) {
        guard access(path, R_OK) == 0 else {
            throw Refusal(errno: errno, "'\(path)' cannot be read", hint: "check the path and its rights")
        }
    }

    private static func checkDevice(_ path: String) throws(Refusal) {
        guard access(path, R_OK) == 0 else {
            throw Refusal(
                errno: errno, "the input device '\(path)' cannot be read",
                hint: "connect it, or check the path and its rights")
        }
    }
}

/// A test that shows if a server could listen on a TCP port, by binding the port briefly.
enum TrialPort {
    /// Binds an address and port briefly. Throws the reason if a server could not listen there now.
    static func bind(_ listen: ListenAddress) throws(Refusal) {
        let isSix = listen.address.contains(":")
        let descriptor = socket(
            isSix ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // The server also reuses addresses, so connections of an earlier server do not count.
        var reuses: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuses, socklen_t(MemoryLayout<Int32>.size))
        guard let number = isSix ? bindSix(descriptor, listen) : bindFour(descriptor, listen), number != 0 else {
            return
        }
        throw Refusal(
            errno: number, "nobody can listen at \(listen.address) on port \(listen.port)",
            hint: "choose another address or port")
    }

    /// Binds an IPv4 address. Returns the `errno`, or 0 if the port was bound; `nil` if the address is not an IPv4
    /// address.
    private static func bindFour(_ descriptor: Int32, _ listen: ListenAddress) -> Int32? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = listen.port.bigEndian
        guard inet_pton(AF_INET, listen.address, &address.sin_addr) == 1 else { return nil }
        return bind(descriptor, &address)
    }

    private static func bindSix(_ descriptor: Int32, _ listen: ListenAddress) -> Int32? {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = listen.port.bigEndian
        guard inet_pton(AF_INET6, listen.address, &address.sin6_addr) == 1 else { return nil }
        return bind(descriptor, &address)
    }

    private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        return result == 0 ? 0 : errno
    }
}
