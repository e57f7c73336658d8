/// The machine's USB buses and hubs, as far as they matter for cameras.
package struct USBFacts: Sendable, Equatable {
    /// The buses of the machine.
    package var buses: [Bus]
    /// The positions of cameras on USB, by the path of their node (`/dev/video0`).
    package var seats: [String: Seat]

    package init(buses: [Bus] = [], seats: [String: Seat] = [:]) { (self.buses, self.seats) = (buses, seats) }

    /// The bus of one root hub.
    package struct Bus: Sendable, Hashable {
        package var number: Int
        /// The speed in Mbit/s: 12, 480, 5000, 10000, 20000.
        package var speed: Double

        package init(number: Int, speed: Double) { (self.number, self.speed) = (number, speed) }
    }

    /// A hub between a root hub and a camera.
    package struct Hub: Sendable, Hashable {
        /// The port: `1-1`.
        package var port: String
        /// The speed in Mbit/s.
        package var speed: Double

        package init(port: String, speed: Double) { (self.port, self.speed) = (port, speed) }
    }

    /// The position of a camera on USB, and the endpoint that it can reserve there.
    package struct Seat: Sendable, Hashable {
        /// The number of the camera's bus.
        package var bus: Int
        /// The kernel's name of the device: `1-1.2`.
        package var port: String
        /// The speed of the camera's own link in Mbit/s: 1.5, 12, 480, 5000, 10000, 20000.
        package var speed: Double
        /// The hubs between root hub and camera, beginning at the root hub.
        package var hubs: [Hub]
        /// The endpoint for video by the descriptors; `nil`: they cannot be read.
        package var video: VideoEndpoint?

        package init(bus: Int, port: String, speed: Double, hubs: [Hub] = [], video: VideoEndpoint? = nil) {
            (self.bus, self.port, self.speed, self.hubs, self.video) = (bus, port, speed, hubs, video)
        }
    }

    /// The endpoint that transfers a camera's pictures.
    package struct VideoEndpoint: Sendable, Hashable {
        /// The bytes that each alternate setting reserves per interval, in ascending order. An interval is a microframe
        /// of 125 us, or a frame of 1 ms at 12 Mbit/s. Empty: the pictures use bulk transfers, which reserve nothing.
        package var settings: [Int]
        /// The highest USB version that the device supports: `bcdUSB`, 0x0200 for 2.0.
        package var release: Int

        package init(settings: [Int], release: Int) { (self.settings, self.release) = (settings, release) }

        /// True when the device supports SuperSpeed on a faster port: USB 3 devices on a slower port report 2.1.
        package var isFasterElsewhere: Bool { release >= 0x0210 }
    }
}
