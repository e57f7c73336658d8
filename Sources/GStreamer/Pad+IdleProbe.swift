internal import CGStreamer
internal import Synchronization

extension Pad {
    /// Calls `work` once while no buffer is being pushed through this source pad (`GST_PAD_PROBE_TYPE_IDLE`):
    /// immediately if the pad is idle, otherwise on the streaming thread after the current push. No buffer is pushed
    /// until `work` has returned.
    package func whenIdle(_ work: @escaping @Sendable () -> Void) {
        gst_pad_add_probe(
            pad, .idle,
            { _, _, data in
                if let data { Box<Once>.content(of: data).perform() }
                return .remove
            }, Box(Once(work)).retained, { data in if let data { releaseBox(data) } })
    }

    /// The element that owns this pad; `nil` if the pad has been removed from its element.
    package var element: Element? {
        guard let owner = gst_pad_get_parent_element(pad) else { return nil }
        return Element(taking: owner)
    }

    /// True if this pad was requested from its element, and must therefore be released when it is no longer needed.
    package var isRequested: Bool {
        guard let template = gst_pad_get_pad_template(pad) else { return false }
        defer { gst_object_unref(template) }
        return template.pointee.presence == .request
    }
}

/// A closure that runs at most once; later calls do nothing.
private final class Once: Sendable {
    private let work: Mutex<(@Sendable () -> Void)?>

    init(_ work: @escaping @Sendable () -> Void) { self.work = Mutex(work) }

    func perform() {
        let work = work.withLock { work in
            defer { work = nil }
            return work
        }
        work?()
    }
}
