/// The machine's USB, as far as it bears on cameras.
public struct USBFacts: Sendable, Equatable {
    /// By number.
    public var buses: [Bus]
    /// Where cameras hang, by the path of their node (`/dev/video0`).
    public var seats: [String: Seat]

    public init(buses: [Bus] = [], seats: [String: Seat] = [:]) { (self.buses, self.seats) = (buses, seats) }

    /// What one root hub leads.
    public struct Bus: Sendable, Hashable {
        public var number: Int
        /// Mbit/s: 12, 480, 5000, 10000, 20000.
        public var speed: Double

        public init(number: Int, speed: Double) { (self.number, self.speed) = (number, speed) }
    }

    /// A hub between a root hub and a camera.
    public struct Hub: Sendable, Hashable {
        /// `1-1`
        public var port: String
        /// Mbit/s
        public var speed: Double

        public init(port: String, speed: Double) { (self.port, self.speed) = (port, speed) }
    }

    /// Where one camera hangs, and what it can reserve there.
    public struct Seat: Sendable, Hashable {
        /// The number of its bus.
        public var bus: Int
        /// As the kernel names the device: `1-1.2`.
        public var port: String
        /// Mbit/s of the camera's own link: 1.5, 12, 480, 5000, 10000, 20000.
        public var speed: Double
        /// From the root hub on.
        public var hubs: [Hub]
        /// What of the descriptors bears on it; `nil`: they cannot be read.
        public var video: VideoEndpoint?

        public init(bus: Int, port: String, speed: Double, hubs: [Hub] = [], video: VideoEndpoint? = nil) {
            (self.bus, self.port, self.speed, self.hubs, self.video) = (bus, port, speed, hubs, video)
        }
    }

    /// How a camera's pictures travel.
    public struct VideoEndpoint: Sendable, Hashable {
        /// Bytes per interval (a microframe of 125 us; at 12 Mbit/s a frame of 1 ms) that each alternate setting reserves, in
        /// ascending order; empty: the pictures travel in bulk, and nothing is reserved.
        public var settings: [Int]
        /// The highest USB that the device speaks: `bcdUSB`, 0x0200 for 2.0.
        public var release: Int

        public init(settings: [Int], release: Int) { (self.settings, self.release) = (settings, release) }

        /// It speaks SuperSpeed where its port does: USB 3 devices on a slower port say 2.1.
        public var isFasterElsewhere: Bool { release >= 0x0210 }
    }
}
