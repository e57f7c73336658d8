@testable import DualCamConfig
import Testing

/// The values of `control`, and the error messages for it.
@Suite struct ControlDiagnosticTests {
    @Test(arguments: [
        ("control: {listen: off}", Control()),
        ("control: {socket: off}", Control(socket: false)),
        ("control: {listen: 8080}", Control(listen: ListenAddress("127.0.0.1", port: 8080))),
        ("control: {listen: 'localhost:0'}", Control(listen: ListenAddress("127.0.0.1", port: 0))),
        ("control: {listen: '0.0.0.0:8443'}", Control(listen: ListenAddress("0.0.0.0", port: 8443))),
        ("control: {listen: '[::1]:65535'}", Control(listen: ListenAddress("::1", port: 65535))),
        ("control: {listen: '[fe80::1:2]:1'}", Control(listen: ListenAddress("fe80::1:2", port: 1))),
        ("control: {token: /etc/dualcam.token}", Control(token: .file("/etc/dualcam.token"))),
        ("control: {token: on}", Control()),
        ("control: {listen: 8080, token: off}", Control(listen: ListenAddress("127.0.0.1", port: 8080), token: .off)),
        ("control: {listen: '[::1]:1', token: off}", Control(listen: ListenAddress("::1", port: 1), token: .off)),
        ("control: {tls: on}", Control(tls: .on)),
        ("control: {tls: {certificate: a.pem, key: b.pem}}", Control(tls: .files(certificate: "a.pem", key: "b.pem"))),
        ("control: {origins: ['https://a.example:8443']}", Control(origins: ["https://a.example:8443"])),
    ])
    func values(line: String, control: Control) throws {
        #expect(try load(twoCameras + line).pipeline.control == control)
    }

    /// Folders in which commands may name files are relative to the pipeline file's folder, and must exist.
    @Test func foldersForCommands() throws {
        let context = LoadContext(
            environment: [:], home: "/home/me", folder: "/p",
            folderProblem: { path in
                ["/home/me/looks", "/p/luts", "/clips"].contains(path)
                    ? nil : Refusal("there is no folder '\(path)'", hint: "create it, or check the path")
            })
        let load = { (line: String) throws(PipelineIssues) in
            try PipelineLoader.load(Array((twoCameras + line).utf8), named: "pip.yaml", context: context)
                .pipeline.control.files
        }
        #expect(try load("control: {files: [~/looks, luts]}") == ["/home/me/looks", "/p/luts"])
        #expect(try load("control: {files: [/clips]}") == ["/clips"])
        let line = "control: {files: [/clips, none]}"
        let issues = #expect(throws: PipelineIssues.self) { try load(line) }
        #expect(
            issues?.rendered
                == "pip.yaml:4:27: error: control.files[1]: there is no folder '/p/none'; create it, or check the path\n"
                + line + "\n" + String(repeating: " ", count: 26) + "^")
    }

    @Test(arguments: [
        ("control: {listen: here}", 19, "listen: 'here' has no port; write it as in 8080 or 192.168.1.5:8080, or off"),
        (
            "control: {listen: 65536}", 19,
            "listen: '65536' has no port; write it as in 8080 or 192.168.1.5:8080, or off"
        ),
        (
            "control: {listen: 'studio:8080'}", 19,
            "listen: 'studio' is not an address of this machine; write its IP address, as in 192.168.1.5:8080 or [::1]:8080, or off"
        ),
        (
            "control: {listen: '[1::2::3]:80'}", 19,
            "listen: '[1::2::3]' is not an address of this machine; write its IP address, as in 192.168.1.5:8080 or [::1]:8080, or off"
        ),
        (
            "control: {token: letmein}", 18,
            "token: 'letmein' is not an absolute path; put the token into a file of your own, name that, or on or off"
        ),
        (
            "control: {token: auto}", 18,
            "token: 'auto' is not an absolute path; put the token into a file of your own, name that, or on or off"
        ),
        (
            "control: {listen: '0.0.0.0:80', token: off}", 40,
            "token: everybody who reaches 0.0.0.0 could direct the recording; leave it at on, or listen on 127.0.0.1"
        ),
        (
            "control: {tls: maybe}", 16,
            "tls: unknown value 'maybe'; accepted: auto, off, on, {certificate: PATH, key: PATH}"
        ),
        ("control: {tls: {certificate: a.pem}}", 11, "tls.key: is needed; name a PEM file"),
        ("control: {media-keys: maybe}", 23, "media-keys: 'maybe' is neither on nor off; write on or off"),
        ("control: {keys: {stop: KEY_STOP}}", 11, "keys.device: is needed; name one of /dev/input/by-id"),
        (
            "control: {keys: {device: event3}}", 26,
            "keys.device: 'event3' is not an absolute path; name one of /dev/input/by-id"
        ),
        (
            "control: {keys: {device: /dev/e, stop: stop}}", 40,
            "keys.stop: 'stop' is not the name of a key; write it as in KEY_RECORD"
        ),
        (
            "control: {keys: {device: /dev/e, stop: KEY_A, mark: KEY_A}}", 53,
            "keys.mark: KEY_A is stop already; choose another key"
        ),
        (
            "control: {listen: '0.0.0.0:80', tls: off}", 38,
            "tls: the token would be readable on its way to 0.0.0.0; leave it at auto, or listen on 127.0.0.1"
        ),
        (
            "control: {origins: [studio.example]}", 21,
            "origins[0]: 'studio.example' is not an origin; write it as in https://studio.example:8443"
        ),
    ])
    func mistakes(line: String, column: Int, message: String) {
        let caret = String(repeating: " ", count: column - 1) + "^"
        #expect(diagnostics(twoCameras + line) == "pip.yaml:4:\(column): error: control.\(message)\n\(line)\n\(caret)")
    }
}

extension Control {
    fileprivate init(
        socket: Bool = true, listen: ListenAddress? = nil, token: TokenRule = .on, tls: TransportSecurity = .auto,
        origins: [String] = []
    ) {
        self.init()
        (self.socket, self.listen, self.token, self.tls, self.origins) = (socket, listen, token, tls, origins)
    }
}
