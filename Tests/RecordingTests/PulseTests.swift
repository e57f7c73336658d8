import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// A PulseAudio server, as `Scripts/test` starts one. Its default source delivers what is played to the sink
    /// "dualcam".
    @Suite(
        .serialized,
        .enabled("Scripts/test starts the server") { ProcessInfo.processInfo.environment["PULSE_SERVER"] != nil })
    struct Pulse {
        static let tone = 440.0

        @Test(arguments: ["pulse", "auto"]) func recordsWhatIsPlayed(device: String) async throws {
            async let player = Tool.run(
                "/usr/bin/gst-launch-1.0",
                [
                    "-q", "audiotestsrc", "freq=\(Self.tone)", "volume=0.5", "num-buffers=260", "!", "pulsesink",
                    "device=dualcam",
                ])
            let recording = try await Recorder(
                pipeline: """
                    cameras: {back: {device: test, size: 320x180, rate: 15}}
                    microphone: \(device)
                    encoders: {default: {use: x264, preset: ultrafast}}
                    """, arguments: ["--duration", "3s"]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(try await player.code == 0)
            // The player has certainly begun by then.
            let samples = try await Sound.samples(of: try recording.path("back_000.mov"), seconds: 1.5..<2.5)
            #expect(samples.count > 40_000)
            let loudest = samples.map(abs).max() ?? 0
            #expect(loudest > 0.2)
            // A busy machine may leave short gaps in what the player plays.
            let rises = samples.indices.dropFirst().filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }
            let periods = zip(rises, rises.dropFirst()).map { $1 - $0 }.sorted()
            try #require(periods.count > 300, "\(periods.count)")
            let heard = 48_000 / Double(periods[periods.count / 2])
            #expect(abs(heard - Self.tone) < 5, "\(heard) Hz")
        }

        /// A device with a wrong clock ticks once per second of the wall clock. Without the correction, the ticks in
        /// the file would drift by 36 ms in twelve seconds. Without the placement by arrival time they were about 90 ms
        /// late.
        @Test("Sound stays where it is", arguments: [3000]) func drifts(millionths: Int) async throws {
            let folder = try #require(TemporaryFolder())
            let pipe = "\(folder.path)/pipe"
            let loaded = try await Tool.run(
                "/usr/bin/pactl",
                ["load-module", "module-pipe-source", "file=\(pipe)"]
                    + ["source_name=drifting", "format=s16le", "rate=8000", "channels=1"])
            let module = String(decoding: loaded.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            try #require(loaded.code == 0 && !module.isEmpty, "\(loaded.errors)")
            async let device = Tool.run("/usr/bin/python3", ["-c", Self.device, pipe, "\(millionths)", "34"])
            let recording = try await Recorder(
                pipeline: """
                    cameras: {back: {device: test, size: 320x180, rate: 5}}
                    microphone: pulse:drifting
                    encoders: {default: {use: mjpeg}, audio: {use: pcm}}
                    """, arguments: ["--duration", "24s"]
            ).record()
            _ = try await Tool.run("/usr/bin/pactl", ["unload-module", module])
            _ = try await device
            #expect(recording.code == 0, "\(recording.errors)")
            let samples = try await Sound.samples(of: try recording.path("back_000.mov"))
            let ticks = Sound.onsets(in: samples).map { Double($0) / Double(Sound.rate) }.filter { $0 > 11 }
            #expect(ticks.count >= 12, "\(ticks)")
            // The delay that the server and a busy machine add is not constant.
            let places = ticks.map { $0 - (ticks.first ?? 0) }.map { $0 - $0.rounded() }
            #expect(places.allSatisfy { abs($0) < 0.01 }, "\(places)")
            let manifest = try JSONSerialization.jsonObject(
                with: Data(contentsOf: URL(filePath: recording.path("session.json"))))
            let ledger = try #require((manifest as? [String: Any])?["ledger"] as? [[String: Any]])
            let drift = try #require(ledger.last { $0["kind"] as? String == "drift" })
            let told = try #require(drift["parts-per-million"] as? Double)
            #expect(abs(told + Double(millionths)) < 500, "\(told)")
            // Sound and picture begin within one frame (0.2 s); the pictures show when the file begins.
            let begun = try #require(ledger.first { $0["kind"] as? String == "recording" })
            let clock = try #require(begun["wall-clock-offset"] as? Double)
            let first = try #require(recording.first("file-finished")?.start)
            let lead = try await Dubbing.packets(try recording.path("back_000.mov")).first
            let late = ticks.map { clock + first - lead + $0 }.map { $0 - $0.rounded() }.sorted()[ticks.count / 2]
            #expect(abs(late) < 0.04, "\(late)")
        }

        /// A Python program that writes ticks at a rate that is too fast by some millionths. Arguments: PIPE MILLIONTHS
        /// SECONDS.
        private static let device = """
            import array, math, sys, time
            real = 8000 * (1 + float(sys.argv[2]) / 1e6)
            begin, count = time.time(), 0
            tick = [int(20000 * math.cos(2 * math.pi * n / 8)) for n in range(400)]
            with open(sys.argv[1], "wb") as pipe:
                while count / real < float(sys.argv[3]):
                    time.sleep(max(0, begin + (count + 80) / real - time.time()))
                    places = [int(((begin + (count + n) / real) % 1) * 8000) for n in range(80)]
                    try:
                        pipe.write(array.array("h", [tick[place] if place < 400 else 0 for place in places]).tobytes())
                        pipe.flush()
                    except BrokenPipeError:
                        break
                    count += 80
            """

        /// The tone of a PipeWire source is in the file from its start on.
        @Test func recordsASourceOfPipeWire() async throws {
            let server = try PipeWireServer()
            async let device = Tool.run("/usr/bin/python3", ["-c", Self.player, server.pipe, "\(Self.tone)", "20"])
            let recording = try await Recorder(
                pipeline: Self.pipeline("pipewire:drifting"), arguments: ["--duration", "3s"],
                environment: server.environment
            ).record()
            server.end()
            _ = try await device
            #expect(recording.code == 0, "\(recording.errors)")
            let samples = try await Sound.samples(of: try recording.path("back_000.mov"))
            let tones = Tones(samples, [Self.tone])
            #expect(tones.count >= 29 && tones.loud(Self.tone, at: 0..<tones.count) > tones.count / 2, "\(tones)")
        }

        /// A Python program that writes a tone at the pace of the machine's clock, with 8000 samples per second, until
        /// its time is over or the reader is gone. Arguments: PIPE HERTZ SECONDS.
        private static let player = """
            import array, math, sys, time
            begin, count = time.monotonic(), 0
            try:
                with open(sys.argv[1], "wb") as pipe:
                    while count < 8000 * float(sys.argv[3]):
                        angles = [2 * math.pi * float(sys.argv[2]) * (count + n) / 8000 for n in range(80)]
                        pipe.write(array.array("h", [int(16000 * math.sin(angle)) for angle in angles]).tobytes())
                        pipe.flush()
                        count += 80
                        time.sleep(max(0, begin + count / 8000 - time.monotonic()))
            except BrokenPipeError:
                pass
            """

        private static func pipeline(_ microphone: String) -> String {
            """
            cameras: {back: {device: test, size: 320x180, rate: 15}}
            microphone: "\(microphone)"
            encoders: {default: {use: x264, preset: ultrafast}, audio: {use: pcm}}
            """
        }

        /// The monitor of the loudspeakers is the server's only source; `auto` must not use it as a microphone.
        @Test func autoHearsNoLoudspeaker() async throws {
            let server = try await SoundServer(["module-null-sink sink_name=hdmi"])
            let recording = try await Recorder(
                pipeline: Self.pipeline("auto"), arguments: ["--duration", "1s"], environment: server.environment
            ).record()
            #expect(recording.code == 69)
            #expect(recording.errors.contains("only what the loudspeakers play"), "\(recording.errors)")
        }

        /// If a source disappears, the server connects its stream to another one. dualcam treats the named microphone
        /// as lost, records silence, and uses the source again once it returns.
        @Test func aNamedMicrophoneIsNotReplaced() async throws {
            let usb = ["load-module", "module-remap-source", "source_name=usb", "master=one.monitor"]
            let server = try await SoundServer([
                "module-null-sink sink_name=one", "module-sine sink=one frequency=440",
                "module-null-sink sink_name=two", "module-sine sink=two frequency=880",
                "module-remap-source source_name=built-in master=two.monitor",
            ])
            let recording = try await Self.pull(usb, out: server)
            #expect(recording.code == 0, "\(recording.errors)")
            let kinds = recording.events.map(\.event)
            let lost = try #require(recording.first("input-lost"))
            // Some servers move the stream, others stop it.
            #expect(["failed", "stalled"].contains(lost.reason), "\(lost)")
            #expect(kinds.filter { $0 == "input-lost" || $0 == "input-returned" } == ["input-lost", "input-returned"])
            let samples = try await Sound.samples(of: try recording.path("back_000.mov"))
            let tones = Tones(samples, [440, 880])
            #expect(tones.loud(440, at: 0..<10) > 6, "\(tones)")
            #expect(tones.loud(440, last: 10) > 6, "\(tones)")
            // The other source may be audible for a moment, until dualcam notices that the server has moved the stream.
            #expect(tones.loud(880, at: 0..<tones.count) <= 3, "\(tones)")
            #expect(tones.silent > 0, "\(tones)")
        }

        /// A server that hangs costs sound, but no picture: silence is recorded at once, although the server blocks the
        /// microphone's removal and every attempt to open it again.
        @Test func aHangingServerCostsNoPicture() async throws {
            let server = try await SoundServer(["module-null-sink sink_name=one"])
            try await Self.expectNoPictureLost(
                with: "pulse:one.monitor", environment: server.environment, send: { server.send($0) })
        }

        /// Records while the sound server hangs until eight seconds after the loss of its microphone.
        /// - Parameter send: Sends a signal to the server.
        static func expectNoPictureLost(
            with microphone: String, environment: [String: String], send: @escaping @Sendable (Int32) -> Void
        ) async throws {
            let steps = Lock((recorded: 0.0, lost: Double?.none, goesOn: false, returned: Double?.none))
            let recording = try await Recorder(
                pipeline: """
                    cameras: {back: {device: test, size: 320x180, rate: 15}}
                    microphone: "\(microphone)"
                    encoders: {default: {use: mjpeg}, audio: {use: pcm}}
                    """,
                interruptions: [
                    Interruption(SIGINT) { event in
                        steps.with { $0.returned.map { event.tells(ofSeconds: $0 + 2) } ?? false }
                    }
                ],
                environment: environment,
                watch: { event in
                    steps.with { $0.recorded = event.recorded ?? $0.recorded }
                    switch event.event {
                    case "recording": send(SIGSTOP)
                    case "input-lost": steps.with { $0.lost = $0.recorded }
                    case "input-returned": steps.with { $0.returned = $0.recorded }
                    case "status" where steps.with({ !$0.goesOn && $0.recorded > ($0.lost ?? .infinity) + 8 }):
                        steps.with { $0.goesOn = true }
                        send(SIGCONT)
                    default: break
                    }
                }
            ).record()
            send(SIGCONT)
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(steps.with { $0.returned } != nil, "\(recording.errors)")
            #expect(recording.first("worker-lost") == nil, "\(recording.errors)")
            #expect(recording.first("dropped") == nil, "\(recording.errors)")
            #expect(!recording.errors.contains("CRITICAL"), "\(recording.errors)")
        }

        /// A server that hangs is named by every command that needs an answer from it.
        @Test func aHangingServerIsNamed() async throws {
            let server = try await SoundServer(["module-null-sink sink_name=one"])
            server.send(SIGSTOP)
            defer { server.send(SIGCONT) }
            async let listing = Child.run(
                Tool.dualcam, ["devices", "--microphones"], environment: TestHome.environment(server.environment))
            async let recording = Recorder(
                pipeline: Self.pipeline("pulse:one.monitor"), environment: server.environment
            ).record()
            async let search = Recorder(pipeline: Self.pipeline("auto"), environment: server.environment).record()
            let (listed, refused, searched) = try await (listing, recording, search)
            #expect(searched.code == 69 && searched.errors.contains("hangs"), "\(searched.errors)")
            #expect(listed.code == 0 && listed.errors.contains("PulseAudio does not answer"), "\(listed.errors)")
            #expect(refused.code == 69 && refused.errors.contains("the sound server or the sound card hangs"))
        }

        /// Records the source `usb`, which the words in `load` create, and unloads it until it is reported as lost.
        private static func pull(_ load: [String], out server: SoundServer) async throws -> Recording {
            let number = server.ask(load).prefix { $0.isNumber }
            try #require(!number.isEmpty)
            let steps = Lock((recorded: 0.0, isOut: false, hasReturned: false))
            return try await Recorder(
                pipeline: Self.pipeline("pulse:usb"),
                interruptions: [
                    Interruption(SIGINT) { event in
                        event.event == "status"
                            && steps.with { $0.hasReturned && (event.recorded ?? 0) > $0.recorded + 1.5 }
                    }
                ],
                environment: server.environment,
                watch: { event in
                    switch event.event {
                    case "status" where (event.recorded ?? 0) > 1.5 && !steps.with({ $0.isOut }):
                        steps.with { $0.isOut = true }
                        server.ask(["unload-module", String(number)])
                    case "input-lost": server.ask(load)
                    case "input-returned": steps.with { ($0.hasReturned, $0.recorded) = (true, $0.recorded) }
                    case "status": steps.with { if !$0.hasReturned { $0.recorded = event.recorded ?? 0 } }
                    default: break
                    }
                }
            ).record()
        }
    }
}
