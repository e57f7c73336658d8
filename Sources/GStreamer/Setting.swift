internal import CGStreamer

/// A value for a GStreamer property, or for a field of caps or structures, before its conversion to a specific GLib
/// type.
package indirect enum Setting: Sendable, Equatable {
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    /// A single-precision number. For properties, `double` works as well, because the property declares the exact type.
    case float(Double)
    case string(String)
    /// An enumeration value or a single flag, given by its nick. `type` is required in structures, where no property
    /// declares the type.
    case enumeration(type: String?, nick: String)
    case fraction(Int, Int)
    case caps(mediaType: String, fields: [Field])
    case structure(name: String, fields: [Field])
    case bitmask(UInt64)
    /// A GstValueArray. Each element has its natural type.
    case array([Setting])

    package struct Field: Sendable, Equatable {
        package var name: String
        package var value: Setting

        package init(_ name: String, _ value: Setting) {
            self.name = name
            self.value = value
        }
    }

    /// Returns the GType that this setting gets if no property declares a type, as in structures. Throws `wrongType`
    /// for an enumeration whose type is missing or not registered.
    func naturalType(_ place: SettingPlace) throws(SettingError) -> GType {
        switch self {
        case .bool: return Fundamental.boolean
        case .int: return Fundamental.int
        case .uint: return Fundamental.uint
        case .double: return Fundamental.double
        case .float: return Fundamental.float
        case .string: return Fundamental.string
        case .fraction: return gst_fraction_get_type()
        case .bitmask: return gst_bitmask_get_type()
        case .array: return gst_value_array_get_type()
        case .caps: return gst_caps_get_type()
        case .structure: return gst_structure_get_type()
        case .enumeration(let type?, _):
            let found = g_type_from_name(type)
            guard found != 0 else {
                throw .wrongType(
                    object: place.object, property: place.property, expected: "a registered enumeration, not \(type)")
            }
            return found
        case .enumeration:
            throw .wrongType(object: place.object, property: place.property, expected: "a type that stands for itself")
        }
    }

    /// Converts this setting to a GValue of exactly the type `type`. Throws a `SettingError` if that is impossible.
    /// `place` names the object and the property in the error.
    func value(of type: GType, _ place: SettingPlace) throws(SettingError) -> Value {
        var value = Value(type: type)
        switch self {
        case .bool(let flag) where type == Fundamental.boolean: g_value_set_boolean(&value.raw, flag ? 1 : 0)
        case .int(let number): try Self.set(number, in: &value, type, place)
        case .uint(let number): try Self.set(Int64(clamping: number), in: &value, type, place)
        case .double(let number) where type == Fundamental.double: g_value_set_double(&value.raw, number)
        case .double(let number) where type == Fundamental.float: g_value_set_float(&value.raw, Float(number))
        case .float(let number) where type == Fundamental.float: g_value_set_float(&value.raw, Float(number))
        case .string(let text) where type == Fundamental.string: g_value_set_string(&value.raw, text)
        case .enumeration(_, let nick) where g_type_fundamental(type) == Fundamental.flags:
            g_value_set_flags(&value.raw, try Self.flag(nick, type, place))
        case .enumeration(_, let nick): g_value_set_enum(&value.raw, try Self.enumeration(nick, type, place))
        case .fraction(let top, let bottom) where type == gst_fraction_get_type():
            gst_value_set_fraction(&value.raw, Int32(clamping: top), Int32(clamping: bottom))
        case .bitmask(let mask) where type == gst_bitmask_get_type(): gst_value_set_bitmask(&value.raw, UInt(mask))
        case .caps(let mediaType, let fields) where type == gst_caps_get_type():
            let caps = try Caps(mediaType, fields, place)
            g_value_set_boxed(&value.raw, caps.raw)
        case .structure(let name, let fields) where type == gst_structure_get_type():
            g_value_take_boxed(&value.raw, try Self.structure(name, fields, place))
        case .array(let elements) where type == gst_value_array_get_type():
            for element in elements {
                var inner = try element.value(of: try element.naturalType(place), place)
                gst_value_array_append_value(&value.raw, &inner.raw)
            }
        default: throw place.wrongType(type)
        }
        return value
    }

    private static func set(_ number: Int64, in value: inout Value, _ type: GType, _ place: SettingPlace)
        throws(SettingError)
    {
        let outside = SettingError.outOfRange(object: place.object, property: place.property, value: String(number))
        switch type {
        case Fundamental.int:
            guard let small = Int32(exactly: number) else { throw outside }
            g_value_set_int(&value.raw, small)
        case Fundamental.uint:
            guard let small = UInt32(exactly: number) else { throw outside }
            g_value_set_uint(&value.raw, small)
        case Fundamental.int64: g_value_set_int64(&value.raw, Int(number))
        case Fundamental.long: g_value_set_long(&value.raw, Int(number))
        case Fundamental.uint64, Fundamental.ulong:
            guard let natural = UInt(exactly: number) else { throw outside }
            type == Fundamental.ulong ? g_value_set_ulong(&value.raw, natural) : g_value_set_uint64(&value.raw, natural)
        case Fundamental.double: g_value_set_double(&value.raw, Double(number))
        case Fundamental.float: g_value_set_float(&value.raw, Float(number))
        default: throw place.wrongType(type)
        }
    }

    private static func enumeration(_ nick: String, _ type: GType, _ place: SettingPlace) throws(SettingError) -> Int32
    {
        guard g_type_fundamental(type) == Fundamental.enumeration, let kind = g_type_class_ref(type) else {
            throw place.wrongType(type)
        }
        defer { g_type_class_unref(kind) }
        let members = kind.assumingMemoryBound(to: GEnumClass.self)
        if let found = g_enum_get_value_by_nick(members, nick) { return found.pointee.value }
        let known = (0..<Int(members.pointee.n_values)).compactMap {
            members.pointee.values[$0].value_nick.map { String(cString: $0) }
        }
        throw .unknownNick(object: place.object, property: place.property, nick: nick, known: known)
    }

    private static func flag(_ nick: String, _ type: GType, _ place: SettingPlace) throws(SettingError) -> UInt32 {
        guard let kind = g_type_class_ref(type) else { throw place.wrongType(type) }
        defer { g_type_class_unref(kind) }
        let members = kind.assumingMemoryBound(to: GFlagsClass.self)
        if let found = g_flags_get_value_by_nick(members, nick) { return found.pointee.value }
        let known = (0..<Int(members.pointee.n_values)).compactMap {
            members.pointee.values[$0].value_nick.map { String(cString: $0) }
        }
        throw .unknownNick(object: place.object, property: place.property, nick: nick, known: known)
    }

    /// Creates a GStreamer structure, which the caller owns (`gst_structure_new_empty`). Throws if a field's value has
    /// no valid type.
    static func structure(
        _ name: String, _ fields: [Field], _ place: SettingPlace
    ) throws(SettingError) -> UnsafeMutablePointer<GstStructure>? {
        let structure = gst_structure_new_empty(name)
        for field in fields {
            let inner = SettingPlace(object: place.object, property: "\(place.property).\(field.name)")
            do {
                var value = try field.value.value(of: try field.value.naturalType(inner), inner)
                gst_structure_set_value(structure, field.name, &value.raw)
            } catch {
                gst_structure_free(structure)
                throw error
            }
        }
        return structure
    }
}

/// The reasons why GStreamer rejects a setting, with the object, the property and the valid values.
package enum SettingError: Error, Sendable, Equatable {
    case unknownProperty(object: String, property: String, nearest: String?)
    case wrongType(object: String, property: String, expected: String)
    case outOfRange(object: String, property: String, value: String)
    case unknownNick(object: String, property: String, nick: String, known: [String])
    case readOnly(object: String, property: String)
}

/// An initialised GValue, which is unset when this value is destroyed.
struct Value: ~Copyable {
    var raw = GValue()

    init(type: GType) { g_value_init(&raw, type) }

    /// Returns the GValue to the caller, who must unset it.
    consuming func release() -> GValue {
        let given = raw
        discard self
        return given
    }

    deinit {
        var raw = raw
        g_value_unset(&raw)
    }
}

/// The object and the property to which a setting belongs, for error messages.
struct SettingPlace {
    var object: String
    var property: String

    func wrongType(_ expected: GType) -> SettingError {
        let name = g_type_name(expected).map { String(cString: $0) } ?? "another type"
        return .wrongType(object: object, property: property, expected: name)
    }
}
