/// A part of the USB system whose transfer capacity is shared by all devices on it.
struct USBLane: Sendable, Hashable, Comparable {
    enum Kind: Sendable, Hashable {
        /// A bus at high speed, shared by all devices on one root hub.
        case bus
        /// A port at SuperSpeed, shared by all devices on one port of a root hub, because each port has its own link.
        case superPort(String)
        /// A transaction translator at full speed (USB 2.0, 11.14), shared by all devices on its hub, or on a root hub.
        case translator(hub: String)
    }

    var kind: Kind
    var bus: Int
    /// The speed of the shared part in Mbit/s.
    var speed: Double

    init(_ seat: USBFacts.Seat) {
        (bus, speed) = (seat.bus, seat.speed)
        switch seat.speed {
        case ..<100:
            let translator = seat.hubs.last { $0.speed >= 480 }?.port ?? "usb\(seat.bus)"
            (kind, speed) = (.translator(hub: translator), 12)
        case ..<1000: kind = .bus
        default:
            let first = seat.hubs.first
            kind = .superPort(first?.port ?? seat.port)
            // All devices share the link of the port at the root hub.
            speed = first?.speed ?? seat.speed
        }
    }

    /// The number of intervals per second. An interval is a microframe, or a frame at full speed.
    var intervals: Double { speed < 100 ? 1000 : 8000 }

    /// The time that periodic transfers may use in each interval, in byte times (the time to transfer one byte). It is
    /// 90 % of a frame and 80 % of a high-speed microframe (USB 2.0, 5.6.4). At SuperSpeed, it is 90 % of the capacity
    /// that remains after line coding (USB 3.2, 8.12.6).
    var allowed: Double {
        switch speed {
        case ..<100: 1350
        case ..<1000: 6000
        case ..<10_000: 0.9 * 62_500
        default: 0.9 * 62_500 * (speed / 5000) * (128.0 / 132) / 0.8
        }
    }

    /// Returns the time that the transfer of `bytes` takes in one interval, in byte times, including the overhead.
    /// Below SuperSpeed, this includes the maximum of bit stuffing, as Linux computes it (`usb_calc_bus_time`).
    func time(of bytes: Int) -> Double {
        switch speed {
        case ..<100: 11 + Double(bytes) * 7 / 6
        case ..<1000: 38 + Double(bytes) * 7 / 6
        default: Double(bytes)
        }
    }

    /// The name of the shared part for display, such as `USB bus 1 (480 Mbit/s)`.
    var text: String {
        switch kind {
        case .bus: "USB bus \(bus) (\(speed.hundredths) Mbit/s)"
        case .superPort(let port): "port \(port) of USB bus \(bus) (\(speed.hundredths) Mbit/s)"
        case .translator(let hub) where hub.hasPrefix("usb"): "USB bus \(bus) at full speed (12 Mbit/s)"
        case .translator(let hub): "the USB hub at port \(hub) at full speed (12 Mbit/s)"
        }
    }

    static func < (left: USBLane, right: USBLane) -> Bool { (left.bus, left.text) < (right.bus, right.text) }
}
