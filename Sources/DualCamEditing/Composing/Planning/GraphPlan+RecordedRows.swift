import DualCamPlan

extension GraphPlan {
    /// Adds a `concat` element, which passes on the streams of `ends` one after the other with unchanged time stamps.
    /// Links its output to the elements in `row`. A single stream is linked directly, without `concat`.
    mutating func join(_ ends: [PadReference], _ name: String, _ branch: BranchID, to row: [ElementPlan]) {
        guard ends.count > 1 else {
            chain(row, after: ends.first)
            return
        }
        elements.append(ElementPlan("concat", name: name, branch: branch, [Property("adjust-base", .bool(false))]))
        for end in ends { links.append(LinkPlan(end, PadReference(name, "sink_%u"))) }
        chain(row, after: PadReference(name))
    }

    /// Adds `filesrc ! demuxer`, a queue and the elements in `row`. The demuxer is linked to the queue when its pad
    /// appears. The stream's running time is shifted to the file's position on the timeline. Returns the source pad of
    /// the last element.
    mutating func addDemuxed(
        _ file: CompositionSources.File, _ demuxer: String, pad: String, _ row: [ElementPlan], _ prefix: String,
        _ branch: BranchID
    ) -> PadReference {
        let queue = ElementPlan.queue("\(prefix).queue", branch, buffers: 8)
        chain([
            ElementPlan(
                "filesrc", name: "\(prefix).source", branch: branch, [Property("location", .string(file.path))]),
            ElementPlan(demuxer, name: "\(prefix).demuxer", branch: branch),
        ])
        elements.append(queue)
        links.append(LinkPlan(PadReference("\(prefix).demuxer", pad), PadReference(queue.name), whenPadAppears: true))
        let moved = ElementPlan("identity", name: "\(prefix).place", branch: branch)
        elements.append(moved)
        links.append(LinkPlan(PadReference(queue.name), PadReference(moved.name), offset: file.offset))
        return chain(row, after: PadReference(moved.name))
    }
}

extension ElementPlan {
    /// Returns a queue for encoded pictures or sound. When full, the queue blocks instead of dropping data.
    static func waitingQueue(_ name: String, _ branch: BranchID) -> ElementPlan {
        .queue(name, branch, bytes: 16_000_000, seconds: 2)
    }

    func renamed(_ name: String) -> ElementPlan {
        var element = self
        element.name = name
        return element
    }
}

extension [ElementPlan] {
    /// The paths of the files that the graph's elements read.
    var readPaths: Set<String> {
        Set(
            filter { $0.factory == "filesrc" }.flatMap(\.properties).compactMap { property in
                if property.name == "location", case .string(let path) = property.value { path } else { nil }
            })
    }
}
