import Soup

/// A query that asks NetworkManager whether the network is metered, such as a mobile connection
/// (https://networkmanager.dev/docs/api/latest/gdbus-org.freedesktop.NetworkManager.html).
package enum NetworkMetering {
    /// Returns true if NetworkManager reports or guesses that the network is metered; false otherwise, or if
    /// NetworkManager is not running. Blocks.
    ///
    /// - Parameter environment: the environment variables of the process. `DBUS_SYSTEM_BUS_ADDRESS` overrides the
    ///   address of the system bus.
    package static func isMetered(_ environment: [String: String]) -> Bool {
        let address = environment["DBUS_SYSTEM_BUS_ADDRESS", default: "unix:path=/run/dbus/system_bus_socket"]
        let name = "org.freedesktop.NetworkManager"
        let told = BusProperty.unsigned(
            "Metered", of: name, at: "/org/freedesktop/NetworkManager", owner: name, bus: address)
        // The values of NM_METERED_YES and NM_METERED_GUESS_YES.
        return [1, 3].contains(told)
    }
}
