internal import CGStreamer

/// The capabilities of a pad: the media formats that it accepts or carries (GstCaps). Immutable once created.
package final class Caps: @unchecked Sendable {
    // Invariant: caps are never changed once they are shared; GstMiniObject's reference count is atomic.
    let raw: UnsafeMutablePointer<GstCaps>

    init(taking raw: UnsafeMutablePointer<GstCaps>) { self.raw = raw }

    deinit { gst_caps_unref(raw) }

    convenience init(_ mediaType: String, _ fields: [Setting.Field], _ place: SettingPlace) throws(SettingError) {
        let structure = try Setting.structure(mediaType, fields, place)
        guard let raw = gst_caps_new_empty() else { throw place.wrongType(gst_caps_get_type()) }
        gst_caps_append_structure(raw, structure)
        self.init(taking: raw)
    }

    /// The caps as text, in GStreamer's own format, for messages.
    package var text: String { String(taking: gst_caps_to_string(raw)) }

    /// The structures of the caps, in order of preference.
    package var structures: [Structure] {
        (0..<gst_caps_get_size(raw)).compactMap { gst_caps_get_structure(raw, $0).map(Structure.init) }
    }
}

/// A copy of one structure of caps, with its fields.
package struct Structure: Sendable, Equatable {
    package let name: String
    package let fields: [String: Field]

    /// The value of a field: a single value, or a range or list of accepted values. Values of other types are `other`,
    /// with their text in GStreamer's format.
    package enum Field: Sendable, Equatable {
        case int(Int)
        case text(String)
        case fraction(Int, Int)
        case range(Int, Int)
        case fractionRange(from: [Int], to: [Int])
        case list([Field])
        case other(String)
    }

    init(_ structure: UnsafeMutablePointer<GstStructure>) {
        name = String(cString: gst_structure_get_name(structure))
        var fields: [String: Field] = [:]
        for index in 0..<gst_structure_n_fields(structure) {
            guard let name = gst_structure_nth_field_name(structure, UInt32(index)),
                let value = gst_structure_get_value(structure, name)
            else { continue }
            fields[String(cString: name)] = Field(value)
        }
        self.fields = fields
    }

    /// Returns all text values that a field of the structure accepts; empty if the field is missing or not a text.
    package func texts(_ name: String) -> [String] {
        switch fields[name] {
        case .text(let text): [text]
        case .list(let items): items.compactMap { if case .text(let text) = $0 { text } else { nil } }
        default: []
        }
    }

    package func int(_ name: String) -> Int? {
        if case .int(let number)? = fields[name] { number } else { nil }
    }

    /// Returns all fractions that a field of the structure accepts, as (numerator, denominator). For a range, returns
    /// its lower and upper end.
    package func fractions(_ name: String) -> [(Int, Int)] {
        switch fields[name] {
        case .fraction(let top, let bottom): [(top, bottom)]
        case .fractionRange(let from, let to): [(to[0], to[1]), (from[0], from[1])]
        case .list(let items):
            items.compactMap { if case .fraction(let top, let bottom) = $0 { (top, bottom) } else { nil } }
        default: []
        }
    }
}

extension Structure.Field {
    init(_ value: UnsafePointer<GValue>) {
        switch value.pointee.g_type {
        case Fundamental.int: self = .int(Int(g_value_get_int(value)))
        case Fundamental.uint: self = .int(Int(g_value_get_uint(value)))
        case Fundamental.uint64: self = .int(Int(clamping: g_value_get_uint64(value)))
        case Fundamental.string: self = .text(g_value_get_string(value).map { String(cString: $0) } ?? "")
        case gst_fraction_get_type():
            self = .fraction(
                Int(gst_value_get_fraction_numerator(value)), Int(gst_value_get_fraction_denominator(value)))
        case gst_int_range_get_type():
            self = .range(Int(gst_value_get_int_range_min(value)), Int(gst_value_get_int_range_max(value)))
        case gst_fraction_range_get_type():
            self = .fractionRange(
                from: Self.parts(gst_value_get_fraction_range_min(value)),
                to: Self.parts(gst_value_get_fraction_range_max(value)))
        case gst_value_list_get_type():
            self = .list(
                (0..<gst_value_list_get_size(value)).compactMap {
                    gst_value_list_get_value(value, $0).map(Structure.Field.init)
                })
        default: self = .other(String(taking: gst_value_serialize(value)))
        }
    }

    private static func parts(_ fraction: UnsafePointer<GValue>?) -> [Int] {
        [Int(gst_value_get_fraction_numerator(fraction)), Int(gst_value_get_fraction_denominator(fraction))]
    }
}
