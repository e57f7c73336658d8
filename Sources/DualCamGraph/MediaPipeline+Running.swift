internal import DualCamPlan
internal import GStreamer

extension MediaPipeline {
    /// Brings elements to the pipeline's state, sinks first, so that no buffer is pushed into an element that is not
    /// running yet. Blocks.
    ///
    /// A new bin changes its state in one step with all its elements. If its elements changed first, the bin would
    /// later set them back to its own lower state, and a clip would lose its position. In a running bin, only the new
    /// elements change their state.
    func run(_ elements: [Element], clips: [ClipLoop]) throws {
        let bins = Dictionary(elements.compactMap(\.parent).filter(\.isDown).map { ($0.name, $0) }) { first, _ in first
        }
        var order: [Element] = []
        for element in elements.reversed() {
            let place = element.parent.flatMap { bins[$0.name] } ?? element
            if !order.contains(where: { $0.name == place.name }) { order.append(place) }
        }
        if !clips.isEmpty { for place in order { try place.setState(.paused) } }
        for clip in clips where !clip.prepare(seconds: 5) { throw GraphFailure.unplayable(clip) }
        for place in order { try syncState(of: place) }
    }

    /// Starts the pipeline. Before the clock starts, opens the clips and seeks each one to the beginning of its loop.
    /// Blocks.
    func play(_ clips: [ClipLoop]) throws {
        if !clips.isEmpty { try setState(.paused) }
        for clip in clips where !clip.prepare(seconds: 10) { throw GraphFailure.unplayable(clip) }
        try setState(.playing)
    }
}

extension GraphFailure {
    fileprivate static func unplayable(_ clip: ClipLoop) -> GraphFailure {
        GraphFailure(
            .deviceFormat, message: "\(clip.name): the clip cannot be played over and over",
            advice: "Remux it to MP4 or MKV.")
    }
}
