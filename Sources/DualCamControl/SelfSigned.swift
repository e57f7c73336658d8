internal import Glibc

/// A certificate that this machine has signed itself, kept for the next time, so that clients may remember it.
struct SelfSigned: Sendable {
    let certificate: String
    let key: String

    /// Makes them where they are missing, with the program `openssl`. Blocks for about 100 ms then.
    ///
    /// - Parameters:
    ///   - address: The IP address that clients connect to.
    ///   - host: This machine's name.
    init(for address: String, host: String, in state: String) throws(DoorFailure) {
        let folder = try PrivateFolder(state)
        let stem = folder.path + "/tls-" + address.replacingColons
        (certificate, key) = (stem + ".pem", stem + "-key.pem")
        if access(certificate, R_OK) == 0, access(key, R_OK) == 0 { return }
        let names = ["IP:\(address)", "DNS:localhost", "IP:127.0.0.1", "IP:::1"] + Self.names(of: host)
        try Self.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-sha256", "-days",
            "3650", "-subj", "/CN=dualcam", "-addext", "subjectAltName=" + names.joined(separator: ","), "-keyout",
            key, "-out", certificate,
        ])
        chmod(key, 0o600)
    }

    private static func names(of host: String) -> [String] {
        host.isEmpty || host.contains(",") ? [] : ["DNS:\(host)", "DNS:\(host).local"]
    }

    private static func run(_ words: [String]) throws(DoorFailure) {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        for descriptor: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY, 0)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = (["openssl"] + words).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let number = posix_spawnp(&pid, "openssl", &files, nil, &arguments, environ)
        guard number == 0 else {
            throw DoorFailure(
                errno: number, "no certificate could be made with the program openssl",
                advice:
                    "Install it (apt-get install openssl), or name a certificate: control.tls: {certificate: PATH, key: PATH}."
            )
        }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        guard status == 0 else {
            throw DoorFailure(
                "the program openssl made no certificate (it ended with \((status >> 8) & 0xFF))",
                advice: "Name one: control.tls: {certificate: PATH, key: PATH}.")
        }
    }
}

extension String {
    fileprivate var replacingColons: String { String(map { $0 == ":" ? "_" : $0 }) }
}
