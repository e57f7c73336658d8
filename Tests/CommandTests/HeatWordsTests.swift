@testable import DualCamPlan
@testable import DualCamRecordings
@testable import DualCamSession
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

@Suite struct HeatWordsTests {
    private static func heat(_ level: HeatLevel, _ celsius: Double?, _ forecast: HeatForecast? = nil)
        -> SessionEvent.Heat
    {
        .init(level: level, zone: celsius.map { .init(name: "x86_pkg_temp", celsius: $0) }, forecast: forecast)
    }

    @Test(
        arguments: [
            (.heat(heat(.fair, 71.4), .temperature), "<6>dualcam: heat fair (71 C, x86_pkg_temp)"),
            (
                .heat(heat(.serious, 80), .temperature),
                "<4>dualcam: heat serious (80 C, x86_pkg_temp): 2/3 of the frames are recorded"
            ),
            (
                .heat(heat(.serious, nil), .throttling),
                "<4>dualcam: the processor slows itself for heat: 2/3 of the frames are recorded"
            ),
            (
                .heat(heat(.critical, 90), .temperature),
                "<4>dualcam: heat critical (90 C, x86_pkg_temp): 1/2 of the frames are recorded"
            ),
            (
                .forecast(HeatForecast(.serious, after: .seconds(729)), isEased: false),
                "<4>dualcam: heat serious in 12 min at this rate"
            ),
            (
                .forecast(HeatForecast(.serious, after: .seconds(110)), isEased: true),
                "<4>dualcam: heat serious in 110 s at this rate; 2/3 of the combined picture's frames are recorded until then"
            ),
            (.forecast(nil, isEased: false), "<6>dualcam: no further heating is expected"),
            (.power(.battery, .init(charge: 0.9, isDischarging: true)), "<6>dualcam: on battery, at 90%"),
            (
                .power(.mains, .init(charge: 0.1, isDischarging: false)),
                "<6>dualcam: on mains again, the battery at 10%"
            ),
            (.power(.low, .init(charge: 0.19, isDischarging: true)), ""),
        ] as [(SessionEvent.Kind, String)])
    func whatPeopleRead(kind: SessionEvent.Kind, line: String) {
        var report = RunReport(json: false, style: .journal)
        let event = SessionEvent(kind, unixNanoseconds: 0, runningTime: nil)
        #expect(report.text(for: event, at: .zero, columns: nil).errors.text == (line.isEmpty ? "" : line + "\n"))
    }

    @Test(
        arguments: [
            (heat(.nominal, 50), nil, ""), (heat(.nominal, nil), .init(charge: 0.5, isDischarging: false), ""),
            (heat(.fair, 71.4), nil, "  heat fair 71 C"), (heat(.serious, nil), nil, "  heat serious"),
            (
                heat(.nominal, 65, HeatForecast(.serious, after: .seconds(729))), nil, "  heat 65 C, serious in 12 min"
            ),
            (nil, .init(charge: 0.071, isDischarging: true), "  battery 7%"),
        ] as [(SessionEvent.Heat?, MachineReading.Battery?, String)])
    func theStatusLine(heat: SessionEvent.Heat?, battery: MachineReading.Battery?, marks: String) {
        var status = RecordingStatus(
            phase: .recording, news: .init(recorded: .seconds(1), freeBytes: nil, outputs: []))
        (status.heat, status.battery) = (heat, battery)
        #expect(StatusLine.text(status, width: nil, colour: false).text == "recording 0:01\(marks)  dropped 0")
    }

    @Test func seriousHeatIsRed() {
        var status = RecordingStatus(
            phase: .recording, news: .init(recorded: .seconds(1), freeBytes: nil, outputs: []))
        status.heat = Self.heat(.serious, 82)
        #expect(StatusLine.text(status, width: nil, colour: true).text.contains("\u{1B}[31mheat serious 82 C\u{1B}[0m"))
        #expect(StatusLine.text(status, width: 20, colour: false) == "recording 0:01")
    }
}
