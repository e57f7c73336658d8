internal import DualCamConfig

/// The reason why a camera is identified by its port instead of its serial number.
package enum PortReason: Sendable, Hashable {
    case sharedSerial
    case noSerial
    case commonSerial(String)

    /// The reason as text for users, such as `by its port: another camera has the same serial number`.
    package var text: String {
        switch self {
        case .sharedSerial: "by its port: another camera has the same serial number"
        case .noSerial: "by its port: it has no serial number"
        case .commonSerial(let serial): "by its port: many cameras have the serial number \(serial)"
        }
    }
}
