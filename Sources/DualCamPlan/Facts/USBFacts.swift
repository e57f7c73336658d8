/// The USB buses of the machine, with the cameras on them and the hubs in between.
package struct USBFacts: Sendable, Equatable {
    /// All USB buses of the machine.
    package var buses: [Bus]
    /// The positions of cameras on USB, by the paths of their device nodes (`/dev/video0`).
    package var seats: [String: Seat]

    package init(buses: [Bus] = [], seats: [String: Seat] = [:]) { (self.buses, self.seats) = (buses, seats) }

    /// A USB bus, which begins at a root hub.
    package struct Bus: Sendable, Hashable {
        package var number: Int
        /// The speed of the bus in Mbit/s: 12, 480, 5000, 10000 or 20000.
        package var speed: Double

        package init(number: Int, speed: Double) { (self.number, self.speed) = (number, speed) }
    }

    /// A USB hub between a root hub and a camera.
    package struct Hub: Sendable, Hashable {
        /// The port to which the hub is connected, such as `1-1`.
        package var port: String
        /// The speed of the hub in Mbit/s.
        package var speed: Double

        package init(port: String, speed: Double) { (self.port, self.speed) = (port, speed) }
    }

    /// The position of a camera on USB, and the endpoint whose bandwidth it can reserve.
    package struct Seat: Sendable, Hashable {
        /// The number of the USB bus to which the camera is connected.
        package var bus: Int
        /// The name of the camera's port according to the kernel, such as `1-1.2`.
        package var port: String
        /// The speed of the camera's own link in Mbit/s: 1.5, 12, 480, 5000, 10000 or 20000.
        package var speed: Double
        /// The hubs between the root hub and the camera, starting with the one next to the root hub.
        package var hubs: [Hub]
        /// The endpoint that transfers the camera's video; `nil` if its descriptors cannot be read.
        package var video: VideoEndpoint?

        package init(bus: Int, port: String, speed: Double, hubs: [Hub] = [], video: VideoEndpoint? = nil) {
            (self.bus, self.port, self.speed, self.hubs, self.video) = (bus, port, speed, hubs, video)
        }
    }

    /// The USB endpoint that transfers a camera's pictures.
    package struct VideoEndpoint: Sendable, Hashable {
        /// The number of bytes that each alternate setting of the endpoint reserves per interval, in ascending order.
        ///
        /// An interval is a microframe of 125 us, or a frame of 1 ms at 12 Mbit/s. Empty if the pictures use bulk
        /// transfers, which reserve nothing.
        package var settings: [Int]
        /// The highest USB version that the device supports, as in `bcdUSB`: 0x0200 means USB 2.0.
        package var release: Int

        package init(settings: [Int], release: Int) { (self.settings, self.release) = (settings, release) }

        /// True if the device would use SuperSpeed if it were plugged into a faster port. At a slower port, a USB 3
        /// device reports version 2.1.
        package var isFasterElsewhere: Bool { release >= 0x0210 }
    }
}
