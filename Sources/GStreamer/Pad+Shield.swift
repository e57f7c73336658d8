internal import CGStreamer

extension Pad {
    /// Drops all upstream events at this source pad of a tee, so that a new link does not affect the elements before
    /// the tee. Examples are the lateness reports of sinks, and the reconfigure event that every new link sends
    /// (`gst_pad_link_full`). Must be called before the pad is linked.
    package func shieldUpstream() { addProbe(.upstreamEvents) { _ in .drop } }

    /// Responds immediately to allocation queries (GST_QUERY_ALLOCATION) at this sink pad, which would otherwise wait
    /// for the content of a queue. The response states only that GstVideoMeta is accepted. A tee therefore still
    /// reports the requirements of its other branches (`gst_tee_query_allocation` keeps those that all branches share).
    package func answerAllocation() {
        addProbe(.queries) { info in
            guard let query = info.allocationQuery else { return .pass }
            gst_query_add_allocation_meta(query, gst_video_meta_api_get_type(), nil)
            return .answered
        }
    }
}
