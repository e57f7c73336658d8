internal import CGStreamer

/// An owner of one reference to a reference-counted GObject. The reference is released with this Swift object.
package class Object: @unchecked Sendable {
    // Invariant: `pointer` never changes, its reference count is atomic, and every function called through it is
    // documented as MT safe (GstObject's own lock guards properties and pads).
    package let pointer: UnsafeMutableRawPointer

    /// Takes over the caller's reference to the GObject (transfer full).
    init(taking pointer: UnsafeMutableRawPointer) { self.pointer = pointer }

    /// Adds a reference to the GObject. The caller keeps its own reference (transfer none).
    init(retaining pointer: UnsafeMutableRawPointer) { self.pointer = g_object_ref(pointer) }

    /// Takes ownership of the floating reference to a GObject, such as a newly created element.
    init(sinking pointer: UnsafeMutableRawPointer) { self.pointer = g_object_ref_sink(pointer) }

    deinit { g_object_unref(pointer) }

    var object: UnsafeMutablePointer<GObject> { pointer.assumingMemoryBound(to: GObject.self) }

    /// The object's name in its bin (`gst_object_get_name`).
    package var name: String { nameOfObject(pointer) }

    /// Sets a property of the object. Checks first that the property exists, has the value's type, and accepts the
    /// value (`g_param_value_validate`).
    package func set(_ property: String, _ setting: Setting) throws(SettingError) {
        try prepare(property, setting).apply()
    }

    /// Checks a property and a value as `set` does, but does not set the property. `PreparedSetting.apply` sets it
    /// later.
    package func prepare(_ property: String, _ setting: Setting) throws(SettingError) -> PreparedSetting {
        let spec = try specification(property)
        let flags = spec.pointee.flags.rawValue
        guard flags & GParamFlags.writable.rawValue != 0, flags & GParamFlags.constructOnly.rawValue == 0 else {
            throw .readOnly(object: name, property: property)
        }
        let place = SettingPlace(object: name, property: property)
        var value = try setting.value(of: spec.pointee.value_type, place)
        guard g_param_value_validate(spec, &value.raw) == 0 else {
            throw .outOfRange(object: name, property: property, value: "\(setting)")
        }
        return PreparedSetting(self, property, value)
    }

    /// Returns true if the element's class declares that the property may change while the element plays
    /// (`GST_PARAM_MUTABLE_PLAYING`). A false result proves nothing: many properties that may change lack this
    /// declaration.
    package func isMutableWhilePlaying(_ property: String) throws(SettingError) -> Bool {
        // The macro G_PARAM_USER_SHIFT is 8, and GStreamer's flag is the fifth from there.
        try specification(property).pointee.flags.rawValue & (1 << 12) != 0
    }

    /// Returns the value of a property as text, in GStreamer's own format (`gst_value_serialize`); `nil` if it is not
    /// set.
    package func text(_ property: String) throws(SettingError) -> String? {
        var value = Value(type: try specification(property).pointee.value_type)
        g_object_get_property(object, property, &value.raw)
        guard let text = gst_value_serialize(&value.raw) else { return nil }
        return String(taking: text)
    }

    /// Returns the value of an integer property of the object.
    package func integer(_ property: String) throws(SettingError) -> Int64 {
        _ = try specification(property)
        var value = Value(type: Fundamental.int64)
        g_object_get_property(object, property, &value.raw)
        return Int64(g_value_get_int64(&value.raw))
    }

    /// Returns the value of a string property of the object; `nil` if it is not set.
    package func string(_ property: String) throws(SettingError) -> String? {
        _ = try specification(property)
        var value = Value(type: Fundamental.string)
        g_object_get_property(object, property, &value.raw)
        return g_value_get_string(&value.raw).map { String(cString: $0) }
    }

    /// Returns the value of a string property; `nil` if it is not set, or if the object has no such property.
    func stringIfAny(_ property: String) -> String? {
        do throws(SettingError) { return try string(property) } catch { return nil }
    }

    private func specification(_ property: String) throws(SettingError) -> UnsafeMutablePointer<GParamSpec> {
        let kind = object.pointee.g_type_instance.g_class
        let members = UnsafeMutableRawPointer(kind)?.assumingMemoryBound(to: GObjectClass.self)
        guard let spec = g_object_class_find_property(members, property) else {
            throw .unknownProperty(object: name, property: property, nearest: nearest(to: property, in: members))
        }
        return spec
    }

    private func nearest(to property: String, in members: UnsafeMutablePointer<GObjectClass>?) -> String? {
        var count: UInt32 = 0
        guard let list = g_object_class_list_properties(members, &count) else { return nil }
        defer { g_free(list) }
        let names = (0..<Int(count)).compactMap {
            list[$0].flatMap { g_param_spec_get_name($0) }.map { String(cString: $0) }
        }
        let distances = names.map { (name: $0, distance: editDistance($0, property)) }
        return distances.min { $0.distance < $1.distance }.flatMap {
            $0.distance <= max(2, property.count / 3) ? $0.name : nil
        }
    }
}

/// Returns the name of a GstObject (`gst_object_get_name`); empty for `nil`.
func nameOfObject(_ object: UnsafeMutableRawPointer?) -> String {
    object.map { String(taking: gst_object_get_name($0.assumingMemoryBound(to: GstObject.self))) } ?? ""
}

/// A value that was checked for one property of an object and can be set later.
package final class PreparedSetting: @unchecked Sendable {
    // Invariant: the value is never changed once it is made; properties are set by any thread.
    private let target: Object
    private let property: String
    private let value: Value

    fileprivate init(_ target: Object, _ property: String, _ value: consuming Value) {
        (self.target, self.property) = (target, property)
        self.value = value
    }

    /// Sets the property to the checked value (`g_object_set_property`).
    package func apply() {
        withUnsafePointer(to: value.raw) { g_object_set_property(target.object, property, $0) }
    }
}

/// Returns the smallest number of single-character edits that turn one name into the other (Levenshtein distance).
func editDistance(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (line, character) in left.enumerated() {
        var diagonal = row[0]
        row[0] = line + 1
        for column in right.indices {
            let above = row[column + 1]
            row[column + 1] = min(above + 1, row[column] + 1, diagonal + (right[column] == character ? 0 : 1))
            diagonal = above
        }
    }
    return row[right.count]
}
