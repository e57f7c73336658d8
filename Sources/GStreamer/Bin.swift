internal import CGStreamer

/// A GStreamer bin: an element that contains other elements. Its elements are linked to outside elements through ghost
/// pads.
package class Bin: Element, @unchecked Sendable {
    // Invariant: as for Object, `pointer` never changes, and every function called through it is MT safe.
    var bin: UnsafeMutablePointer<GstBin> { pointer.assumingMemoryBound(to: GstBin.self) }

    /// Creates an empty bin (`gst_bin_new`) that forwards the end of stream of each child (`message-forward`).
    /// - Parameter owner: a value that is attached to every bus message of the bin's elements (`BusMessage.owner`).
    package static func make(_ name: String, owner: any Sendable) throws(GraphError) -> Bin {
        guard let made = gst_bin_new(name) else { throw .noFactory("bin") }
        let bin = Bin(sinking: made)
        do { try bin.set("message-forward", .bool(true)) } catch { throw .notAdded(element: name) }
        g_object_set_data_full(bin.object, ownerKey, Box(owner).retained) { data in if let data { releaseBox(data) } }
        return bin
    }

    private static let ownerKey = "bin-owner"

    /// Returns the owner of the innermost bin around an object that has an owner; `nil` if no such bin exists.
    static func owner(around object: UnsafeMutablePointer<GstObject>?) -> (any Sendable)? {
        guard let object else { return nil }
        let plain = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GObject.self)
        if let owner = g_object_get_data(plain, ownerKey) { return Box<any Sendable>.content(of: owner) }
        guard let parent = gst_object_get_parent(object) else { return nil }
        defer { gst_object_unref(parent) }
        return Self.owner(around: parent)
    }

    package func add(_ element: Element) throws(GraphError) {
        guard gst_bin_add(bin, element.element) != 0 else { throw .notAdded(element: element.name) }
    }

    /// Removes an element from the bin (`gst_bin_remove`). The element must be in the NULL state.
    package func remove(_ element: Element) { gst_bin_remove(bin, element.element) }

    /// The number of elements directly in the bin; a nested bin counts as one.
    package var count: Int { Int(bin.pointee.numchildren) }

    package var isEmpty: Bool { count == 0 }
}

extension Element {
    /// The bin that contains this element; `nil` if none does.
    package var parent: Bin? {
        guard let parent = gst_object_get_parent(pointer.assumingMemoryBound(to: GstObject.self)) else { return nil }
        return Bin(taking: UnsafeMutableRawPointer(parent))
    }
}

// MARK: Ghost pads

extension Pad {
    /// Links this source pad to a sink pad of the same pipeline, which may be in another bin. Each bin between the two
    /// gets a ghost pad (`gst_ghost_pad_new`, `gst_pad_link`). Throws `notLinked` if the pads do not fit or are already
    /// linked.
    package func link(to sink: Pad) throws(GraphError) {
        let (here, there) = (element?.parent, sink.element?.parent)
        guard let here, let there, here.pointer != there.pointer else { return try linkDirectly(to: sink) }
        // `gst_ghost_pad_new` accepts no pad that is already linked.
        for pad in [self, sink] where pad.isLinked {
            throw .notLinked(from: path, to: sink.path, reason: "\(pad.path) is linked already")
        }
        let (source, target) = (try ghost(in: here, beside: there), try sink.ghost(in: there, beside: here))
        do throws(GraphError) { try source.linkDirectly(to: target) } catch {
            for ghost in [source, target] where ghost.isGhost { ghost.vanish() }
            throw error
        }
    }

    /// Unlinks this source pad from a sink pad and removes the ghost pads between them (`gst_pad_unlink`).
    package func unlink(from sink: Pad) {
        let (source, target) = (ghost ?? self, sink.ghost ?? sink)
        gst_pad_unlink(source.pad, target.pad)
        for ghost in [source, target] where ghost.isGhost { ghost.vanish() }
    }

    /// The pad that is linked to this pad, ignoring ghost pads in between; `nil` if this pad is not linked.
    package var peer: Pad? {
        guard let next = gst_pad_get_peer((ghost ?? self).pad) else { return nil }
        let other = Pad(taking: next)
        guard other.isGhost else { return other }
        guard let target = gst_ghost_pad_get_target(other.ghostPad) else { return nil }
        return Pad(taking: target)
    }

    /// True while this pad is linked to another element's pad, directly or through ghost pads.
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

    /// The ghost pad of this pad in its element's bin; `nil` if it has none. A ghost pad has an internal pad that is
    /// linked to this pad, so it is found as the parent of this pad's peer (`gst_proxy_pad_get_internal`).
    private var ghost: Pad? {
        guard let next = gst_pad_get_peer(pad) else { return nil }
        defer { gst_object_unref(next) }
        guard let parent = gst_object_get_parent(UnsafeMutableRawPointer(next).assumingMemoryBound(to: GstObject.self))
        else { return nil }
        let owner = Pad(taking: UnsafeMutableRawPointer(parent))
        return owner.isGhost ? owner : nil
    }

    /// Creates a ghost pad for this pad in a bin. Returns this pad itself if `bin` contains the bin `other` of the pad
    /// to be linked, so that no ghost pad is needed.
    private func ghost(in bin: Bin, beside other: Bin) throws(GraphError) -> Pad {
        // `bin` is the pipeline that contains the other bin.
        if other.parent?.pointer == bin.pointer { return self }
        let name = "\(element?.name ?? "").\(self.name)"
        guard let made = gst_ghost_pad_new_no_target(name, gst_pad_get_direction(pad)) else {
            throw .noPad(element: bin.name, pad: name)
        }
        // The pad must be active before any data can arrive. Otherwise, a stream that pushes into it ends permanently
        // without an error (GST_FLOW_FLUSHING).
        gst_pad_set_active(made, 1)
        guard gst_element_add_pad(bin.element, made) != 0 else { throw .noPad(element: bin.name, pad: name) }
        let ghost = Pad(retaining: made)
        guard gst_ghost_pad_set_target(ghost.ghostPad, pad) != 0 else {
            ghost.vanish()
            throw .noPad(element: bin.name, pad: name)
        }
        return ghost
    }

    /// Removes this ghost pad from its bin. Deactivates the pad first, so that no more data arrives.
    private func vanish() {
        guard let owner = gst_pad_get_parent_element(pad) else { return }
        defer { gst_object_unref(owner) }
        gst_ghost_pad_set_target(ghostPad, nil)
        gst_pad_set_active(pad, 0)
        gst_element_remove_pad(owner, pad)
    }
}
