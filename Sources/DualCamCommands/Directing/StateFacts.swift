import DualCamPlan
import DualCamRecordings
import DualCamSession

/// The most important information about the state of a recording, as text for users.
struct StateFacts {
    typealias Fact = (name: String, value: String)

    /// The column titles in the table of recordings, after the columns for the recording's name and state.
    static let columns = ["recorded", "frames", "lost", "load", "levels", "disk"]

    private let state: JSONValue
    private let status: JSONValue?
    private let outputs: [JSONValue]

    init(_ state: JSONValue) {
        self.state = state
        status = state["status"]
        outputs = status?["outputs"]?.list ?? []
    }

    static func phase(_ state: JSONValue) -> String {
        let word = state["phase"]?.text ?? "unknown"
        guard word == ControlState.Phase.standby.rawValue else { return word }
        let isReady = state["status"]?["obstacle"]?.members == nil
        return isReady ? "ready, nothing is recorded" : "not ready, nothing is recorded"
    }

    /// The known facts about the recording's state. Each is shown on a line of its own.
    var rows: [Fact] {
        let facts: [(String, String?)] = [
            ("recorded", recorded.map { [$0, size].compactMap { $0 }.joined(separator: ", ") }),
            ("frames", frames { "\($0) \($1)" }), ("lost", lost), ("pictures", pictures),
            ("damaged", damaged), ("signals", signals), ("no frames", still),
            ("load", load),
            ("levels", levels),
            ("disk", disk.map { $0 + " free" + (lasts.map { ", enough for " + $0 } ?? "") }),
            ("cannot record", obstacle), ("group", status?["without-group"]?.text), ("folder", state["folder"]?.text),
        ]
        return facts.compactMap { name, value in value.map { (name, $0) } }
    }

    /// The cells of a recording's row in the table of recordings, in the order of `columns`; `-` for an unknown value.
    var cells: [String] {
        let cells = [
            recorded, frames { "\($1)" }, lost, load, levels, disk.map { $0 + (lasts.map { " (\($0))" } ?? "") },
        ]
        return cells.map { $0 ?? "-" }
    }

    private var recorded: String? { status?["recorded"]?.nanoseconds.map { Wording.clock(.nanoseconds($0)) } }

    private var size: String? {
        outputs.isEmpty ? nil : Wording.bytes(outputs.reduce(0) { $0 + ($1["bytes"]?.whole ?? 0) })
    }

    private func frames(_ text: (String, Int) -> String) -> String? {
        let texts = outputs.compactMap { output in
            output["frames"]?.count.map { text(output["output"]?.text ?? "", $0) }
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    /// The losses of the recording as text, such as `2 of back; no signal: front`: the number of frames lost by each
    /// output, and the inputs without a signal. `nothing` if there are none; `nil` if the status is unknown.
    private var lost: String? {
        guard status?.members != nil else { return nil }
        let dropped = outputs.compactMap { output -> String? in
            guard let count = output["dropped"]?.count, count > 0 else { return nil }
            return "\(count) of \(output["output"]?.text ?? "an output")"
        }
        let away = status?["lost"]?.list ?? []
        let parts =
            [dropped.joined(separator: ", ")] + (away.isEmpty ? [] : ["no signal: " + AnswerText.value(.array(away))])
        let text = parts.filter { !$0.isEmpty }.joined(separator: "; ")
        return text.isEmpty ? "nothing" : text
    }

    /// The measured frame rate of each camera and the time of day since which it applies, as text, separated by
    /// semicolons. A rate that differs from the requested one is marked, as in `front 15 fps since 18:40 (30 asked for:
    /// low light?)`. `nil` if no rate was measured.
    private var pictures: String? {
        let texts = (status?["cadences"]?.list ?? []).compactMap(Self.cadence)
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    private static func cadence(_ told: JSONValue) -> String? {
        guard let input = told["input"]?.text, let rate = told["rate"]?.number, rate > 0 else { return nil }
        let since = told["since"]?.text.flatMap { WallTime.unixNanoseconds(iso8601: $0) }
            .map { " since \(WallTime.local($0).text.suffix(8).prefix(5))" }
        let measured = "\(input) \(SessionHistory.Cadence.text(rate)) fps" + (since ?? "")
        guard let asked = told["asked"]?.number, asked > 0, abs(rate / asked - 1) > 0.1 else { return measured }
        let wanted = SessionHistory.Cadence.text(asked)
        if told["converted"]?.flag == true { return "\(measured), converted to \(wanted)" }
        return "\(measured) (\(wanted) asked for\(rate < asked ? ": low light?" : ""))"
    }

    /// The number of damaged pictures from each camera, as text. It also says whether they were recorded, such as `3 of
    /// front left out, 2 of back recorded as they came`. `nil` if no picture was damaged.
    private var damaged: String? {
        let texts = (status?["damaged"]?.list ?? []).compactMap { damage -> String? in
            guard let input = damage["input"]?.text, let count = damage["count"]?.count else { return nil }
            return "\(count) of \(input) " + (damage["kept"]?.flag == true ? "recorded as they came" : "left out")
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    /// The current signal faults of the cameras and microphones as text, such as `microphone silent, camera back
    /// black`; `nil` if there are none.
    private var signals: String? {
        let faults = (status?["signals"]?.list ?? []).compactMap { signal -> String? in
            guard let code = signal["code"]?.text, let input = signal["input"]?.text,
                let fault = SignalFault(code: code, channel: signal["channel"]?.count)
            else { return nil }
            return fault.text(of: InputName(input))
        }
        return faults.isEmpty ? nil : faults.joined(separator: ", ")
    }

    /// The names of the outputs to whose files no frames are written although their inputs deliver, as text; `nil` if
    /// there are none.
    private var still: String? {
        let names = (status?["still"]?.list ?? []).compactMap(\.text)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    private var load: String? {
        let sheds = (status?["shed"]?.list ?? []).map { shed in
            [shed["step"], shed["share"]].compactMap { $0?.text }.joined(separator: " ")
        }
        let heat = status?["heat"]?["level"]?.text.flatMap { $0 == HeatLevel.nominal.rawValue ? nil : "heat \($0)" }
        let parts = [
            status?["load"]?.number.map { $0.percent }, sheds.isEmpty ? nil : "shed: " + sheds.joined(separator: ", "),
            heat,
        ]
        let text = parts.compactMap { $0 }.joined(separator: ", ")
        return text.isEmpty ? nil : text
    }

    /// The sound levels as text: the peak level, in dB, of the loudest channel of each microphone. The microphone's
    /// name is included if there are several. `nil` if unknown.
    private var levels: String? {
        let named = (status?["microphones"]?.members ?? []).compactMap { member in
            Self.peak(member.value).map { "\(member.key) \($0)" }
        }
        return named.isEmpty ? status?["levels"].flatMap(Self.peak) : named.joined(separator: ", ")
    }

    private static func peak(_ levels: JSONValue) -> String? {
        guard let peak = levels["peak"]?.list?.compactMap(\.number).max() else { return nil }
        return peak > -120 ? Wording.number(peak, fractionDigits: 0) + " dB" : "below -120 dB"
    }

    /// The reason why no take can start now, with advice, as text; `nil` if a take can start.
    private var obstacle: String? {
        guard let obstacle = status?["obstacle"], let message = obstacle["message"]?.text else { return nil }
        return [message, obstacle["advice"]?.text ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private var disk: String? { status?["free"]?.whole.map { Wording.bytes($0) } }

    private var lasts: String? { status?["lasts"]?.nanoseconds.map { Wording.span(.nanoseconds($0)) } }
}
