internal import CGStreamer

/// The registry of the installed GStreamer plugins and their elements.
package enum Registry {
    /// The names of all element factories that are installed.
    package static var elementNames: Set<String> {
        let list = gst_registry_get_feature_list(gst_registry_get(), gst_element_factory_get_type())
        defer { gst_plugin_feature_list_free(list) }
        var names: Set<String> = []
        var node = list
        while let current = node {
            if let feature = current.pointee.data { names.insert(nameOfObject(feature)) }
            node = current.pointee.next
        }
        return names
    }

    /// Returns the name of the highest-ranked factory of a type that accepts all of `caps`; if there is none, the
    /// highest-ranked one that accepts some of them (`gst_element_factory_list_filter`). `nil` if no factory accepts
    /// any of them. The order matters because, for example, a decoder for VP8 with alpha does not decode VP8 without
    /// alpha.
    package static func best(_ kind: FactoryKind, for caps: Caps) -> String? {
        best(kind, for: caps, isSubset: true) ?? best(kind, for: caps, isSubset: false)
    }

    private static func best(_ kind: FactoryKind, for caps: Caps, isSubset: Bool) -> String? {
        let all = gst_element_factory_list_get_elements(kind.rawValue, .marginal)
        defer { gst_plugin_feature_list_free(all) }
        let fitting = gst_element_factory_list_filter(all, caps.raw, .sink, isSubset ? 1 : 0)
        defer { gst_plugin_feature_list_free(fitting) }
        let sorted = g_list_sort(g_list_copy(fitting)) { gst_plugin_feature_rank_compare_func($0, $1) }
        defer { g_list_free(sorted) }
        return sorted?.pointee.data.map { nameOfObject($0) }
    }

    /// Prevents GStreamer from choosing playlist demuxers (HLS, DASH, Smooth Streaming) based on a file's content.
    /// Otherwise, any file could make them connect to the network, or read files that the user has not named.
    static func leaveOutPlaylists() {
        let all = gst_element_factory_list_get_elements(FactoryKind.demuxer.rawValue, .marginal)
        defer { gst_plugin_feature_list_free(all) }
        var node = all
        while let current = node {
            node = current.pointee.next
            guard let feature = current.pointee.data else { continue }
            let factory = OpaquePointer(feature)
            let words = gst_element_factory_get_metadata(factory, "klass").map { String(cString: $0) } ?? ""
            if words.split(separator: "/").contains("Adaptive") { gst_plugin_feature_set_rank(factory, 0) }
        }
    }

    /// Removes PipeWire's device provider from this process, because it corrupts the heap (PipeWire 0.3.65). If it is
    /// started and stopped, 5 to 25 % of such processes abort on a busy machine. If a `pipewiresrc` exists in the same
    /// process, the provider later uses devices that it has already freed.
    static func leaveOutPipeWireDevices() {
        let registry = gst_registry_get()
        let kind = gst_device_provider_factory_get_type()
        guard let feature = gst_registry_find_feature(registry, "pipewiredeviceprovider", kind) else { return }
        defer { gst_object_unref(UnsafeMutableRawPointer(feature)) }
        gst_registry_remove_feature(registry, feature)
    }

    /// Returns the names of the source pads that an element of this factory has or may have (`audio_%u`); empty for an
    /// unknown factory.
    package static func sourcePads(of factory: String) -> [String] {
        guard let found = gst_element_factory_find(factory) else { return [] }
        defer { gst_object_unref(UnsafeMutableRawPointer(found)) }
        var names: [String] = []
        var node = UnsafeMutablePointer(mutating: gst_element_factory_get_static_pad_templates(found))
        while let current = node {
            let template = current.pointee.data?.assumingMemoryBound(to: GstStaticPadTemplate.self).pointee
            if let template, template.direction == .src { names.append(String(cString: template.name_template)) }
            node = current.pointee.next
        }
        return names
    }

    // MARK: Loading plugins
    /// Returns the name of the plugin that contains a feature: an element or a typefind function. `nil` for an unknown
    /// feature.
    package static func plugin(of feature: String) -> String? {
        guard let found = gst_registry_lookup_feature(gst_registry_get(), feature) else { return nil }
        defer { gst_object_unref(UnsafeMutableRawPointer(found)) }
        return gst_plugin_feature_get_plugin_name(found).map { String(cString: $0) }
    }

    /// Loads a plugin and all libraries that it needs (`gst_plugin_load_by_name`). Meanwhile, other threads cannot load
    /// a library, because the dynamic linker loads only one at a time. Ignores errors, which are reported when the
    /// plugin is needed.
    package static func load(plugin name: String) {
        guard let plugin = gst_plugin_load_by_name(name) else { return }
        gst_object_unref(UnsafeMutableRawPointer(plugin))
    }
}

/// The types of element factories for which the registry can be searched (GST_ELEMENT_FACTORY_TYPE_*).
package enum FactoryKind: Sendable {
    case demuxer, parser, decoder

    var rawValue: GstElementFactoryListType {
        switch self {
        case .decoder: 1 << 0
        case .demuxer: 1 << 5
        case .parser: 1 << 6
        }
    }
}
