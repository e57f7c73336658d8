/// The machine's USB, as far as it bears on cameras.
package struct USBFacts: Sendable, Equatable {
    /// The buses by number.
    package var buses: [Bus]
    /// The places of cameras on the USB, by the path of their node (`/dev/video0`).
    package var seats: [String: Seat]

    package init(buses: [Bus] = [], seats: [String: Seat] = [:]) { (self.buses, self.seats) = (buses, seats) }

    /// The bus of one root hub.
    package struct Bus: Sendable, Hashable {
        package var number: Int
        /// Mbit/s: 12, 480, 5000, 10000, 20000.
        package var speed: Double

        package init(number: Int, speed: Double) { (self.number, self.speed) = (number, speed) }
    }

    /// A hub between a root hub and a camera.
    package struct Hub: Sendable, Hashable {
        /// `1-1`
        package var port: String
        /// Mbit/s
        package var speed: Double

        package init(port: String, speed: Double) { (self.port, self.speed) = (port, speed) }
    }

    /// The place of one camera on the USB, and the endpoint that it can reserve there.
    package struct Seat: Sendable, Hashable {
        /// The number of its bus.
        package var bus: Int
        /// The name that the kernel gives the device: `1-1.2`.
        package var port: String
        /// Mbit/s of the camera's own link: 1.5, 12, 480, 5000, 10000, 20000.
        package var speed: Double
        /// The hubs, from the root hub on.
        package var hubs: [Hub]
        /// The endpoint that the descriptors give for video; `nil`: they cannot be read.
        package var video: VideoEndpoint?

        package init(bus: Int, port: String, speed: Double, hubs: [Hub] = [], video: VideoEndpoint? = nil) {
            (self.bus, self.port, self.speed, self.hubs, self.video) = (bus, port, speed, hubs, video)
        }
    }

    /// The endpoint by which a camera's pictures travel.
    package struct VideoEndpoint: Sendable, Hashable {
        /// Bytes per interval (a microframe of 125 us; at 12 Mbit/s a frame of 1 ms) that each alternate setting reserves, in
        /// ascending order; empty: the pictures travel in bulk, and nothing is reserved.
        package var settings: [Int]
        /// The highest USB that the device speaks: `bcdUSB`, 0x0200 for 2.0.
        package var release: Int

        package init(settings: [Int], release: Int) { (self.settings, self.release) = (settings, release) }

        /// True when the device speaks SuperSpeed where its port does: USB 3 devices on a slower port say 2.1.
        package var isFasterElsewhere: Bool { release >= 0x0210 }
    }
}
