internal import CGStreamer

extension Pad {
    /// Keeps what is linked to this source pad of a tee from being noticed before the tee: no event goes upstream through it, neither
    /// one that says how late a sink is nor the wish to negotiate anew with which every link begins (`gst_pad_link_full`). To be
    /// called before the pad is linked.
    package func shieldUpstream() { addProbe(.upstreamEvents) { _ in .drop } }

    /// Answers questions about memory (GST_QUERY_ALLOCATION) at this sink pad, at once: behind a queue they would wait until all
    /// that is in it is worked off. The answer asks for nothing, so that a tee still tells what its other branches want
    /// (`gst_tee_query_allocation` keeps what all have in common).
    package func answerAllocation() {
        addProbe(.queries) { info in
            guard let query = info.allocationQuery else { return .pass }
            gst_query_add_allocation_meta(query, gst_video_meta_api_get_type(), nil)
            return .answered
        }
    }
}
