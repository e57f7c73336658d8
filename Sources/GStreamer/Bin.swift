internal import CGStreamer

/// An element that holds others, which are linked to what is outside of it through ghost pads.
package class Bin: Element, @unchecked Sendable {
    // Invariant: as Object's.
    var bin: UnsafeMutablePointer<GstBin> { pointer.assumingMemoryBound(to: GstBin.self) }

    /// Makes an empty bin (`gst_bin_new`) that forwards each child's end of stream (`message-forward`).
    /// - Parameter owner: told with every message of what it holds (`BusMessage.owner`).
    package static func make(_ name: String, owner: any Sendable) throws(GraphError) -> Bin {
        guard let made = gst_bin_new(name) else { throw .noFactory("bin") }
        let bin = Bin(sinking: made)
        do { try bin.set("message-forward", .bool(true)) } catch { throw .notAdded(element: name) }
        g_object_set_data_full(bin.object, ownerKey, Box(owner).retained) { data in if let data { releaseBox(data) } }
        return bin
    }

    private static let ownerKey = "bin-owner"

    /// The owner of the nearest bin with one that holds an object; `nil` without.
    static func owner(around object: UnsafeMutablePointer<GstObject>?) -> (any Sendable)? {
        guard let object else { return nil }
        let plain = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GObject.self)
        if let owner = g_object_get_data(plain, ownerKey) { return Box<any Sendable>.content(of: owner) }
        guard let parent = gst_object_get_parent(object) else { return nil }
        defer { gst_object_unref(parent) }
        return Self.owner(around: parent)
    }

    /// Returns true before it has been started, and after it has been brought down.
    package var isDown: Bool { element.pointee.current_state == .null && element.pointee.pending_state == .voidPending }

    /// Keeps a state of its own from now on (`gst_element_set_locked_state`). A pipeline that goes down step by step would raise a bin
    /// again that is at rest already, and is about to be taken out.
    package func lockState() { gst_element_set_locked_state(element, 1) }

    package func add(_ element: Element) throws(GraphError) {
        guard gst_bin_add(bin, element.element) != 0 else { throw .notAdded(element: element.name) }
    }

    /// Takes an element out; it must be in the null state already (`gst_bin_remove`).
    package func remove(_ element: Element) { gst_bin_remove(bin, element.element) }

    /// The elements in it, bins included.
    package var count: Int { Int(bin.pointee.numchildren) }

    package var isEmpty: Bool { count == 0 }
}

extension Element {
    /// The bin that holds the element; `nil` for one that nobody holds.
    package var parent: Bin? {
        guard let parent = gst_object_get_parent(pointer.assumingMemoryBound(to: GstObject.self)) else { return nil }
        return Bin(taking: UnsafeMutableRawPointer(parent))
    }
}

// MARK: Ghost pads

extension Pad {
    /// Links this source pad to a sink pad, also to one in another bin of the same pipeline: each bin on the way gets a ghost pad
    /// (`gst_ghost_pad_new`, `gst_pad_link`).
    package func link(to sink: Pad) throws(GraphError) {
        let (here, there) = (element?.parent, sink.element?.parent)
        guard let here, let there, here.pointer != there.pointer else { return try linkDirectly(to: sink) }
        // `gst_ghost_pad_new` takes no pad that is linked.
        for pad in [self, sink] where pad.isLinked {
            throw .notLinked(from: path, to: sink.path, reason: "\(pad.path) is linked already")
        }
        let (source, target) = (try ghost(in: here, beside: there), try sink.ghost(in: there, beside: here))
        do throws(GraphError) { try source.linkDirectly(to: target) } catch {
            for ghost in [source, target] where ghost.isGhost { ghost.vanish() }
            throw error
        }
    }

    /// Unlinks this source pad from a sink pad and takes the ghost pads between them away (`gst_pad_unlink`).
    package func unlink(from sink: Pad) {
        let (source, target) = (ghost ?? self, sink.ghost ?? sink)
        gst_pad_unlink(source.pad, target.pad)
        for ghost in [source, target] where ghost.isGhost { ghost.vanish() }
    }

    /// The pad of an element at the other end, whatever ghost pads are between; `nil` while it is not linked.
    package var peer: Pad? {
        guard let next = gst_pad_get_peer((ghost ?? self).pad) else { return nil }
        let other = Pad(taking: next)
        guard other.isGhost else { return other }
        guard let target = gst_ghost_pad_get_target(other.ghostPad) else { return nil }
        return Pad(taking: target)
    }

    /// Returns true while the pad is linked to another element's, through ghost pads or without.
    package var isLinked: Bool { gst_pad_is_linked((ghost ?? self).pad) != 0 }

    private func linkDirectly(to sink: Pad) throws(GraphError) {
        let result = gst_pad_link(pad, sink.pad)
        guard result == .ok else {
            let reason = gst_pad_link_get_name(result).map { String(cString: $0) } ?? "refused"
            throw .notLinked(from: path, to: sink.path, reason: reason)
        }
    }

    private var isGhost: Bool {
        g_type_check_instance_is_a(pointer.assumingMemoryBound(to: GTypeInstance.self), gst_ghost_pad_get_type()) != 0
    }

    private var ghostPad: UnsafeMutablePointer<GstGhostPad> { pointer.assumingMemoryBound(to: GstGhostPad.self) }

    /// The ghost pad of this pad in its element's bin: a ghost pad is the parent of the inner pad that its target is linked to
    /// (`gst_proxy_pad_get_internal`).
    private var ghost: Pad? {
        guard let next = gst_pad_get_peer(pad) else { return nil }
        defer { gst_object_unref(next) }
        guard let parent = gst_object_get_parent(UnsafeMutableRawPointer(next).assumingMemoryBound(to: GstObject.self))
        else { return nil }
        let owner = Pad(taking: UnsafeMutableRawPointer(parent))
        return owner.isGhost ? owner : nil
    }

    /// A ghost pad for this pad, in a bin that is linked to another one; the pad itself in the pipeline, which has both.
    private func ghost(in bin: Bin, beside other: Bin) throws(GraphError) -> Pad {
        // The pipeline holds the other bin.
        if other.parent?.pointer == bin.pointer { return self }
        let name = "\(element?.name ?? "").\(self.name)"
        guard let made = gst_ghost_pad_new_no_target(name, gst_pad_get_direction(pad)) else {
            throw .noPad(element: bin.name, pad: name)
        }
        // It is active before anything can come into it: to a pad that is not, a stream that flows already ends for good, and nobody
        // is told (GST_FLOW_FLUSHING).
        gst_pad_set_active(made, 1)
        guard gst_element_add_pad(bin.element, made) != 0 else { throw .noPad(element: bin.name, pad: name) }
        let ghost = Pad(retaining: made)
        guard gst_ghost_pad_set_target(ghost.ghostPad, pad) != 0 else {
            ghost.vanish()
            throw .noPad(element: bin.name, pad: name)
        }
        return ghost
    }

    /// Takes a ghost pad from its bin; nothing comes into it any more when it is no longer active.
    private func vanish() {
        guard let owner = gst_pad_get_parent_element(pad) else { return }
        defer { gst_object_unref(owner) }
        gst_ghost_pad_set_target(ghostPad, nil)
        gst_pad_set_active(pad, 0)
        gst_element_remove_pad(owner, pad)
    }
}
