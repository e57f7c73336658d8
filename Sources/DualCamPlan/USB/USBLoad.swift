import DualCamConfig

/// The load that the cameras of a recording cause on USB.
package struct USBLoad: Sendable, Equatable {
    /// The parts of the USB system that the recording's cameras use, in descending order of load.
    package var lanes: [Lane]

    package struct Lane: Sendable, Equatable {
        /// The name of this part of USB for display, such as `USB bus 1 (480 Mbit/s)`.
        package var name: String
        package var bus: Int
        /// The used fraction of the transfer time that can be reserved (0.5 means 50 %). Above 1, the kernel refuses a
        /// stream (ENOSPC).
        package var share: Double
        package var streams: [Stream]
    }

    package struct Stream: Sendable, Equatable {
        package var camera: String
        /// The port of the camera, such as `1-1.2`.
        package var port: String
        /// The number of bytes of picture data that the camera delivers per second; an estimate for MJPG and H.264.
        package var bytesPerSecond: Double
        /// The number of bytes that the camera's stream reserves per interval; `nil` for bulk transfers, which reserve
        /// nothing.
        package var reserved: Int?
    }

    package var share: Double? { lanes.first?.share }

    package init(_ cameras: [CameraFacts], _ facts: USBFacts) {
        var byLane: [USBLane: [(stream: Stream, time: Double)]] = [:]
        for camera in cameras {
            guard case .device(let device, let mode, let rate) = camera.source, let seat = facts.seats[device.path]
            else { continue }
            let lane = USBLane(seat)
            byLane[lane, default: []].append(Self.stream(camera.name, mode, rate, seat, lane))
        }
        lanes = byLane.sorted { $0.key < $1.key }.map { lane, streams in
            Lane(
                name: lane.text, bus: lane.bus, share: streams.map(\.time).reduce(0, +) / lane.allowed,
                streams: streams.map(\.stream))
        }.sorted { $0.share > $1.share }
    }

    private static func stream(
        _ camera: String, _ mode: CaptureMode, _ rate: FrameRate, _ seat: USBFacts.Seat, _ lane: USBLane
    ) -> (Stream, Double) {
        let bytes = mode.bytesPerSecond(at: rate)
        var stream = Stream(camera: camera, port: seat.port, bytesPerSecond: bytes)
        if let video = seat.video, video.settings.isEmpty {
            // Bulk transfers may also use the time that periodic transfers cannot use.
            return (stream, lane.time(of: Int(bytes / lane.intervals)) * 0.8)
        }
        let reserved = reservation(mode.bytesPerSecond(at: rate, framesMore: 1) / lane.intervals, seat, lane)
        stream.reserved = reserved
        return (stream, lane.time(of: reserved))
    }

    /// Returns the number of bytes that a camera's stream reserves per interval. It is the smallest alternate setting
    /// with room for the payload and its header, as uvcvideo chooses it (`uvc_video_start_transfer`).
    ///
    /// If there are no descriptors, the number is estimated as in uvcvideo (`uvc_fixup_video_ctrl`).
    ///
    /// - Parameter payload: the number of bytes of picture data per interval.
    private static func reservation(_ payload: Double, _ seat: USBFacts.Seat, _ lane: USBLane) -> Int {
        let needed = Int(payload.rounded(.up)) + 12
        guard let settings = seat.video?.settings, let largest = settings.last else {
            // The maximum for one isochronous endpoint. Streams that need more use bulk transfers instead.
            let most = lane.speed < 100 ? 1023 : lane.speed < 1000 ? 3072 : 49_152
            return min(lane.speed < 100 ? needed : max(needed, 1024), most)
        }
        return settings.first { $0 >= needed } ?? largest
    }
}

extension CaptureMode {
    /// Returns the number of bytes of picture data per second in this capture mode. MJPG is estimated to need 1.5 bits
    /// per pixel, and H.264 0.2.
    ///
    /// - Parameter framesMore: a number of frames per second to add to `rate`.
    func bytesPerSecond(at rate: FrameRate, framesMore: Double = 0) -> Double {
        Double(size.pixels) * format.bitsPerPixel / 8 * (rate.framesPerSecond + framesMore)
    }
}

extension PixelFormat {
    fileprivate var bitsPerPixel: Double {
        switch self {
        case .mjpeg: 1.5
        case .h264: 0.2
        case .raw("NV12"), .raw("I420"), .raw("YU12"), .raw("YV12"): 12
        case .raw("RGB"), .raw("BGR"): 24
        case .raw("GRAY8"): 8
        case .raw: 16
        }
    }
}
