internal import CGStreamer

/// A device as GstDeviceMonitor lists it.
public struct Device: Sendable {
    public let displayName: String
    public let caps: [Structure]
    public let properties: [String: String]
}

/// Lists the devices of a class (`Video/Source`) by every provider, hidden ones included, in the providers' order.
///
/// Blocks while the providers probe; needs udev for cameras.
public func listDevices(ofClass name: String) -> [Device] {
    guard let monitor = gst_device_monitor_new() else { return [] }
    defer { gst_object_unref(monitor) }
    gst_device_monitor_add_filter(monitor, name, nil)
    gst_device_monitor_set_show_all_devices(monitor, 1)
    var devices: [Device] = []
    let list = gst_device_monitor_get_devices(monitor)
    defer { g_list_free_full(list) { gst_object_unref($0) } }
    var node = list
    while let current = node {
        if let data = current.pointee.data { devices.append(Device(data.assumingMemoryBound(to: GstDevice.self))) }
        node = current.pointee.next
    }
    return devices
}

extension Device {
    init(_ device: UnsafeMutablePointer<GstDevice>) {
        displayName = String(taking: gst_device_get_display_name(device))
        if let caps = gst_device_get_caps(device) { self.caps = Caps(taking: caps).structures } else { caps = [] }
        var properties: [String: String] = [:]
        if let structure = gst_device_get_properties(device) {
            for (name, value) in Structure(structure).fields {
                if case .text(let text) = value { properties[name] = text }
            }
            gst_structure_free(structure)
        }
        self.properties = properties
    }
}
