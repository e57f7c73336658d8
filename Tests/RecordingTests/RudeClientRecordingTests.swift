import Testing

extension Recordings {
    /// A recording that is directed while rude clients of every kind come: each kind leaves descriptors and memory as they were,
    /// and a polite client is answered all the time.
    @Suite(.serialized) struct RudeClients {
        @Test(arguments: [
            [
                "--attack",
                "null-path,star,half-request,slow-head,idle,silent-websocket,unread-websocket,cut-upgrade,"
                    + "unauthorized,huge-head,huge-body,reset,half-close", "--count", "60",
            ],
            [
                "--tls", "--attack", "tls-unclosed,tls-handshake,tls-garbage,tls-plain-text,tls-half-hello,tls-stalled",
                "--count", "60",
            ],
        ])
        func nobodyLocksTheListener(attack: [String]) async throws {
            // A second: other work of the machine delays answers, too.
            let words = ["--program", Tool.dualcam, "--longest", "1000"] + attack
            let finished = try await Tool.run(Tool.doorBench, words)
            #expect(finished.code == 0, "\(finished.text)\n\(finished.errors)")
        }
    }
}
