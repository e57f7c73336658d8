/// The value of an element's or pad's property, or of a caps field, in GStreamer's own types.
package indirect enum PropertyValue: Sendable, Hashable {
    case bool(Bool)
    /// An integer of any GLib type. The live graph converts it to the property's type and refuses values that do not
    /// fit.
    case int(Int64)
    /// An unsigned integer where no property declares the type: a structure's field
    /// (`GstVideoConverter.resampler-taps`).
    case uint(UInt64)
    case double(Double)
    /// A single-precision number where no property declares the type: an element of an array (`mix-matrix`).
    case float(Double)
    case string(String)
    /// An enumeration value by its nick.
    case enumeration(type: String?, nick: String)
    case fraction(Int, Int)
    case caps(StructurePlan)
    case structure(StructurePlan)
    /// A bit mask, such as a `channel-mask`.
    case bitmask(UInt64)
    /// A list of values, as a `GstValueArray`.
    case array([PropertyValue])
}

/// A `GstStructure`: a name and fields in order. Caps have exactly one structure, which is named after their media
/// type, and no features.
package struct StructurePlan: Sendable, Hashable {
    package var name: String
    package var fields: [Property]

    package init(_ name: String, _ fields: [Property] = []) {
        self.name = name
        self.fields = fields
    }
}

/// A named value. Plans hold arrays of properties instead of dictionaries, so that they print in the order they were
/// written.
package struct Property: Sendable, Hashable {
    package var name: String
    package var value: PropertyValue

    package init(_ name: String, _ value: PropertyValue) {
        self.name = name
        self.value = value
    }
}
