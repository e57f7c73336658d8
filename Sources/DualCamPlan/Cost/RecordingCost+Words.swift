extension RecordingCost {
    /// The rows of the cost table that is shown to users. Each row contains the name of a resource and its usage as
    /// text.
    package var rows: [(name: String, text: String)] {
        Resource.allCases.compactMap { resource in text(of: resource).map { (resource.rawValue, $0) } }
    }

    private func text(of resource: Resource) -> String? {
        let percent = share(of: resource).map { $0.percent + ", " }
        switch resource {
        case .cpu: return (percent ?? "") + cpuText
        case .memory: return percent.map { $0 + "pictures moved" } ?? "not measured"
        case .disk:
            return "\(percent ?? "")\((Double(bytesPerSecond) / 1_000_000).hundredths) MB/s to \(directory)"
                + (disk == nil ? ", whose disk is not measured" : "")
        case .usb:
            guard let lane = usb.lanes.first, let percent else { return nil }
            return percent + "\(lane.name): camera" + (lane.streams.count == 1 ? " " : "s ")
                + lane.streams.map { "\($0.camera) at \($0.port)" }.joined(separator: ", ")
        case .hardware: return percent.map { $0 + "encoder sessions of the chip" }
        }
    }

    private var cpuText: String {
        let parts = [
            ("decoding", cpu.decoding), ("composing", cpu.composing), ("encoding", cpu.encoding), ("other", cpu.other),
        ]
        return "\(cpu.cores.hundredths) of \(cores == 1 ? "1 core" : "\(cores) cores"): "
            + parts.filter { $0.1 >= 0.005 }.map { "\($0.0) \($0.1.hundredths)" }.joined(separator: ", ")
    }

    /// The result of the cost estimate in full sentences: whether the recording fits its budget, and how reliable the
    /// estimate is.
    package var verdict: String {
        let basis =
            cpu.seen.map(Self.basis)
            ?? (isMeasured
                ? "The cpu's figures add up single pieces of work as measured here, give or take \(margin.percent); 'dualcam calibrate "
                    + "FILE' rehearses the whole."
                : "The cpu's figures come from the built-in table, give or take \(margin.percent); 'dualcam calibrate' measures this "
                    + "machine, and until then encoders that are free to choose leave room for that and for other programs.")
        if fits {
            return
                "It fits: \(total.percent) of the \(binding.rawValue), where \(limit(of: binding).percent) may be used. "
                + basis
        }
        let consequence =
            isRefused
            ? "'dualcam run' refuses it."
            : impossible.isEmpty
                ? "'dualcam run' records it all the same, since the table can be so wrong."
                : "'dualcam run' records it all the same: budget.enforce is off."
        return "It does not fit: \(excess(exceeded)). \(basis) \(consequence)"
    }

    private static func basis(_ seen: Experience.Entry) -> String {
        let seconds = seen.seconds < 59.5 ? "\(Int(saturating: seen.seconds)) s" : "a minute"
        return
            "The cpu's figure is what recordings of this kind took here, last on \(seen.date.prefix(10)) (\(seconds) of them count)."
    }

    /// Returns a clause about the resources that exceed the budget:
    /// `the cpu would be used at 113 % (2.26 of 2 cores), where 90 % may be used`.
    package func excess(_ resources: [Resource]) -> String {
        resources.map { resource in
            let share = (share(of: resource) ?? 0).percent
            switch resource {
            case .usb:
                return
                    "cameras \(busPeers) reserve \(share) of what \(usb.lanes.first?.name ?? "the USB") can give, and the kernel "
                    + "would refuse one of them ('No space left on device')"
            case .hardware: return "the chip would need \(share) of the encoder sessions that it has"
            case .cpu:
                return "the cpu would be used at \(share) (\(cpu.cores.hundredths) of \(cores) cores), where "
                    + "\(limit.percent) may be used (budget.limit)"
            case .memory:
                return "the memory would be used at \(share), where \(limit.percent) may be used (budget.limit)"
            case .disk:
                return
                    "the disk of \(directory) would be used at \(share), where \(limit.percent) may be used (budget.limit)"
            }
        }.joined(separator: "; ")
    }

    private var busPeers: String {
        (usb.lanes.first?.streams.map(\.camera) ?? []).enumeration
    }
}

extension Array {
    /// Groups elements by key, in the order in which the keys first occur. Omits elements without a key.
    func grouped<Key: Equatable>(by key: (Element) -> Key?) -> [(key: Key, elements: [Element])] {
        reduce(into: []) { groups, element in
            guard let key = key(element) else { return }
            let place = groups.firstIndex { $0.key == key } ?? groups.endIndex
            if place == groups.endIndex { groups.append((key, [])) }
            groups[place].elements.append(element)
        }
    }
}

extension [String] {
    /// The strings listed in one text: `a`, `a and b`, `a, b and c`.
    package var enumeration: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}

extension Double {
    /// The fraction as a percentage, rounded to a whole number: `47 %`. Negative fractions become 0 %; values
    /// above 100 % are possible.
    package var percent: String { "\(Int(saturating: Swift.min(Swift.max(self, 0), 1e6) * 100)) %" }

    /// The number as text with at most two decimal places.
    var hundredths: String {
        let scaled = Int(saturating: self * 100)
        let (whole, part) = (scaled / 100, scaled % 100)
        if part == 0 { return "\(whole)" }
        return part % 10 == 0 ? "\(whole).\(part / 10)" : "\(whole).\(part < 10 ? "0" : "")\(part)"
    }
}
