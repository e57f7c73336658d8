internal import CGStreamer

/// The reasons why a GStreamer element could not be created, linked, added to a bin or brought to another state.
package enum GraphError: Error, Sendable, Equatable {
    /// There is no factory of this name, because its plugin is not installed (`gst_element_factory_make`).
    case noFactory(String)
    case noPad(element: String, pad: String)
    /// The two pads could not be linked; `reason` is the nick of the GstPadLinkReturn value.
    case notLinked(from: String, to: String, reason: String)
    case stateRefused(element: String, state: String)
    case notAdded(element: String)
}

/// The states of an element (GstState).
package enum State: UInt32, Sendable {
    case null = 1
    case ready, paused, playing

    var native: GstState { GstState(rawValue: rawValue) ?? .null }
}

package class Element: Object, @unchecked Sendable {
    // Invariant: as for Object, `pointer` never changes, and every function called through it is MT safe.
    var element: UnsafeMutablePointer<GstElement> { pointer.assumingMemoryBound(to: GstElement.self) }

    /// Creates an element that does not belong to a bin yet (`gst_element_factory_make`). Throws `noFactory` if no
    /// plugin has this factory.
    package static func make(_ factory: String, name: String? = nil) throws(GraphError) -> Element {
        guard let made = gst_element_factory_make(factory, name) else { throw .noFactory(factory) }
        return Element(sinking: made)
    }

    /// Creates an element and sets its properties, even those that can only be set at construction
    /// (`gst_element_factory_create_with_properties`).
    ///
    /// - Throws: `GraphError.noFactory` or a `SettingError`.
    package static func make(_ factory: String, name: String, properties: [Setting.Field]) throws -> Element {
        guard let found = gst_element_factory_find(factory) else { throw GraphError.noFactory(factory) }
        defer { gst_object_unref(UnsafeMutableRawPointer(found)) }
        guard let loaded = gst_plugin_feature_load(found) else { throw GraphError.noFactory(factory) }
        defer { gst_object_unref(UnsafeMutableRawPointer(loaded)) }
        let kind = g_type_class_ref(gst_element_factory_get_element_type(loaded))
        defer { g_type_class_unref(kind) }
        var (names, values, later): ([UnsafePointer<CChar>?], [GValue], [Setting.Field]) = ([], [], [])
        defer { for index in values.indices { g_value_unset(&values[index]) } }
        for property in properties {
            let spec = g_object_class_find_property(kind?.assumingMemoryBound(to: GObjectClass.self), property.name)
            guard let spec, spec.pointee.flags.rawValue & GParamFlags.constructOnly.rawValue != 0 else {
                later.append(property)
                continue
            }
            let place = SettingPlace(object: name, property: property.name)
            values.append(try property.value.value(of: spec.pointee.value_type, place).release())
            names.append(g_param_spec_get_name(spec))
        }
        guard let made = gst_element_factory_create_with_properties(loaded, UInt32(values.count), &names, values) else {
            throw GraphError.noFactory(name)
        }
        gst_object_set_name(UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstObject.self), name)
        let element = Element(sinking: made)
        for property in later { try element.set(property.name, property.value) }
        return element
    }

    /// Starts to change the element's state (`gst_element_set_state`). May block while devices are opened and threads
    /// are joined. Throws `stateRefused` if the change fails immediately.
    package func setState(_ state: State) throws(GraphError) {
        guard gst_element_set_state(element, state.native) != .failure else {
            throw .stateRefused(element: name, state: "\(state)")
        }
    }

    /// Sets the element to the NULL state (`gst_element_set_state`). Ignores errors, because the element has then
    /// released as much as it can.
    package func stop() { _ = gst_element_set_state(element, .null) }

    /// True if the element is in the NULL state and no state change is in progress.
    package var isDown: Bool { element.pointee.current_state == .null && element.pointee.pending_state == .voidPending }

    /// Makes the element keep its own state (`gst_element_set_locked_state`). Otherwise, a state change of its bin or
    /// pipeline could restart an element that has been stopped and is about to be removed.
    package func lockState() { gst_element_set_locked_state(element, 1) }

    /// The name of the element's factory, such as `pipewiresrc`.
    package var factory: String { nameOfObject(UnsafeMutableRawPointer(gst_element_get_factory(element))) }

    /// Aborts the state change to PAUSED of a source that is waiting for its device (`GstBaseSrcClass.unlock`). The
    /// state change then fails. Does nothing at any other time or for other elements. Callable from any thread.
    package func giveUpWaiting() {
        let instance = pointer.assumingMemoryBound(to: GTypeInstance.self)
        guard g_type_check_instance_is_a(instance, gst_base_src_get_type()) != 0,
            element.pointee.current_state == .ready, element.pointee.pending_state.rawValue >= State.paused.rawValue,
            let kind = instance.pointee.g_class
        else { return }
        let source = UnsafeMutableRawPointer(kind).assumingMemoryBound(to: GstBaseSrcClass.self)
        _ = source.pointee.unlock?(pointer.assumingMemoryBound(to: GstBaseSrc.self))
    }

    /// Posts a pad error of this element on its pipeline's bus (`gst_element_message_full`, GST_CORE_ERROR_PAD).
    /// Callable from any thread.
    package func postPadError(_ text: String) {
        gst_element_message_full(
            element, .error, gst_core_error_quark(), Int32(GstCoreError.pad.rawValue), g_strdup(text), nil, "", "", 0)
    }

    /// Waits until the element's state change is complete (`gst_element_get_state`). Returns false if it is not
    /// complete after `nanoseconds`. Throws `stateRefused` if the change has failed.
    package func waitForState(nanoseconds: UInt64) throws(GraphError) -> Bool {
        switch gst_element_get_state(element, nil, nil, UInt(nanoseconds)) {
        case .failure: throw .stateRefused(element: name, state: "pending")
        case .async: return false
        default: return true
        }
    }

    /// Returns the element's pad of this name, which is a permanent pad or was requested earlier. Throws `noPad` if
    /// there is none.
    package func pad(_ name: String) throws(GraphError) -> Pad {
        guard let pad = existingPad(name) else { throw .noPad(element: self.name, pad: name) }
        return pad
    }

    /// Returns the pad of this name; `nil` if the element currently does not have it.
    package func existingPad(_ name: String) -> Pad? {
        gst_element_get_static_pad(element, name).map { Pad(taking: $0) }
    }

    /// Requests a new pad of the element from a template such as `sink_%u` (`gst_element_request_pad_simple`). Throws
    /// `noPad` if the element does not provide one.
    package func requestPad(_ template: String) throws(GraphError) -> Pad {
        guard let pad = gst_element_request_pad_simple(element, template) else {
            throw .noPad(element: name, pad: template)
        }
        return Pad(taking: pad)
    }

    package func release(_ pad: Pad) { gst_element_release_request_pad(element, pad.pad) }

    /// Seeks to the segment from `start` to `stop`, both in nanoseconds. At `stop`, the element sends a segment-done
    /// event instead of an end of stream. Returns false if the element rejects the seek.
    package func seekSegment(from start: UInt64, to stop: UInt64, flush: Bool) -> Bool {
        let flags = GstSeekFlags.segment.rawValue | (flush ? GstSeekFlags.flush.rawValue : 0)
        return gst_element_seek(
            element, 1, .time, GstSeekFlags(rawValue: flags), .set, Int(start), .set, Int(stop)) != 0
    }

    /// Requests that the encoder make its next picture a key frame (upstream GstForceKeyUnit, with all headers).
    ///
    /// In GStreamer 1.22, a key frame cannot be requested for a later time, because GstVideoEncoder compares the
    /// requested time with time stamps that x264enc has moved by 1000 hours.
    package func forceKeyUnit() {
        let event = gst_video_event_new_upstream_force_key_unit(UInt.max, 1, 0)
        guard let pad = gst_element_get_static_pad(element, "src") else { return gst_event_unref(event) }
        gst_pad_send_event(pad, event)
        gst_object_unref(pad)
    }

    /// Adds tags for the muxer to write into its file (GstTagSetter). Does nothing for elements without this interface.
    package func addTags(_ tags: [(name: String, value: String)]) {
        guard
            g_type_check_instance_is_a(pointer.assumingMemoryBound(to: GTypeInstance.self), gst_tag_setter_get_type())
                != 0
        else { return }
        for tag in tags where gst_tag_exists(tag.name) != 0 {
            var value = Value(type: Fundamental.string)
            g_value_set_string(&value.raw, tag.value)
            gst_tag_setter_add_tag_value(OpaquePointer(pointer), .replace, tag.name, &value.raw)
        }
    }

    /// Calls `handler` on a streaming thread for every pad that the element adds later (`pad-added`).
    package func onPadAdded(_ handler: @escaping @Sendable (Pad) -> Void) {
        let callback:
            @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<GstPad>?, UnsafeMutableRawPointer?) -> Void =
                { _, pad, data in
                    if let pad, let data { Box<@Sendable (Pad) -> Void>.content(of: data)(Pad(retaining: pad)) }
                }
        connect("pad-added", unsafeBitCast(callback, to: GCallback.self), Box(handler))
    }

    /// Calls `handler` on a streaming thread whenever the element emits a signal without arguments, such as a queue's
    /// `overrun`.
    package func on(_ signal: String, _ handler: @escaping @Sendable () -> Void) {
        let callback: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
            if let data { Box<@Sendable () -> Void>.content(of: data)() }
        }
        connect(signal, unsafeBitCast(callback, to: GCallback.self), Box(handler))
    }

    /// Calls `handler` on a streaming thread whenever the element reports that a property has changed (`notify`).
    package func onChange(of property: String, _ handler: @escaping @Sendable () -> Void) {
        let callback:
            @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void =
                { _, _, data in if let data { Box<@Sendable () -> Void>.content(of: data)() } }
        connect("notify::\(property)", unsafeBitCast(callback, to: GCallback.self), Box(handler))
    }

    /// Connects a C callback whose type matches the signal. The callback's last argument is the box, which is released
    /// when the element is.
    func connect<Content>(_ signal: String, _ callback: GCallback, _ box: Box<Content>) {
        g_signal_connect_data(
            pointer, signal, callback, box.retained, { data, _ in if let data { releaseBox(data) } }, [])
    }
}

/// A reference-counted container for a value, usually a closure, to which C code holds a pointer.
final class Box<Content: Sendable>: Sendable {
    let content: Content

    init(_ content: Content) { self.content = content }

    /// A retained pointer to the box, for C code. `releaseBox` releases it.
    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    static func content(of data: UnsafeMutableRawPointer) -> Content {
        Unmanaged<Box>.fromOpaque(data).takeUnretainedValue().content
    }
}

/// Releases the reference that `Box.retained` passed to C code, whatever the type of the content.
func releaseBox(_ data: UnsafeMutableRawPointer) { Unmanaged<AnyObject>.fromOpaque(data).release() }
