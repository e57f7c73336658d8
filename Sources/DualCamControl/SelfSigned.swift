import DualCamConfig
import DualCamRecordings
internal import Glibc
internal import Kernel
internal import Soup

/// A self-signed certificate of this machine with its private key. Later recordings use the same certificate, so that
/// clients can remember it.
struct SelfSigned: Sendable {
    let certificate: String
    let key: String
    /// The reason why an earlier certificate and key were replaced, as text for users; `nil` if they were not replaced.
    let note: Refusal?

    /// Loads the certificate and its key. If they are missing or unusable, creates them with the program `openssl`.
    /// Blocks for about 100 ms if it creates them, otherwise for about 10 ms.
    ///
    /// - Parameters:
    ///   - address: the IP address to which clients connect.
    ///   - host: the host name of this machine.
    ///   - state: the folder of the certificate and the key.
    init(for address: String, host: String, in state: String) throws(Refusal) {
        let folder = try PrivateFolder(state)
        (certificate, key) = Self.paths(for: address, in: folder.path)
        let wereThere = access(certificate, F_OK) == 0 && access(key, F_OK) == 0
        if wereThere, Self.fit(certificate, key) {
            note = nil
            return
        }
        note = wereThere ? Self.note(certificate, key) : nil
        let names = ["IP:\(address)", "DNS:localhost", "IP:127.0.0.1", "IP:::1"] + Self.names(of: host)
        try Self.run([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-sha256", "-days",
            "3650", "-subj", "/CN=dualcam", "-addext", "subjectAltName=" + names.joined(separator: ","), "-keyout",
            key + ".new", "-out", certificate + ".new",
        ])
        chmod(key + ".new", 0o600)
        // If the process is killed here, the two files do not belong together, which the next process detects.
        do throws(FolderFailure) {
            try LastingFile.rename([(key + ".new", key), (certificate + ".new", certificate)])
        } catch {
            throw Refusal(
                errno: error.errorNumber, "'\(certificate)' cannot be written",
                hint: "Make room or give rights there.")
        }
    }

    private static func paths(for address: String, in state: String) -> (certificate: String, key: String) {
        let stem = state + "/tls-" + address.replacingColons
        return (stem + ".pem", stem + "-key.pem")
    }

    /// Checks that the certificate exists or could be created. Throws if the folder `state` cannot be used, or if the
    /// certificate is missing and the program `openssl` cannot be run. Creates nothing. Blocks.
    static func check(for address: String, in state: String) throws(Refusal) {
        try PrivateFolder.check(state)
        let (certificate, key) = paths(for: address, in: state)
        if access(certificate, F_OK) == 0, access(key, F_OK) == 0 { return }
        _ = try exitCode(of: ["version"])
    }

    private static func note(_ certificate: String, _ key: String) -> Refusal {
        Refusal(
            "the self-signed certificate '\(certificate)' and its key '\(key)' were damaged or did not fit each other; both were created again",
            hint: "Clients that remember the old certificate must be told to trust the new one.")
    }

    /// Returns true if a certificate and a key can be read and belong together. GLib does not check whether they match;
    /// `openssl pkcs12` does, for every type of key.
    static func fit(_ certificate: String, _ key: String) -> Bool {
        do { _ = try ServerCertificate(certificate: certificate, key: key) } catch { return false }
        let join = [
            "pkcs12", "-export", "-in", certificate, "-inkey", key, "-out", "/dev/null", "-passin", "pass:", "-passout",
            "pass:",
        ]
        do throws(Refusal) { return try exitCode(of: join) == 0 } catch {
            // Without `openssl`, the pair cannot be checked. It is accepted, because a new one could not be created
            // either.
            return true
        }
    }

    private static func names(of host: String) -> [String] {
        host.isEmpty || host.contains(",") ? [] : ["DNS:\(host)", "DNS:\(host).local"]
    }

    private static func run(_ words: [String]) throws(Refusal) {
        let code = try exitCode(of: words)
        guard code == 0 else {
            throw Refusal(
                "the program openssl made no certificate (it ended with \(code))",
                hint: "Name one: control.tls: {certificate: PATH, key: PATH}.")
        }
    }

    /// Runs `openssl`, and returns its exit code, or the negative number of the signal that ended it.
    private static func exitCode(of words: [String]) throws(Refusal) -> Int32 {
        do throws(ChildProcess.Refusal) {
            return try ChildProcess.output(ofTool: ["openssl"] + words, within: .seconds(60)).code
        } catch {
            throw Refusal(
                errno: error.errorNumber, "no certificate could be made with the program openssl",
                hint:
                    "Install it (apt-get install openssl), or name a certificate: control.tls: {certificate: PATH, key: PATH}."
            )
        }
    }
}

extension String {
    fileprivate var replacingColons: String { String(map { $0 == ":" ? "_" : $0 }) }
}
