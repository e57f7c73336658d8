/// The value of a property of an element or a pad, or of a field in caps, with GStreamer's types.
package indirect enum PropertyValue: Sendable, Hashable {
    case bool(Bool)
    /// An integer of any GLib type. The live graph converts it to the type of the property and rejects a value that is
    /// out of range.
    case int(Int64)
    /// An unsigned integer, used where no property declares the type, such as for a field of a structure
    /// (`GstVideoConverter.resampler-taps`).
    case uint(UInt64)
    case double(Double)
    /// A single-precision number, used where no property declares the type, such as for an element of an array
    /// (`mix-matrix`).
    case float(Double)
    case string(String)
    /// A value of an enumeration, given by GStreamer's short name for it (nick).
    case enumeration(type: String?, nick: String)
    case fraction(Int, Int)
    case caps(StructurePlan)
    case structure(StructurePlan)
    /// A bit mask, such as the caps field `channel-mask`.
    case bitmask(UInt64)
    /// A list of values, as a `GstValueArray`.
    case array([PropertyValue])
}

/// A `GstStructure`, which consists of a name and fields in order. Caps in a plan consist of a single structure, named
/// after the media type, without features.
package struct StructurePlan: Sendable, Hashable {
    package var name: String
    package var fields: [Property]

    package init(_ name: String, _ fields: [Property] = []) {
        self.name = name
        self.fields = fields
    }
}

/// A property's name and value. Plans contain arrays of properties instead of dictionaries, so that the properties are
/// printed in the order in which they were added.
package struct Property: Sendable, Hashable {
    package var name: String
    package var value: PropertyValue

    package init(_ name: String, _ value: PropertyValue) {
        self.name = name
        self.value = value
    }
}
