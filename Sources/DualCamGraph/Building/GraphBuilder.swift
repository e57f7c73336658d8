internal import DualCamPlan
internal import GStreamer

/// Makes a plan's elements and links them, one by one, in the plan's order.
struct GraphBuilder {
    let pipeline: MediaPipeline
    private(set) var elements: [String: Element] = [:]

    init(pipeline: MediaPipeline) { self.pipeline = pipeline }

    func element(_ name: String) throws(GraphFailure) -> Element {
        guard let element = elements[name] else {
            throw GraphFailure(.fault, message: "the plan links \(name), which it does not make")
        }
        return element
    }

    /// Forgets an element.
    mutating func drop(_ name: String) -> Element? { elements.removeValue(forKey: name) }

    mutating func make(_ plan: ElementPlan) throws(GraphFailure) {
        do {
            let properties = plan.properties.map(Setting.Field.init)
            let element = try Element.make(plan.factory, name: plan.name, properties: properties)
            try pipeline.add(element)
            elements[plan.name] = element
        } catch {
            throw GraphFailure(error, branch: plan.branch)
        }
    }

    /// Links now, or when the demuxer's pad appears; `appeared` is told that pad first.
    mutating func link(_ plan: LinkPlan, appeared: @escaping @Sendable (Pad) -> Void = { _ in }) throws(GraphFailure) {
        let (from, to) = (try element(plan.from.element), try element(plan.to.element))
        do {
            let sink = try sinkPad(of: to, plan.to.pad)
            for property in plan.sinkPadProperties { try sink.set(property.name, Setting(property.value)) }
            if plan.whenPadAppears {
                linkLater(from, template: plan.from.pad, to: sink, appeared: appeared)
            } else {
                let source = try sourcePad(of: from, plan.from.pad)
                if plan.offset != 0 { source.setOffset(plan.offset) }
                try source.link(to: sink)
            }
        } catch {
            throw GraphFailure(error, branch: nil)
        }
    }

    private func linkLater(
        _ from: Element, template: String?, to sink: Pad, appeared: @escaping @Sendable (Pad) -> Void
    ) {
        let prefix = template.map { String($0.prefix { $0 != "%" }) } ?? ""
        from.onPadAdded { pad in
            guard pad.name.hasPrefix(prefix), !sink.isLinked else { return }
            appeared(pad)
            try? pad.link(to: sink)
        }
    }

    private func sinkPad(of element: Element, _ name: String?) throws(GraphError) -> Pad {
        guard let name else { return try element.pad("sink") }
        return try name.contains("%") ? element.requestPad(name) : element.pad(name)
    }

    private func sourcePad(of element: Element, _ name: String?) throws(GraphError) -> Pad {
        guard let name else {
            if let source = try? element.pad("src") { return source }
            return try element.requestPad("src_%u")
        }
        return try name.contains("%") ? element.requestPad(name) : element.pad(name)
    }
}
