internal import DualCamConfig

/// Chooses the stable names of cameras. A name contains the serial number if it is unique, and the port otherwise.
///
/// udev creates the links in `/dev/v4l/by-id` from maker, model and serial number. If several cameras share all three,
/// their common link points to the most recently connected camera.
package enum DeviceNaming {
    /// The placeholder serial numbers of chip makers, which many cameras share.
    static let bogusSerials: Set<String> = [
        "0", "0000", "0001", "00000000", "00000001", "000000000001", "01.00.00", "1.0.0", "1234567890", "0123456789",
        "123456789ABC", "0123456789ABCDEF", "123456789ABCDEF", "123456789", "12345678", "123456", "200901010001",
        "20080101", "SN0001", "SN0002", "NONE", "N/A", "DEFAULT",
    ]

    /// Returns the devices with their stable names. If a device is named after its port, the reason is stored with it.
    package static func named(_ devices: [DeviceFacts]) -> [DeviceFacts] {
        devices.map { device in
            var device = device
            device.portReason = portReason(of: device, among: devices)
            let link = device.portReason == nil ? device.links.byID : device.links.byPath
            device.stableName = link ?? device.busName
            return device
        }
    }

    /// Returns the reason why a device is identified by its port. Returns `nil` if its serial number is unique, or if
    /// it is not a USB device.
    private static func portReason(of device: DeviceFacts, among devices: [DeviceFacts]) -> PortReason? {
        guard let usb = device.usb else { return nil }
        let isShared = devices.contains { other in
            other.path != device.path && other.usb == usb && other.videoIndex == device.videoIndex
        }
        if usb.serial.isEmpty { return .noSerial }
        if isShared { return .sharedSerial }
        return bogusSerials.contains(usb.serial.uppercased()) ? .commonSerial(usb.serial) : nil
    }
}

/// The identity of a device. It allows dualcam to recognise the device after it was unplugged, even if it returns as a
/// different device node.
package enum DeviceIdentity: Sendable, Hashable {
    /// A USB device with a unique serial number. `videoIndex` distinguishes the device nodes of one camera.
    case serial(USBModel, videoIndex: Int)
    /// A device that is identified by its USB model, its name (`card`), its port (`bus`), and its position among
    /// identical devices at that port. The USB model is `nil` for other devices.
    case port(USBModel?, card: String, bus: String, index: Int)
    /// A device that is identified by its udev link, made from maker, model and serial number, because nothing else is
    /// known.
    case link(String)

    package init(_ device: DeviceFacts) {
        if let usb = device.usb, device.portReason == nil {
            self = .serial(usb, videoIndex: device.videoIndex)
        } else if device.usb == nil, device.stableName != device.busName {
            self = .link(device.stableName)
        } else {
            self = .port(device.usb, card: device.card, bus: device.busName, index: device.index)
        }
    }

    /// Returns true if a device has this identity. The device's current stable name is ignored, because it changes when
    /// an identical camera is plugged in or unplugged.
    package func matches(_ device: DeviceFacts) -> Bool {
        switch self {
        case .serial(let usb, let videoIndex): device.usb == usb && device.videoIndex == videoIndex
        case .port(let usb, let card, let bus, let index):
            device.usb == usb && device.card == card && device.busName == bus && device.index == index
        case .link(let name): device.stableName == name
        }
    }
}

/// The search for the device that a lost camera used before it was lost.
struct DeviceRecovery {
    let camera: Camera
    let lost: DeviceFacts
    let devices: [DeviceFacts]
    /// The device identities of the recording's other cameras, whether these are connected or not.
    let others: [DeviceIdentity]

    /// Returns the devices that may belong to the lost camera. Throws `deviceMissing` if there are none; the error
    /// mentions a similar camera that is connected instead.
    func candidates() throws(GraphFailure) -> [DeviceFacts] {
        let same = devices.filter(DeviceIdentity(lost).matches)
        // If a different camera with the same serial number has been connected since then, the port decides.
        let found = same.count > 1 ? same.filter { $0.busName == lost.busName } : same
        guard found.isEmpty else { return found }
        throw GraphFailure(
            .deviceMissing, branch: .source(InputName(camera.name)), input: InputName(camera.name),
            message: "camera \(camera.name): \(name) is not there\(seenInstead.map { "; seen instead: \($0)" } ?? "")",
            advice: seenInstead == nil
                ? "Check its plug and its power: `dualcam devices` lists the cameras that are there."
                : "Plug the camera that the recording began with into its port.")
    }

    private var name: String {
        lost.stableName != lost.busName && lost.portReason == nil
            ? lost.stableName : "\(lost.card) at \(lost.links.byPath ?? lost.busName)"
    }

    /// A description of an unused camera that is at the lost camera's port or has its serial number; `nil` if there is
    /// none.
    private var seenInstead: String? {
        let free = devices.filter { device in !others.contains { $0.matches(device) } }
        let place = { (device: DeviceFacts) in device.links.byPath ?? device.busName }
        if let twin = free.first(where: { $0.usb != nil && $0.usb == lost.usb && $0.busName != lost.busName }) {
            return "\(twin.card) of the same model and serial number at \(place(twin))"
        }
        return free.first { $0.busName == lost.busName }.map { "\($0.card) in its port" }
    }
}
