import Testing

extension Recordings {
    /// A recording during attacks by misbehaving clients of every kind. None of them leaves descriptors or memory in
    /// use, and a correct client gets all its answers meanwhile.
    @Suite(.serialized) struct RudeClients {
        @Test(arguments: [
            [
                "--attack",
                "null-path,star,half-request,slow-head,idle,silent-websocket,unread-websocket,cut-upgrade,"
                    + "unauthorized,huge-head,huge-body,reset,half-close", "--count", "60",
            ],
            [
                // Encrypted connections take turns by address. A client that shares its address with the attackers may
                // have to wait for them.
                "--tls", "--attackers", "127.0.0.2", "--count", "60",
                "--attack", "tls-unclosed,tls-handshake,tls-garbage,tls-plain-text,tls-half-hello,tls-stalled",
            ],
        ])
        func nobodyLocksTheListener(attack: [String]) async throws {
            // The limit only finds answers that never come. The time that an answer takes is not tested, because that
            // needs an idle machine.
            let words = ["--program", Tool.dualcam, "--longest", "60000"] + attack
            let finished = try await Tool.run(Tool.doorBench, words, patience: 900)
            #expect(finished.code == 0, "\(finished.text)\n\(finished.errors)")
        }
    }
}
