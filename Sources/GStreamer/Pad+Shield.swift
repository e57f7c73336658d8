internal import CGStreamer

extension Pad {
    /// Drops all upstream events at this source pad of a tee, so that elements before the tee do not notice the link.
    /// These events are lateness reports of sinks, and the reconfigure event with which every link begins
    /// (`gst_pad_link_full`). Must be called before the pad is linked.
    package func shieldUpstream() { addProbe(.upstreamEvents) { _ in .drop } }

    /// Answers allocation queries (GST_QUERY_ALLOCATION) at this sink pad at once; behind a queue, they would wait for
    /// the queue's content. The answer requests nothing. A tee therefore still reports the requests of its other
    /// branches (`gst_tee_query_allocation` keeps what all have in common).
    package func answerAllocation() {
        addProbe(.queries) { info in
            guard let query = info.allocationQuery else { return .pass }
            gst_query_add_allocation_meta(query, gst_video_meta_api_get_type(), nil)
            return .answered
        }
    }
}
