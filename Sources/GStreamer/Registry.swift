internal import CGStreamer

/// The registry of plugins.
public enum Registry {
    /// Names of all element factories at hand.
    public static var elementNames: Set<String> {
        let list = gst_registry_get_feature_list(gst_registry_get(), gst_element_factory_get_type())
        defer { gst_plugin_feature_list_free(list) }
        var names: Set<String> = []
        var node = list
        while let current = node {
            if let feature = current.pointee.data {
                let object = feature.assumingMemoryBound(to: GstObject.self)
                names.insert(String(taking: gst_object_get_name(object)))
            }
            node = current.pointee.next
        }
        return names
    }

    /// The factory of highest rank among `kind` that takes `caps` (`gst_element_factory_list_filter`).
    public static func best(_ kind: FactoryKind, for caps: Caps) -> String? {
        let all = gst_element_factory_list_get_elements(kind.rawValue, .marginal)
        defer { gst_plugin_feature_list_free(all) }
        let fitting = gst_element_factory_list_filter(all, caps.raw, .sink, 0)
        defer { gst_plugin_feature_list_free(fitting) }
        let sorted = g_list_sort(g_list_copy(fitting)) { gst_plugin_feature_rank_compare_func($0, $1) }
        defer { g_list_free(sorted) }
        guard let feature = sorted?.pointee.data else { return nil }
        return String(taking: gst_object_get_name(feature.assumingMemoryBound(to: GstObject.self)))
    }
}

/// Kinds of element factories (GST_ELEMENT_FACTORY_TYPE_*).
public enum FactoryKind: Sendable {
    case demuxer, parser, decoder

    var rawValue: GstElementFactoryListType {
        switch self {
        case .decoder: 1 << 0
        case .demuxer: 1 << 5
        case .parser: 1 << 6
        }
    }
}
