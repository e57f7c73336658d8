import Testing

extension Recordings {
    /// A recording that is directed while rude clients of every kind come: each kind leaves descriptors and memory as they were,
    /// and a polite client is answered all the time, also while those who stay are all there.
    @Suite(.serialized) struct RudeClients {
        @Test(arguments: [
            [
                "--attack",
                "null-path,star,half-request,slow-head,idle,silent-websocket,unread-websocket,cut-upgrade,"
                    + "unauthorized,huge-head,huge-body,reset,half-close", "--count", "60",
            ],
            [
                // Encrypted connections have turns by address: whoever comes from that of the rude ones may have to wait for them.
                "--tls", "--attackers", "127.0.0.2", "--count", "60",
                "--attack", "tls-unclosed,tls-handshake,tls-garbage,tls-plain-text,tls-half-hello,tls-stalled",
            ],
        ])
        func nobodyLocksTheListener(attack: [String]) async throws {
            // An answer that is given up comes never; how long others take is a question to an idle machine, and not asked here.
            let words = ["--program", Tool.dualcam, "--longest", "60000"] + attack
            let finished = try await Tool.run(Tool.doorBench, words, patience: 900)
            #expect(finished.code == 0, "\(finished.text)\n\(finished.errors)")
        }
    }
}
