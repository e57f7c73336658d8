import DualCamConfig

/// The measured CPU usage of earlier recordings on this machine, by the work that they performed. These measurements
/// are more accurate than sums of values from a cost table.
package struct Experience: Sendable, Equatable {
    package struct Entry: Sendable, Equatable, Codable {
        /// The number of cores that recordings with this work kept busy.
        package var cores: Double
        /// The duration of the measurement in seconds, 0 or more; at most 120 if several measurements were combined.
        package var seconds: Double
        /// The time of the last measurement, in UTC: `2026-11-21T14:05:03Z`.
        package var date: String

        package init(cores: Double, seconds: Double, date: String) {
            (self.cores, self.seconds, self.date) = (cores, seconds, date)
        }
    }

    /// The measurements, each stored under a text that describes the work of the measured recordings
    /// (`RecordingCost.work`).
    package var entries: [String: Entry]
    /// The factor that corrects the cost table's values for recordings that have never been measured.
    var otherwise = 1.0

    package init(_ entries: [String: Entry] = [:]) { self.entries = entries }

    /// Adds a measurement of the CPU usage for a recording's work. Longer measurements have more weight. The earlier
    /// value and the new one count for at most one minute each, so that changes of the machine take effect.
    package mutating func learn(_ new: Entry, of work: String) {
        guard let old = entries[work] else { return entries[work] = new }
        let (before, now) = (min(old.seconds, 60), min(new.seconds, 60))
        let cores = (old.cores * before + new.cores * now) / max(1e-9, before + now)
        entries[work] = Entry(cores: cores, seconds: before + now, date: new.date)
    }

    /// Keeps the newest `count` measurements and discards the others.
    package mutating func keep(atMost count: Int) {
        let old = entries.sorted { $0.value.date > $1.value.date }.dropFirst(count)
        for entry in old { entries[entry.key] = nil }
    }
}

extension CPUCost {
    /// Returns a copy of the CPU usage in which `cores` is the value measured for the same work. All other values
    /// except `byTable` are scaled by the same factor. Without such a measurement, the factor is
    /// `Experience.otherwise`.
    func corrected(by experience: Experience, of work: String) -> CPUCost {
        let entry = experience.entries[work]
        guard cores > 0, entry != nil || experience.otherwise != 1 else { return self }
        let factor = (entry?.cores ?? cores * experience.otherwise) / cores
        var cost = self
        for kind in [\CPUCost.cores, \.decoding, \.composing, \.encoding, \.other, \.base] {
            cost[keyPath: kind] *= factor
        }
        for index in parts.indices { cost.parts[index].cores *= factor }
        cost.seen = entry
        return cost
    }
}

extension PlanDecisions {
    /// A line of text that describes the work of the planned recording. It contains everything that the CPU usage
    /// depends on.
    var work: String {
        (cameras.map(\.work) + [sound] + [picture] + encoders.map(\.work) + ["in \(pipeline.recording.container)"])
            .filter { !$0.isEmpty }.joined(separator: "; ")
    }

    private var sound: String {
        let sounds = inputs.heard.map { heard in
            let (source, microphone) = (heard.facts.work, heard.microphone)
            let filter = microphone.windFilter ? " without wind" : ""
            return
                "sound of \(source), \(microphone.rate)x\(microphone.channels)\(filter) as \(pipeline.encoders.audio.use)"
        }
        return (inputs.isMixed ? sounds + ["mixed"] : sounds).joined(separator: "; ")
    }

    private var picture: String {
        guard let combined else { return "" }
        let places = cameras.compactMap { camera in
            camera.placement.map {
                "\(camera.name) \($0.placement.target) of \($0.placement.source ?? .init(camera.size))"
            }
        }
        return "\(combined.mixer) \(combined.size)@\(combined.rate): " + places.joined(separator: ", ")
    }
}

extension MicrophoneFacts {
    fileprivate var work: String {
        switch self {
        case .device(let element, let device): ([element] + (device.map { [$0] } ?? [])).joined(separator: " ")
        case .test: "test"
        case .voice: "test:voice"
        case .clip(let clip): clip.path
        }
    }
}

extension CameraDecision {
    fileprivate var work: String {
        let from =
            switch source {
            case .device(let device, let mode, let rate): "\(device.stableName) \(mode.format) \(mode.size)@\(rate)"
            case .test(let pattern): "test:\(pattern.rawValue)"
            case .clip(let clip): clip.path
            case .element(let source): source.words
            case .absent: "nothing"
            }
        let turned = camera.rotate == .none ? "" : " turned \(camera.rotate.rawValue)"
        return "\(name) \(from) as \(size)@\(camera.rate)\(turned)" + (isPassedThrough ? " passed through" : "")
    }
}

extension EncoderDecision {
    fileprivate var work: String {
        let words = [name, job.profile].compactMap(\.self).joined(separator: " ")
        return "\(output) by \(words), \(job.size)@\(job.rate) at \(job.bitrate), \(job.threads) threads"
    }
}

extension PixelRectangle: CustomStringConvertible {
    package var description: String { "\(width)x\(height)+\(x)+\(y)" }
}
