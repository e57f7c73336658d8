internal import CGStreamer

/// A reader of properties that other programs publish on a D-Bus message bus.
package enum BusProperty {
    /// Reads a property whose type is an unsigned number (`u`), with the method `Get` of
    /// `org.freedesktop.DBus.Properties`. Blocks for at most three seconds once the bus has responded.
    ///
    /// - Returns: the property's value; `nil` if there is no bus at `address`, no program owns the bus name `owner`, or
    ///   the property is missing or has a different type.
    package static func unsigned(
        _ name: String, of interface: String, at path: String, owner: String, bus address: String
    ) -> UInt32? {
        let flags = GDBusConnectionFlags.authenticationClient.union(.messageBusConnection)
        guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil) else { return nil }
        defer {
            g_dbus_connection_close_sync(connection, nil, nil)
            g_object_unref(UnsafeMutableRawPointer(connection))
        }
        var children = [BusValue.string(interface), .string(name)].map(\.variant)
        let answer = g_dbus_connection_call_sync(
            connection, owner, path, "org.freedesktop.DBus.Properties", "Get",
            g_variant_new_tuple(&children, gsize(children.count)), nil, GDBusCallFlags(rawValue: 0), 3000, nil, nil)
        guard let answer else { return nil }
        defer { g_variant_unref(answer) }
        guard String(cString: g_variant_get_type_string(answer)) == "(v)" else { return nil }
        let boxed = g_variant_get_child_value(answer, 0)
        defer { g_variant_unref(boxed) }
        let value = g_variant_get_variant(boxed)
        defer { g_variant_unref(value) }
        guard String(cString: g_variant_get_type_string(value)) == BusValue.unsigned(0).type else { return nil }
        return g_variant_get_uint32(value)
    }
}
