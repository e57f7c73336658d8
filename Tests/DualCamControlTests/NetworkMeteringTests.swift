@testable import DualCamTransfer
import DualCamTestKit
import Soup
import Testing

@testable import DualCamControl

/// Questions to NetworkManager, which is imitated on the test's own bus.
@Suite struct NetworkMeteringTests {
    private static let interface = "org.freedesktop.NetworkManager"

    private static func description(_ type: String) -> String {
        "<node><interface name='\(interface)'><property name='Metered' type='\(type)' access='read'/></interface></node>"
    }

    private static func isMetered(at address: String) async -> Bool {
        await onOwnThread { NetworkMetering.isMetered(["DBUS_SYSTEM_BUS_ADDRESS": address]) }
    }

    /// The values of NMMetered: unknown, yes, no, guessed yes, guessed no; and an invalid one.
    @Test(
        arguments: [
            (BusValue.unsigned(0), false), (.unsigned(1), true), (.unsigned(2), false), (.unsigned(3), true),
            (.unsigned(4), false), (.unsigned(9), false), (.string("yes"), false),
        ])
    func itIsAsNetworkManagerSays(value: BusValue, isMetered: Bool) async throws {
        let bus = try await SessionBus()
        defer { bus.end() }
        let (named, naming) = AsyncStream.makeStream(of: BusService.News.self)
        let service = BusService(
            path: "/org/freedesktop/NetworkManager", answer: { _ in }, tell: { naming.yield($0) })
        try await service.open(
            bus.address, name: Self.interface, interfaces: Self.description(value.type),
            properties: [Self.interface: ["Metered": value]])
        for await news in named where news == .named { break }
        #expect(await Self.isMetered(at: bus.address) == isMetered)
        await service.close()
    }

    /// Without NetworkManager, or without a bus, the network does not count as metered.
    @Test func nobodyIsThere() async throws {
        let bus = try await SessionBus()
        defer { bus.end() }
        #expect(await !Self.isMetered(at: bus.address))
        #expect(await !Self.isMetered(at: "unix:path=/none"))
    }
}
