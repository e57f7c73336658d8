/// Advice to plug a camera into a different USB bus of the machine that has enough free bandwidth for it.
package struct USBMove: Sendable, Equatable {
    package var camera: String
    package var bus: USBFacts.Bus

    /// The advice as text for users, such as
    /// `plug camera front into a port of USB bus 3 (480 Mbit/s), where no camera of this recording hangs`.
    package var text: String {
        "plug camera \(camera) into a port of USB bus \(bus.number) (\(bus.speed.hundredths) Mbit/s), where no camera of "
            + "this recording hangs"
    }

    /// Returns the advice that relieves the part of USB (bus, port or hub) with the highest load. Returns `nil` if that
    /// part is not overloaded, or if moving a camera does not help.
    ///
    /// The camera to move is the last one on the overloaded part that another bus can serve. It is moved to the fastest
    /// bus on which the recording has no camera. The advice is verified by computing the load again.
    package static func relieving(_ cameras: [CameraFacts], _ facts: USBFacts) -> USBMove? {
        let load = USBLoad(cameras, facts)
        guard let full = load.lanes.first, full.share > 1 else { return nil }
        let free = facts.buses.filter { bus in !load.lanes.contains { $0.bus == bus.number } }
            .sorted { ($0.speed, -$0.number) > ($1.speed, -$1.number) }
        for stream in full.streams.reversed() {
            guard let path = cameras.first(where: { $0.name == stream.camera })?.device?.path,
                let seat = facts.seats[path]
            else { continue }
            for bus in free where bus.speed >= seat.speed {
                // A USB 2 device cannot use SuperSpeed there, and the USB 2 wires of that port belong to a different
                // bus.
                let isFaster = seat.video?.isFasterElsewhere ?? true
                guard bus.speed < 1000 || seat.speed >= 1000 || isFaster else { continue }
                var moved = facts
                moved.seats[path] = USBFacts.Seat(
                    bus: bus.number, port: "\(bus.number)-1", speed: bus.speed, video: seat.video)
                let relieved = USBLoad(cameras, moved)
                if relieved.lanes.allSatisfy({ $0.share <= 1 }) { return USBMove(camera: stream.camera, bus: bus) }
            }
        }
        return nil
    }
}

extension PlannedInputs {
    /// Returns a clause about the other cameras on the same part of USB as a camera; `nil` if the camera is not
    /// connected by USB. The clause helps users to find out why a camera does not deliver pictures.
    func busPeers(around camera: String) -> String? {
        guard let lane = USBLoad(cameras, usb).lanes.first(where: { $0.streams.contains { $0.camera == camera } })
        else {
            return nil
        }
        let others = lane.streams.map(\.camera).filter { $0 != camera }
        let company =
            others.isEmpty ? "" : " with camera\(others.count == 1 ? "" : "s") " + others.joined(separator: ", ")
        return "it hangs on \(lane.name)\(company)"
    }
}
