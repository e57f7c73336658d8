internal import CGStreamer

/// The registry of plugins.
package enum Registry {
    /// Names of all element factories at hand.
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

    /// The factory of highest rank among `kind` that takes `caps` as they are, else the one that may take them
    /// (`gst_element_factory_list_filter`): a decoder of VP8 with alpha is none for VP8 without.
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

    /// Keeps what fetches the parts of a playlist (HLS, DASH, Smooth Streaming) from being chosen for a file by what is in it: whatever the
    /// file is called, somebody would be called over the network, or files be read of which nobody has spoken.
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

    /// Names of the source pads that elements of a factory have or may have (`audio_%u`); none where there is no such factory.
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
    /// The name of the plugin that holds a feature: an element, or what finds a type of media. `nil`: there is no such feature.
    package static func plugin(of feature: String) -> String? {
        guard let found = gst_registry_lookup_feature(gst_registry_get(), feature) else { return nil }
        defer { gst_object_unref(UnsafeMutableRawPointer(found)) }
        return gst_plugin_feature_get_plugin_name(found).map { String(cString: $0) }
    }

    /// Loads a plugin and every library that it needs (`gst_plugin_load_by_name`). Blocks, and holds up whoever else opens a
    /// library: ld.so does one at a time. One that does not load is told of when it is needed.
    package static func load(plugin name: String) {
        guard let plugin = gst_plugin_load_by_name(name) else { return }
        gst_object_unref(UnsafeMutableRawPointer(plugin))
    }
}

/// Kinds of element factories (GST_ELEMENT_FACTORY_TYPE_*).
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
