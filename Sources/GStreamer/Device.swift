internal import CGStreamer

/// A camera, microphone or other device that GStreamer's device monitor lists (GstDevice).
package struct Device: Sendable {
    package let displayName: String
    package let caps: [Structure]
    package let properties: [String: String]
    /// True for the default device of its sound or video server.
    let isDefault: Bool
}

/// Returns the devices of a class, such as `Video/Source`, from all of GStreamer's device providers, including
/// providers that GStreamer hides by default, but not from PipeWire's.
///
/// Blocks while the providers search for devices. Cameras are found only with udev.
package func listDevices(ofClass name: String) -> [Device] {
    var devices: [Device] = []
    visitDevices(ofClass: name) { devices.append(Device($0)) }
    return devices
}

/// Calls `visit` for each device of a class, such as `Audio/Source`.
/// - Parameter isWatched: true to start the device providers first. It is needed to learn the default device, which
///   sound servers report only to started providers.
func visitDevices(ofClass name: String, isWatched: Bool = false, _ visit: (UnsafeMutablePointer<GstDevice>) -> Void) {
    guard let monitor = gst_device_monitor_new() else { return }
    defer { gst_object_unref(monitor) }
    gst_device_monitor_add_filter(monitor, name, nil)
    gst_device_monitor_set_show_all_devices(monitor, 1)
    let isWatching = isWatched && gst_device_monitor_start(monitor) != 0
    defer { if isWatching { gst_device_monitor_stop(monitor) } }
    let list = gst_device_monitor_get_devices(monitor)
    defer { g_list_free_full(list) { gst_object_unref($0) } }
    var node = list
    while let current = node {
        if let data = current.pointee.data { visit(data.assumingMemoryBound(to: GstDevice.self)) }
        node = current.pointee.next
    }
}

extension Device {
    init(_ device: UnsafeMutablePointer<GstDevice>) {
        displayName = String(taking: gst_device_get_display_name(device))
        if let caps = gst_device_get_caps(device) { self.caps = Caps(taking: caps).structures } else { caps = [] }
        var (properties, isDefault) = ([String: String](), false)
        if let structure = gst_device_get_properties(device) {
            for (name, value) in Structure(structure).fields {
                if case .text(let text) = value { properties[name] = text }
            }
            var flag: gboolean = 0
            isDefault = gst_structure_get_boolean(structure, "is-default", &flag) != 0 && flag != 0
            gst_structure_free(structure)
        }
        (self.properties, self.isDefault) = (properties, isDefault)
    }
}
