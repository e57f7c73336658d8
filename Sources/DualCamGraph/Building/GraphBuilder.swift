internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Makes a plan's elements, each in the bin of its branch, and links them, one by one, in the plan's order.
struct GraphBuilder {
    let pipeline: MediaPipeline
    private(set) var elements: [String: Element] = [:]
    /// Each branch has a bin of its own, which belongs to it; else everything lies in the pipeline itself.
    private let usesBins: Bool
    /// Ends the bins' names, where several of one branch are in the pipeline at once.
    private let suffix: String
    private var bins: [BranchID: Bin] = [:]

    init(pipeline: MediaPipeline, usesBins: Bool = false, suffix: String = "") {
        (self.pipeline, self.usesBins, self.suffix) = (pipeline, usesBins, suffix)
    }

    func element(_ name: String) throws(GraphFailure) -> Element {
        guard let element = elements[name] else {
            throw GraphFailure(.fault, message: "the plan links \(name), which it does not make")
        }
        return element
    }

    /// Takes an element out of its bin, or of the pipeline, and forgets it.
    mutating func remove(_ name: String) {
        guard let element = elements.removeValue(forKey: name) else { return }
        (element.parent ?? pipeline).remove(element)
    }

    /// Takes those bins out of the pipeline that hold nothing any more, for whoever brings them down.
    mutating func removeEmptyBins() -> [Bin] {
        let empty = bins.filter(\.value.isEmpty)
        for (branch, bin) in empty {
            pipeline.remove(bin)
            bins[branch] = nil
        }
        return Array(empty.values)
    }

    /// The bin of a branch; `nil` where there is none.
    func bin(_ branch: BranchID) -> Bin? { bins[branch] }

    private mutating func bin(for branch: BranchID) throws(GraphError) -> Bin {
        guard usesBins else { return pipeline }
        if let bin = bins[branch] { return bin }
        let bin = try Bin.make(branch.rawValue + suffix, owner: branch)
        try pipeline.add(bin)
        bins[branch] = bin
        return bin
    }

    /// Leaves out what has no time behind an element: FLAC's headers, which Matroska's muxer has from the caps. It takes the earliest time
    /// of what comes first for the file's beginning, and would overlook this sound.
    func leaveOutHeaders(behind name: String) throws(GraphFailure) {
        try pad(name, "src").addProbe(.buffers) { $0.presentationTime == nil ? .drop : .pass }
    }

    /// Gives a muxer the tags of its file.
    func write(
        _ tags: [Property], by name: String, _ container: Container, of branch: BranchID? = nil
    ) throws(GraphFailure) {
        let muxer = try element(name)
        let texts = tags.compactMap { tag -> (name: String, value: String)? in
            if case .string(let text) = tag.value { (tag.name, text) } else { nil }
        }
        muxer.addTags(texts)
        if container == .mkv { try translating(in: branch) { try muxer.writeAsTheyAre(texts.map(\.value)) } }
    }

    mutating func make(_ plan: ElementPlan) throws(GraphFailure) {
        try translating(in: plan.branch) {
            let properties = plan.properties.map(Setting.Field.init)
            let element = try Element.make(plan.factory, name: plan.name, properties: properties)
            try bin(for: plan.branch).add(element)
            elements[plan.name] = element
            if let time = plan.leakyTime { try Self.limit(element, to: time) }
        }
    }

    /// Limits the time that a leaky queue holds once something has gone through it. GstQueue 1.22 counts from time 0 until then
    /// (`update_time_level` in gstqueue.c): where it is filled for the first time after an hour, its second buffer would find it full,
    /// and cost the first one.
    private static func limit(_ queue: Element, to time: Int64) throws {
        let isLimited = Atomic(false)
        try queue.set("max-size-time", .int(0))
        try queue.pad("src").addProbe(.buffers) { info in
            guard !isLimited.exchange(true, ordering: .relaxed) else { return .pass }
            try? info.element?.set("max-size-time", .int(time))
            return .pass
        }
    }

    /// Makes elements, and links them.
    mutating func make(_ elements: [ElementPlan], _ links: [LinkPlan]) throws(GraphFailure) {
        for element in elements { try make(element) }
        for link in links { try self.link(link) }
    }

    /// Makes elements and links each of them to the next one.
    mutating func makeChain(_ elements: [ElementPlan]) throws(GraphFailure) {
        for element in elements { try make(element) }
        for (from, to) in zip(elements, elements.dropFirst()) {
            try link(LinkPlan(PadReference(from.name), PadReference(to.name)))
        }
    }

    /// Links now, or when the demuxer's pad appears; `appeared` is told that pad first.
    mutating func link(_ plan: LinkPlan, appeared: @escaping @Sendable (Pad) -> Void = { _ in }) throws(GraphFailure) {
        let (from, to) = (try element(plan.from.element), try element(plan.to.element))
        try translating {
            let sink = try Self.pad(plan.to.pad ?? "sink", of: to)
            for property in plan.sinkPadProperties { try sink.set(property.name, Setting(property.value)) }
            if plan.whenPadAppears {
                linkLater(from, template: plan.from.pad, to: sink, appeared: appeared)
            } else {
                let source = try Self.pad(
                    plan.from.pad ?? (from.existingPad("src") == nil ? "src_%u" : "src"), of: from)
                if plan.offset != 0 { source.setOffset(plan.offset) }
                try source.link(to: sink)
            }
        }
    }

    /// Links the first pad that fits the template when it appears. One that cannot be linked is an error of the element it is on,
    /// posted on the bus.
    private func linkLater(
        _ from: Element, template: String?, to sink: Pad, appeared: @escaping @Sendable (Pad) -> Void
    ) {
        let prefix = template.map { String($0.prefix { $0 != "%" }) } ?? ""
        from.onPadAdded { pad in
            guard pad.name.hasPrefix(prefix), !sink.isLinked else { return }
            appeared(pad)
            do throws(GraphError) { try pad.link(to: sink) } catch {
                pad.element?.postPadError(GraphFailure(error, branch: nil).message)
            }
        }
    }

    private static func pad(_ name: String, of element: Element) throws(GraphError) -> Pad {
        try name.contains("%") ? element.requestPad(name) : element.pad(name)
    }
}

extension ElementPlan {
    /// The element, led to a file where it is the sink of that name.
    func writing(to path: String?, by sink: String) -> ElementPlan {
        guard let path, name == sink else { return self }
        var element = self
        element.properties.append(Property("location", .string(path)))
        return element
    }

    /// A sink that takes everything at once and keeps nothing.
    static func takingAll(_ name: String, _ branch: BranchID) -> ElementPlan {
        ElementPlan(
            "fakesink", name: name, branch: branch, [Property("async", .bool(false)), Property("sync", .bool(false))])
    }
}

extension ElementPlan {
    /// The time after which a queue throws its oldest buffers away, in nanoseconds; `nil` for one that has no such limit, and for all else.
    fileprivate var leakyTime: Int64? {
        guard factory == "queue", properties.contains(where: { $0.name == "leaky" }),
            case .int(let time)? = properties.first(where: { $0.name == "max-size-time" })?.value, time > 0
        else { return nil }
        return time
    }
}
