import Soup

/// Tells whether what is sent costs money, as far as NetworkManager knows
/// (https://networkmanager.dev/docs/api/latest/gdbus-org.freedesktop.NetworkManager.html).
package enum NetworkMetering {
    /// Returns true where NetworkManager says that the network is metered, or guesses so; false where it says something else, and
    /// where there is none. Blocks.
    ///
    /// - Parameter environment: `DBUS_SYSTEM_BUS_ADDRESS`, where the system's bus is elsewhere.
    package static func isMetered(_ environment: [String: String]) -> Bool {
        let address = environment["DBUS_SYSTEM_BUS_ADDRESS", default: "unix:path=/run/dbus/system_bus_socket"]
        let name = "org.freedesktop.NetworkManager"
        let told = BusProperty.unsigned(
            "Metered", of: name, at: "/org/freedesktop/NetworkManager", owner: name, bus: address)
        // NM_METERED_YES and NM_METERED_GUESS_YES
        return [1, 3].contains(told)
    }
}
