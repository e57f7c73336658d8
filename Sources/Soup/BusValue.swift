internal import CGStreamer

/// A value as D-Bus carries it.
package indirect enum BusValue: Sendable, Equatable {
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    /// An object's path.
    case path(String)
    case strings([String])
    /// `a{sv}`
    case dictionary([String: BusValue])

    /// A floating `GVariant`.
    var variant: OpaquePointer? {
        switch self {
        case .boolean(let value): g_variant_new_boolean(value ? 1 : 0)
        case .integer(let value): g_variant_new_int64(gint64(value))
        case .double(let value): g_variant_new_double(value)
        case .string(let value): g_variant_new_string(value)
        case .path(let value): g_variant_is_object_path(value) != 0 ? g_variant_new_object_path(value) : nil
        case .strings(let values): Self.array("as", values.map { g_variant_new_string($0) })
        case .dictionary(let members):
            Self.array(
                "a{sv}",
                members.sorted { $0.key < $1.key }.compactMap { key, value in
                    value.variant.flatMap {
                        g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant($0))
                    }
                })
        }
    }

    private static func array(_ type: String, _ children: [OpaquePointer?]) -> OpaquePointer? {
        let kind = g_variant_type_new(type)
        defer { g_variant_type_free(kind) }
        var children = children
        return g_variant_new_array(g_variant_type_element(kind), &children, gsize(children.count))
    }
}
