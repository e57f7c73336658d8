import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// Generates text for users about shedding: the reduction of quality or outputs under load.
enum ShedWords {
    /// Returns text that names the cause of a shedding step, and the quality or output that it reduces.
    static func text(_ shed: Shed, _ figures: LoadFigures) -> String { "\(cause(of: shed, figures)): \(what(shed))" }

    static func text(restored shed: Shed) -> String { "\(what(shed)) again" }

    /// Returns text about load and shedding, such as `load 93 %, shed: combined 20 fps`; `nil` if the load is unknown
    /// and nothing is shed.
    static func summary(of workload: SessionEvent.Workload) -> String? {
        let load = workload.load.map { "load " + $0.percent }
        let items = items(of: workload)
        let sheds = items.isEmpty ? nil : "shed: " + items.joined(separator: ", ")
        let parts = [load, sheds].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func items(of workload: SessionEvent.Workload) -> [String] {
        var items: [String] = []
        for step in ShedStep.allCases {
            let sheds = workload.sheds.filter { $0.step == step }
            guard let least = sheds.min(by: { fraction($0) < fraction($1) }) else { continue }
            items.append(words(least, workload.rates) + note(sheds.map(\.reason)))
        }
        return items
    }

    private static func fraction(_ shed: Shed) -> Double { shed.share?.fraction ?? 0 }

    /// Returns the reasons for shedding in parentheses if heat is one of them. Otherwise returns an empty string,
    /// because load is the usual reason.
    private static func note(_ reasons: [ShedReason]) -> String {
        guard reasons.contains(.heat) else { return "" }
        return " (" + reasons.map(\.rawValue).joined(separator: ", ") + ")"
    }

    private static func words(_ shed: Shed, _ rates: [SessionEvent.Workload.Rate]) -> String {
        switch shed.step {
        case .preset: return "fastest presets"
        case .preview: return "no preview"
        case .combinedPreset: return "combined half bitrate"
        case .combined: return "no combined"
        case .combinedRate, .isolatedRate:
            let isCombined = shed.step == .combinedRate
            let slow = rates.filter { ($0.output == .combined) == isCombined && $0.framesPerSecond > 0 }
            let share = (isCombined ? "combined " : "cameras ") + (shed.share?.rawValue ?? "0")
            if slow.isEmpty { return share }
            return slow.map { "\($0.output) \(Wording.rate($0.framesPerSecond))" }.joined(separator: ", ")
        }
    }

    private static func cause(of shed: Shed, _ figures: LoadFigures) -> String {
        switch shed.reason {
        case .load: "load " + (figures.load ?? 0).percent
        case .queue: "an encoder falls behind (queue \(figures.queue.percent) full)"
        case .heat: "too hot"
        }
    }

    private static func what(_ shed: Shed) -> String {
        switch shed.step {
        case .preset: "every encoder works at its \(shed.share == .full ? "planned" : "fastest") preset"
        case .preview: "the preview is \(shed.share == .full ? "" : "not ")shown"
        case .combinedPreset: "the combined picture gets \(shed.share == .full ? "its full" : "half its") bitrate"
        case .combined: "the combined picture is \(shed.share == .full ? "" : "not ")recorded"
        case .combinedRate: "\(frames(shed.share)) of the combined picture \(verb(shed.share)) recorded"
        case .isolatedRate: "\(frames(shed.share)) of each camera \(verb(shed.share)) recorded"
        }
    }

    private static func frames(_ share: RateShare?) -> String {
        switch share {
        case .full: "every frame"
        case .twoThirds: "two of three frames"
        case .half: "every other frame"
        case .third: "every third frame"
        case .quarter: "every fourth frame"
        case .sixth: "every sixth frame"
        case nil: "no frame"
        }
    }

    private static func verb(_ share: RateShare?) -> String { share == .twoThirds ? "are" : "is" }
}
