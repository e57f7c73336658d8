package import DualCamConfig
internal import DualCamDevices
package import DualCamPlan
package import GStreamer
internal import Synchronization

/// The builder of a plan's GStreamer elements. It creates each element in the bin of its branch, and links the elements
/// as planned.
package struct GraphBuilder {
    let pipeline: MediaPipeline
    private(set) var elements: [String: Element] = [:]
    /// True when each branch gets its own bin; false when all elements are added directly to the pipeline.
    private let usesBins: Bool
    /// The suffix of the bins' names, which distinguishes several bins of the same branch.
    private let suffix: String
    private var bins: [BranchID: Bin] = [:]

    package init(pipeline: MediaPipeline, usesBins: Bool = false, suffix: String = "") {
        (self.pipeline, self.usesBins, self.suffix) = (pipeline, usesBins, suffix)
    }

    package func element(_ name: String) throws(GraphFailure) -> Element {
        guard let element = elements[name] else {
            throw GraphFailure(.fault, message: "the plan links \(name), which it does not make")
        }
        return element
    }

    /// Removes an element from its bin, or from the pipeline, and from this builder.
    mutating func remove(_ name: String) {
        guard let element = elements.removeValue(forKey: name) else { return }
        (element.parent ?? pipeline).remove(element)
    }

    /// Removes all empty bins from the pipeline and returns them. The caller must then bring them to the NULL state.
    mutating func removeEmptyBins() -> [Bin] {
        let empty = bins.filter(\.value.isEmpty)
        for (branch, bin) in empty {
            pipeline.remove(bin)
            bins[branch] = nil
        }
        return Array(empty.values)
    }

    /// Returns the bin of a branch; `nil` if the branch has none.
    func bin(_ branch: BranchID) -> Bin? { bins[branch] }

    private mutating func bin(for branch: BranchID) throws(GraphError) -> Bin {
        guard usesBins else { return pipeline }
        if let bin = bins[branch] { return bin }
        let bin = try Bin.make(branch.rawValue + suffix, owner: branch)
        try pipeline.add(bin)
        bins[branch] = bin
        return bin
    }

    /// Drops the buffers without a time stamp that an element outputs. These are FLAC headers, which Matroska's muxer
    /// already has from the caps. The muxer determines the file's start from each track's first buffer, and would
    /// ignore a track whose first buffer has no time.
    package func leaveOutHeaders(behind name: String) throws(GraphFailure) {
        try pad(name, "src").addProbe(.buffers) { $0.presentationTime == nil ? .drop : .pass }
    }

    /// Sets the tags (title, program and others) that the muxer called `name` writes into its file.
    package func write(
        _ tags: [Property], by name: String, _ container: Container, of branch: BranchID? = nil
    ) throws(GraphFailure) {
        let muxer = try element(name)
        let texts = tags.compactMap { tag -> (name: String, value: String)? in
            if case .string(let text) = tag.value { (tag.name, text) } else { nil }
        }
        muxer.addTags(texts)
        if container == .mkv { try translating(in: branch) { try muxer.writeAsTheyAre(texts.map(\.value)) } }
    }

    package mutating func make(_ plan: ElementPlan) throws(GraphFailure) {
        try translating(in: plan.branch) {
            let properties = plan.properties.map(Setting.Field.init)
            let element = try Element.make(plan.factory, name: plan.name, properties: properties)
            try bin(for: plan.branch).add(element)
            elements[plan.name] = element
            if let time = plan.leakyTime { try Self.limit(element, to: time) }
        }
    }

    /// Limits the duration of the data in a leaky queue, but only once a first buffer has passed the queue. Before
    /// that, GstQueue 1.22 counts from time 0 (`update_time_level` in gstqueue.c). A queue that is first filled after
    /// an hour would therefore seem full at its second buffer and drop the first one.
    private static func limit(_ queue: Element, to time: Int64) throws {
        let isLimited = Atomic(false)
        try queue.set("max-size-time", .int(0))
        try queue.pad("src").addProbe(.buffers) { info in
            guard !isLimited.exchange(true, ordering: .relaxed) else { return .pass }
            try? info.element?.set("max-size-time", .int(time))
            return .pass
        }
    }

    /// Creates elements and links them according to `links`. Throws `elementMissing` if a plugin is not installed, and
    /// `fault` for a mistake in the plan.
    package mutating func make(_ elements: [ElementPlan], _ links: [LinkPlan]) throws(GraphFailure) {
        for element in elements { try make(element) }
        for link in links { try self.link(link) }
    }

    /// Creates elements and links each of them to the one after it. Throws `elementMissing` if a plugin is not
    /// installed, and `fault` for a mistake in the plan.
    package mutating func makeChain(_ elements: [ElementPlan]) throws(GraphFailure) {
        for element in elements { try make(element) }
        for (from, to) in zip(elements, elements.dropFirst()) {
            try link(LinkPlan(PadReference(from.name), PadReference(to.name)))
        }
    }

    /// Links two elements: immediately, or, if the plan says so, when the demuxer's pad appears. In the second case,
    /// `appeared` is called with that pad before the link is made.
    package mutating func link(_ plan: LinkPlan, appeared: @escaping @Sendable (Pad) -> Void = { _ in })
        throws(GraphFailure)
    {
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

    /// Waits until the element adds a pad that matches the template, and links the first such pad to `sink`. If linking
    /// fails, posts an error of the pad's element on the bus.
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
    /// Returns a copy of this element plan that writes to `path`, if this is the plan of the sink with the given name.
    /// Otherwise, and if `path` is `nil`, returns the plan unchanged.
    package func writing(to path: String?, by sink: String) -> ElementPlan {
        guard let path, name == sink else { return self }
        var element = self
        element.properties.append(Property("location", .string(path)))
        return element
    }

    /// Returns the plan of a sink (`fakesink`) that immediately discards every buffer.
    package static func takingAll(_ name: String, _ branch: BranchID) -> ElementPlan {
        ElementPlan(
            "fakesink", name: name, branch: branch, [Property("async", .bool(false)), Property("sync", .bool(false))])
    }
}

extension ElementPlan {
    /// The time limit of a leaky queue, in nanoseconds; `nil` for other elements, and for queues without a time limit.
    fileprivate var leakyTime: Int64? {
        guard factory == "queue", properties.contains(where: { $0.name == "leaky" }),
            case .int(let time)? = properties.first(where: { $0.name == "max-size-time" })?.value, time > 0
        else { return nil }
        return time
    }
}
