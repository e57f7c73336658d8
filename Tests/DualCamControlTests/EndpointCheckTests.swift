@testable import DualCamConfig
import DualCamTestKit
import Glibc
import Soup
import Testing

@testable import DualCamControl

/// The report of `check` about the certificate files of an encrypted endpoint.
@Suite(.tags(.process)) struct EndpointCheckTests {
    private let folder: TemporaryFolder

    init() throws { folder = try #require(TemporaryFolder()) }

    private func make(_ name: String, _ algorithm: [String]) async throws {
        let made = try await Program.run(
            ["openssl", "req", "-x509", "-noenc", "-days", "2", "-subj", "/CN=x", "-newkey"] + algorithm + [
                "-keyout", "\(folder.path)/\(name)-key.pem", "-out", "\(folder.path)/\(name).pem",
            ])
        #expect(made.code == 0, "\(made.text)")
    }

    private func check(_ certificate: String, _ key: String) -> EndpointCheck {
        var control = Control()
        (control.socket, control.token) = (false, .off)
        control.listen = ListenAddress("127.0.0.1", port: 0)
        control.tls = .files(certificate: "\(folder.path)/\(certificate)", key: "\(folder.path)/\(key)")
        return EndpointCheck(control, EndpointPlaces(sockets: "", state: folder.path, host: "", process: 0))
    }

    @Test(arguments: [["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], ["rsa:2048"], ["ed25519"]])
    func aKeyMustBeThatOfItsCertificate(algorithm: [String]) async throws {
        try await make("one", algorithm)
        try await make("other", algorithm)
        #expect(check("one.pem", "one-key.pem").findings(triesPort: false) == [])
        let found = check("one.pem", "other-key.pem").findings(triesPort: false)
        #expect(found.map(\.keyPath) == ["control.tls"])
        #expect(found.map { $0.refusal.message.contains("is not the one of the certificate") } == [true])
    }

    @Test func aCertificateThatClientsRefuseIsTold() async throws {
        try await make("one", ["rsa:2048"])
        let key = folder.path + "/one-key.pem"
        #expect(chmod(key, 0o640) == 0)
        let (check, now) = (check("one.pem", "one-key.pem"), Int64(time(nil)))
        let day: Int64 = 86_400
        #expect(check.remarks(at: now + 10) == [])
        #expect(check.remarks(at: now + 3 * day).map(\.keyPath) == ["control.tls.certificate"])
        #expect(check.remarks(at: now - day).map(\.keyPath) == ["control.tls.certificate"])
        #expect(chmod(key, 0o644) == 0)
        #expect(check.remarks(at: now + 10).map(\.keyPath) == ["control.tls.key"])
    }

    @Test func bothEndsOfTheValidityCount() {
        let validity = CertificateValidity(from: 10, until: 20)
        #expect([9, 10, 20, 21].map { validity.reason(at: $0) != nil } == [true, false, false, true])
        #expect(CertificateValidity(from: nil, until: nil).reason(at: 0) == nil)
    }
}
