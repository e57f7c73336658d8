internal import CGStreamer
internal import Glibc

/// An element's properties, parted into those that can be given only when it is made and those that are set later.
struct BirthProperties {
    private let factory: OpaquePointer
    private let values: [(name: String, value: Setting, type: GType)]
    private let name: String
    let later: [Setting.Field]

    init(_ factory: String, name: String, _ properties: [Setting.Field]) throws(GraphError) {
        guard let found = gst_element_factory_find(factory) else { throw .noFactory(factory) }
        defer { gst_object_unref(UnsafeMutableRawPointer(found)) }
        guard let loaded = gst_plugin_feature_load(found) else { throw .noFactory(factory) }
        self.factory = loaded
        self.name = name
        let kind = g_type_class_ref(gst_element_factory_get_element_type(self.factory))
        defer { g_type_class_unref(kind) }
        let members = kind?.assumingMemoryBound(to: GObjectClass.self)
        var (values, later): ([(name: String, value: Setting, type: GType)], [Setting.Field]) = ([], [])
        for property in properties {
            let spec = g_object_class_find_property(members, property.name)
            if let spec, spec.pointee.flags.rawValue & GParamFlags.constructOnly.rawValue != 0 {
                values.append((property.name, property.value, spec.pointee.value_type))
            } else {
                later.append(property)
            }
        }
        (self.values, self.later) = (values, later)
    }

    /// Makes the element; the factory found is given back.
    func make() throws -> Element {
        defer { gst_object_unref(UnsafeMutableRawPointer(factory)) }
        var raw: [GValue] = []
        defer { for index in raw.indices { g_value_unset(&raw[index]) } }
        for property in values {
            let checked = try property.value.value(
                of: property.type, SettingPlace(object: name, property: property.name))
            var copy = GValue()
            g_value_init(&copy, property.type)
            withUnsafePointer(to: checked.raw) { g_value_copy($0, &copy) }
            raw.append(copy)
        }
        var names: [UnsafePointer<CChar>?] = values.map { UnsafePointer(strdup($0.name)) }
        defer { for name in names { free(UnsafeMutablePointer(mutating: name)) } }
        guard let made = gst_element_factory_create_with_properties(factory, UInt32(values.count), &names, raw) else {
            throw GraphError.noFactory(name)
        }
        gst_object_set_name(UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstObject.self), name)
        return Element(sinking: made)
    }
}
