import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Heat and power, read by `dualcam run` from a tree of real files that the test rewrites meanwhile.
    @Suite(.serialized) struct Heat {
        /// The files of a machine with one thermal zone and one battery.
        final class FakeMachine: Sendable {
            let folder: TemporaryFolder

            init(celsius: Double = 50, charge: Int = 80) throws {
                folder = try #require(TemporaryFolder())
                folder.write("x86_pkg_temp\n", to: "class/thermal/thermal_zone0/type")
                folder.write("Battery\n", to: "class/power_supply/BAT0/type")
                folder.write("Discharging\n", to: "class/power_supply/BAT0/status")
                heat(to: celsius)
                drain(to: charge)
            }

            func heat(to celsius: Double) { say("\(Int(celsius * 1000))") }
            func say(_ text: String) { replace("class/thermal/thermal_zone0/temp", text) }
            func drain(to percent: Int) { replace("class/power_supply/BAT0/capacity", "\(percent)") }

            /// Replaces a file in one step, as the kernel does, so that no reader sees half of it.
            private func replace(_ name: String, _ text: String) {
                folder.write(text + "\n", to: "fresh")
                rename(folder.path + "/fresh", "\(folder.path)/\(name)")
            }
        }

        private static let small = """
            cameras: {back: {device: test, size: 320x180}, front: {device: test:ball, size: 320x180}}
            combined: {size: 320x180, inset: {position: top-right}}
            microphone: test
            encoders: {default: {use: x264, preset: ultrafast}}
            recording: {segment: off}
            budget: {enforce: off, shed: []}
            """

        private static func recorder(
            _ machine: FakeMachine, _ arguments: [String] = [], command: String = "run",
            watch: @escaping @Sendable (Event) -> Void = { _ in }
        ) -> Recorder {
            var recorder = Recorder(
                command: command, pipeline: small,
                arguments: ["--simulate", "--set", "machine.sysfs=" + machine.folder.path] + arguments)
            // The machine's files are deleted with `machine`, so the closure keeps it alive as long as the recorder.
            recorder.watch = { event in withExtendedLifetime(machine) { watch(event) } }
            return recorder
        }

        /// Heat levels serious and critical, and then back, step by step, to full frame rates. Clocks run three times
        /// as fast.
        static let changing = Shared {
            let machine = try FakeMachine()
            var recorder = Heat.recorder(machine) { event in
                if event.event == "recording" { machine.heat(to: 85) }
                switch (event.event, event.level) {
                case ("heat", "serious") where (try? machine.celsius) == 85: machine.heat(to: 95)
                case ("heat", "critical"): machine.heat(to: 40)
                default: break
                }
            }
            recorder.environment = ["DUALCAM_CLOCK_RATE": "3"]
            let nominal = Lock<Double?>(nil)
            recorder.interruptions = [
                // Ends the recording after two more seconds at full frame rates.
                Interruption(SIGINT) { event in
                    if event.level == "nominal" { nominal.with { $0 = .infinity } }
                    guard let recorded = event.recorded else { return false }
                    return nominal.with { since in
                        if since == .infinity { since = recorded }
                        return since.map { recorded >= $0 + 2 } ?? false
                    }
                }
            ]
            return try await recorder.record()
        }

        @Test func levelsGoUpAtOnceAndDownOneByOne() async throws {
            let recording = try await Self.changing.value
            #expect(recording.code == 0, "\(recording.errors)")
            let levels = recording.events.filter { $0.event == "heat" }.compactMap(\.level)
            #expect(levels == ["serious", "critical", "serious", "fair", "nominal"])
        }

        @Test func everyChangedRateIsInTheLedger() async throws {
            let recording = try await Self.changing.value
            let manifest = try Ledger(at: recording.path("session.json"))
            for output in ["back", "front", "combined"] {
                #expect(manifest.shares(of: output) == ["2/3", "1/2", "2/3", "1"], "\(output)")
            }
        }

        /// The counter in the picture identifies each frame. At 2/3 every third frame is missing, at 1/2 every second
        /// one, and otherwise only frames that were reported.
        @Test(arguments: ["back", "front", "combined"]) func noOtherFrameIsMissing(output: String) async throws {
            let recording = try await Self.changing.value
            let file = try await Judgement.of(try recording.path("_\(output).mov"))
            #expect(file.errors.isEmpty, "\(file.errors)")
            let counters = try #require(file.counters)
            let isCombined = output == "combined"
            let repeated = isCombined ? recording.events.repeated("back") : 0
            let lost = recording.events.dropped(output) + (isCombined ? repeated + recording.events.missed("back") : 0)
            #expect(counters.backward.isEmpty && counters.unreadable.isEmpty)
            let steps = zip(counters.read, counters.read.dropFirst()).map { $1 - $0 }
            #expect(steps.count { $0 == 0 } <= repeated, "\(output): \(counters.repeated), told: \(repeated)")
            #expect(steps.count { $0 > 2 } <= lost, "\(output): \(steps), told: \(lost)")
            // At least ten seconds of each rate.
            #expect(steps.count { $0 == 2 } > 200)
        }

        @Test func theAuditProvesIt() async throws {
            let recording = try await Self.changing.value
            let session = (try recording.path("session.json") as NSString).deletingLastPathComponent
            let audit = try await Tool.run(Tool.dualcam, ["audit", session])
            #expect(audit.code == 0, "\(audit.text)\(audit.errors)")
        }

        @Test func filesStayInSync() async throws {
            let recording = try await Self.changing.value
            let files = try await Judgement.of(
                try ["back", "front", "combined"].map { try recording.path("_\($0).mov") }, "--no-picture")
            let firsts = try files.map { try #require($0.video?.first) }
            let ends = try files.map { try #require($0.video?.end) }
            // The last frame of a file may be one that another file left out.
            #expect(try #require(firsts.max()) - #require(firsts.min()) <= 0.035, "\(firsts)")
            #expect(try #require(ends.max()) - #require(ends.min()) <= 0.07, "\(ends)")
            for file in files {
                #expect(abs((file.audio?.length ?? 0) - (file.video?.length ?? 0)) <= 0.1, "\(file.file)")
            }
        }

        /// A slow rise of a third of a degree per recorded second, from 60 degrees on, with clocks that run five times
        /// as fast.
        @Test func aRiseIsForeseenAndTheCombinedPictureSlowedFirst() async throws {
            let machine = try FakeMachine()
            var recorder = Self.recorder(machine) { event in
                if event.event == "status", let recorded = event.recorded {
                    machine.heat(to: 60 + min(19, recorded / 3))
                }
            }
            recorder.environment = ["DUALCAM_CLOCK_RATE": "5"]
            recorder.interruptions = [Interruption(SIGINT) { $0.eased == true }]
            let recording = try await recorder.record()
            #expect(recording.code == 0, "\(recording.errors)")
            let forecasts = recording.events.filter { $0.event == "forecast" }
            #expect(forecasts.first?.level == "serious")
            #expect((5...60).contains(forecasts.first?.seconds ?? 0), "\(forecasts)")
            #expect(forecasts.last?.eased == true)
            #expect(!recording.events.contains { $0.event == "heat" && $0.level != "fair" })
        }

        private static let tooHot = SideBySide(["run", "serve"]) { command in
            let machine = try FakeMachine()
            return try await recorder(machine, command == "serve" ? ["--record"] : [], command: command) { event in
                if event.tells(ofSeconds: 1) { machine.heat(to: 104) }
            }.record()
        }

        @Test(arguments: ["run", "serve"]) func shutdownFinishesTheFiles(command: String) async throws {
            let recording = try await Self.tooHot.of(command)
            #expect(recording.code == 75)
            #expect(
                recording.errors.hasPrefix(
                    "dualcam: error: The machine is too hot to record (104C, x86_pkg_temp): thermal.shutdown is 100C. "
                        + "Let it cool, and check its fan, its vents and the sun on it; record less, or raise thermal.shutdown.\n"
                ), "\(recording.errors)")
            // The second line is the closing line.
            let lines = recording.errors.split(separator: "\n")
            #expect(lines.count == 2 && lines[1].hasPrefix("dualcam: 3 files"), "\(recording.errors)")
            #expect(recording.first("stopping")?.reason == "heat")
            #expect(!recording.holds("UNFINISHED"))
            for output in ["back", "front", "combined"] {
                #expect(try await Judgement.of(try recording.path("_\(output).mov"), "--no-picture").errors.isEmpty)
            }
            #expect(!recording.events.contains { $0.event == "worker-lost" })
        }

        @Test func aMachineThatIsTooHotAtTheStartRecordsNothing() async throws {
            let machine = try FakeMachine(celsius: 104)
            let recording = try await Self.recorder(machine).record()
            #expect(recording.code == 75, "\(recording.errors)")
            #expect(recording.contents == [])
            #expect(recording.errors.hasPrefix("dualcam: error: The machine is too hot to record (104C, x86_pkg_temp)"))
        }

        @Test func anEmptyBatteryFinishesTheFiles() async throws {
            let machine = try FakeMachine()
            let recording = try await Self.recorder(machine) { event in
                if event.event == "recording" { machine.drain(to: 19) }
                if event.code == "battery" { machine.drain(to: 4) }
            }.record()
            #expect(recording.code == 75)
            #expect(recording.events.filter { $0.code == "battery" }.count == 1)
            #expect(recording.first("stopping")?.reason == "battery")
            #expect(!recording.holds("UNFINISHED"))
            #expect(recording.errors.hasPrefix("dualcam: error: The battery is at 4%, below battery.stop (5%)."))
        }

        /// An empty battery also ends a standby, because open cameras use power.
        @Test func anEmptyBatteryEndsStandby() async throws {
            let machine = try FakeMachine()
            let recording = try await Self.recorder(machine, command: "serve") { event in
                if event.event == "standby" { machine.drain(to: 4) }
            }.record()
            #expect(recording.code == 75)
            #expect(recording.contents == [])
            #expect(recording.errors.hasPrefix("dualcam: error: The battery is at 4%, below battery.stop (5%)."))
        }

        @Test func sensorsThatLieOrGoAreSaidOnce() async throws {
            let machine = try FakeMachine()
            let recording = try await Self.recorder(machine, ["--duration", "7s"]) { event in
                if event.event == "recording" { machine.say("-273000") }
                if event.tells(ofSeconds: 3) { machine.folder.remove("class/thermal") }
            }.record()
            #expect(recording.code == 0, "\(recording.errors)")
            let place = machine.folder.path + "/class/thermal/thermal_zone0/temp"
            #expect(
                recording.events.filter { $0.code == "sensor" }.compactMap(\.message) == [
                    "The temperature sensor x86_pkg_temp does not count: \(place) reads '-273000'.",
                    "No temperature can be read below \(machine.folder.path): the recording cannot be slowed when it gets hot.",
                    "The temperature sensor x86_pkg_temp is gone (\(place)).",
                ])
        }
    }
}

extension Recordings.Heat.FakeMachine {
    fileprivate var celsius: Double {
        get throws {
            let text = try #require(folder.text("class/thermal/thermal_zone0/temp"))
            return try #require(Double(text.trimmingCharacters(in: .newlines))) / 1000
        }
    }
}

/// The ledger in `session.json`.
private struct Ledger: Decodable {
    struct Entry: Decodable {
        var kind: String
        var output: String?
        var share: String?
    }

    var ledger: [Entry]

    init(at path: String) throws {
        self = try JSONDecoder().decode(Ledger.self, from: Data(contentsOf: URL(filePath: path)))
    }

    func shares(of output: String) -> [String] {
        ledger.filter { $0.kind == "rate-changed" && $0.output == output }.compactMap(\.share)
    }
}
