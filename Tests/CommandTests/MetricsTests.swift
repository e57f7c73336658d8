@testable import DualCamConfig
@testable import DualCamPlan
@testable import DualCamRecordings
@testable import DualCamSession
import Foundation
import Testing

@testable import DualCamSupervisorPolicy
@testable import DualCamCommands
@testable import DualCamWorker

@Suite struct MetricsTests {
    private static var reading: MetricsReading {
        var beat = Heartbeat()
        (beat.stage, beat.recorded, beat.freeBytes, beat.repeated) = (.recording, 12.5, 1_000_000, 3)
        beat.outputs = [
            .init(name: "back", frames: 375, dropped: 2, bytes: 4000),
            .init(name: "a\"b\\c", frames: 0, dropped: 0, bytes: 0),
        ]
        (beat.lostInputs, beat.stillOutputs) = (["front"], ["combined"])
        beat.signals = [.init(input: "microphone", code: "microphone-silent", text: "microphone silent")]
        beat.peaks = [.init(microphone: "microphone", peak: -91.5)]
        beat.pictures = [
            .init(camera: "back", luminance: 0.5, unchanged: 0), .init(camera: "front", luminance: nil, unchanged: 26),
        ]
        beat.apply(
            .init(
                load: 0.93, queue: 0.25,
                sheds: [
                    Shed(.combinedRate, share: .half, reason: .load),
                    Shed(.isolatedRate, share: .twoThirds, reason: .heat),
                ]
            ))
        beat.shedSteps = 3
        (beat.heatLevel, beat.heatForecast, beat.batteryCharge) = (1, 720, 0.07)
        return MetricsReading(
            beat: beat, isRecording: true, rates: ["back": 29.97], restarts: 1, unsaved: 2,
            changed: 1_795_269_903_250_000_000,
            memory: 2048,
            temperatures: [.init(zone: "thermal_zone0", type: "x86_pkg_temp", celsius: 45.5)])
    }

    /// The dashboard and the alert rules only use existing metrics, and every metric is documented.
    @Test func theDashboardAndTheAlertsAskForFiguresThatAreThere() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Documentation")
        let text = { (name: String) in try String(contentsOf: folder.appending(path: name), encoding: .utf8) }
        let told = Set(Self.reading.text.matches(of: /# TYPE (\w+)/).map { String($0.1) })
        for name in ["grafana.json", "alerts.yml"] {
            let asked = Set(try text(name).matches(of: /dualcam_\w+/).map { String($0.0) })
            #expect(asked.count >= 9 && asked.subtracting(told) == [], "\(name)")
        }
        let documented = try text("service.md")
        for name in told {
            #expect(documented.contains("`_\(name.dropFirst(8))`") || documented.contains("`\(name)`"), "\(name)")
        }
        _ = try JSONValue(parsing: try text("grafana.json"))
    }

    private static let text = #"""
        # HELP dualcam_recording Whether frames are being recorded.
        # TYPE dualcam_recording gauge
        dualcam_recording 1
        # HELP dualcam_recorded_seconds Length recorded so far.
        # TYPE dualcam_recorded_seconds gauge
        dualcam_recorded_seconds 12.500
        # HELP dualcam_repeated_frames_total Combined frames that show an older picture of a camera.
        # TYPE dualcam_repeated_frames_total counter
        dualcam_repeated_frames_total 3
        # HELP dualcam_lost_inputs Cameras and microphones that are lost now.
        # TYPE dualcam_lost_inputs gauge
        dualcam_lost_inputs 1
        # HELP dualcam_input_lost Inputs that are lost now.
        # TYPE dualcam_input_lost gauge
        dualcam_input_lost{input="front"} 1
        # HELP dualcam_worker_restarts_total Recording processes that followed a lost one.
        # TYPE dualcam_worker_restarts_total counter
        dualcam_worker_restarts_total 1
        # HELP dualcam_audio_peak_dbfs Highest peak of a microphone within the last second, in dBFS.
        # TYPE dualcam_audio_peak_dbfs gauge
        dualcam_audio_peak_dbfs{microphone="microphone"} -91.500
        # HELP dualcam_picture_luminance_ratio Mean luminance of a camera's picture, from 0 (black) to 1 (white).
        # TYPE dualcam_picture_luminance_ratio gauge
        dualcam_picture_luminance_ratio{camera="back"} 0.500
        # HELP dualcam_picture_unchanged_seconds Time since a camera's picture has changed, to the pixel.
        # TYPE dualcam_picture_unchanged_seconds gauge
        dualcam_picture_unchanged_seconds{camera="back"} 0
        dualcam_picture_unchanged_seconds{camera="front"} 26
        # HELP dualcam_signal_fault 1 while a camera or microphone delivers something faulty.
        # TYPE dualcam_signal_fault gauge
        dualcam_signal_fault{input="microphone",code="microphone-silent"} 1
        # HELP dualcam_frames_total Video frames written.
        # TYPE dualcam_frames_total counter
        dualcam_frames_total{output="back"} 375
        dualcam_frames_total{output="a\"b\\c"} 0
        # HELP dualcam_dropped_frames_total Video frames lost before the encoder.
        # TYPE dualcam_dropped_frames_total counter
        dualcam_dropped_frames_total{output="back"} 2
        dualcam_dropped_frames_total{output="a\"b\\c"} 0
        # HELP dualcam_written_bytes_total Bytes written.
        # TYPE dualcam_written_bytes_total counter
        dualcam_written_bytes_total{output="back"} 4000
        dualcam_written_bytes_total{output="a\"b\\c"} 0
        # HELP dualcam_output_still 1 while no frame of an output is written though its inputs deliver.
        # TYPE dualcam_output_still gauge
        dualcam_output_still{output="combined"} 1
        # HELP dualcam_frames_per_second Video frames written a second.
        # TYPE dualcam_frames_per_second gauge
        dualcam_frames_per_second{output="back"} 29.970
        # HELP dualcam_load_ratio Share of what the process can have that it uses.
        # TYPE dualcam_load_ratio gauge
        dualcam_load_ratio 0.930
        # HELP dualcam_queue_ratio How full the fullest queue before an encoder is.
        # TYPE dualcam_queue_ratio gauge
        dualcam_queue_ratio 0.250
        # HELP dualcam_shed What is left out now.
        # TYPE dualcam_shed gauge
        dualcam_shed{step="combined-rate",reason="load"} 1
        dualcam_shed{step="isolated-rate",reason="heat"} 1
        # HELP dualcam_shed_steps_total How often something was left out.
        # TYPE dualcam_shed_steps_total counter
        dualcam_shed_steps_total 3
        # HELP dualcam_free_bytes Bytes left on the disk.
        # TYPE dualcam_free_bytes gauge
        dualcam_free_bytes 1000000
        # HELP dualcam_worker_memory_bytes Memory of the recording process.
        # TYPE dualcam_worker_memory_bytes gauge
        dualcam_worker_memory_bytes 2048
        # HELP dualcam_last_write_timestamp_seconds Unix time of the last change to a file.
        # TYPE dualcam_last_write_timestamp_seconds gauge
        dualcam_last_write_timestamp_seconds 1795269903.250
        # HELP dualcam_backup_waiting Finished sessions that are not copied to the place of backup yet.
        # TYPE dualcam_backup_waiting gauge
        dualcam_backup_waiting 2
        # HELP dualcam_temperature_celsius Temperature of a thermal zone.
        # TYPE dualcam_temperature_celsius gauge
        dualcam_temperature_celsius{zone="thermal_zone0",type="x86_pkg_temp"} 45.500
        # HELP dualcam_heat_level Level of heat: 0 nominal, 1 fair, 2 serious, 3 critical, 4 shutdown.
        # TYPE dualcam_heat_level gauge
        dualcam_heat_level 1
        # HELP dualcam_heat_forecast_seconds Time until the next level that costs frames, if it goes on like this.
        # TYPE dualcam_heat_forecast_seconds gauge
        dualcam_heat_forecast_seconds 720
        # HELP dualcam_battery_charge_ratio Charge of the battery, from 0 to 1.
        # TYPE dualcam_battery_charge_ratio gauge
        dualcam_battery_charge_ratio 0.070

        """#

    @Test func theFiguresOfARecording() { #expect(Self.reading.text == Self.text) }

    /// Every line is a comment or a sample in the right grammar, and every metric is declared before its samples.
    @Test(arguments: [Self.reading, MetricsReading()]) func isExpositionFormat(_ reading: MetricsReading) throws {
        let text = reading.text
        #expect(text.hasSuffix("\n"))
        var announced: Set<Substring> = []
        for line in text.split(separator: "\n") {
            if let type = line.wholeMatch(of: /# TYPE ([a-z_]+) (?:counter|gauge)/) {
                #expect(announced.insert(type.1).inserted)
            } else if line.wholeMatch(of: /# HELP [a-z_]+ .+/) == nil {
                let label = /[a-z]+="(?:[^"\\]|\\["\\n])*"/
                let sample = try #require(line.prefixMatch(of: /([a-z_]+)/), "\(line)")
                #expect(announced.contains(sample.1), "\(line)")
                let rest = line[sample.range.upperBound...]
                let value = try #require(rest.split(separator: " ").last.flatMap { Double($0) }, "\(line)")
                #expect(value.isFinite)
                for match in rest.matches(of: label) { #expect(!match.0.isEmpty) }
            }
        }
    }

    @Test func ratesAreTakenOverTheTimeInBetween() {
        var rates = FrameRates()
        func outputs(_ frames: Int) -> [Heartbeat.Output] {
            [.init(name: "back", frames: frames, dropped: 0, bytes: 0)]
        }
        #expect(rates.observe(outputs(30), at: .seconds(1)) == [:])
        #expect(rates.observe(outputs(330), at: .seconds(11)) == ["back": 30])
        #expect(rates.observe(outputs(10), at: .seconds(21)) == ["back": 0], "a new worker counts again")
        #expect(rates.observe(outputs(110), at: .seconds(31)) == ["back": 10])
    }

    @Test func factsComeFromTheKernelsFiles() {
        var files = FakeFiles([])
        files.contents = [
            "/p/7/status": Array("Name:\tdualcam\nVmRSS:\t  123 kB\n".utf8),
            // The process name may contain anything; the CPU ticks are the 12th and 13th number after it.
            "/p/7/stat": Array("7 (dual) cam) S 1 7 7 0 -1 0 10 0 20 0 300 4000 5 6 20 0 9\n".utf8),
            "/p/7/io": Array("rchar: 50000\nwchar: 600000\nsyscr: 7\n".utf8),
            "/p/meminfo": Array("MemTotal:       2000 kB\nMemFree: 1 kB\n".utf8),
            "/s/class/thermal/thermal_zone1/temp": Array("45500\n".utf8),
            "/s/class/thermal/thermal_zone1/type": Array("cpu\n".utf8),
            "/s/class/thermal/thermal_zone0/temp": Optional<[UInt8]>.none,
            "/s/class/thermal/cooling_device0/type": Array("fan\n".utf8),
        ]
        let facts = ProcessFacts(proc: "/p", sysfs: "/s", files: files)
        #expect(facts.memory(of: 7) == 125_952)
        #expect(facts.memory(of: 8) == nil)
        #expect(facts.work(of: 7) == 654_300 && facts.work(of: 8) == nil)
        #expect(facts.totalMemory == 2_048_000)
        #expect(facts.temperatures == [.init(zone: "thermal_zone1", type: "cpu", celsius: 45.5)])
    }
}
