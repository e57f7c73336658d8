internal import DualCamPlan
internal import Glibc

/// The identity of a video node, as described by the kernel in sysfs.
struct NodeIdentity {
    /// The USB model of the node's device; `nil` if the device is not on USB.
    let usb: USBModel?
    /// The index of this video node among the video nodes of its device.
    let videoIndex: Int
    /// The name that the driver gives the video node; `nil` if unknown.
    let title: String?
    /// The name of the driver of the node's device, such as `uvcvideo`. It may differ from the driver name that the
    /// node itself reports.
    let driver: String?

    /// Reads the identity of the video node at `path`.
    /// - Parameter root: the path of sysfs, or of a tree with the same structure.
    package init(of path: String, below root: String = "/sys") {
        let folder = "\(root)/class/video4linux/" + SmallFile.name(of: path)
        videoIndex = SmallFile.firstLine(of: folder + "/index").flatMap { Int($0) } ?? 0
        title = SmallFile.firstLine(of: folder + "/name")
        driver = SmallFile.target(of: folder + "/device/driver").map(SmallFile.name)
        // `device` is the interface of a USB device; its parent folder is that of the device.
        let device = folder + "/device/.."
        let text = { (file: String) in SmallFile.firstLine(of: "\(device)/\(file)") }
        usb = text("idVendor").flatMap { vendor in
            text("idProduct").map { USBModel(vendor: vendor, product: $0, serial: text("serial")?.trimmed ?? "") }
        }
    }
}

extension NodeIdentity {
    /// False if the driver or the index shows that the node delivers no pictures, so that the node need not be opened.
    /// Such a node is a part of an image processor, a codec, or the metadata node of a USB camera. The USB driver
    /// creates a metadata node directly after each picture node (`uvc_register_terms`, kernel 4.16).
    var mayDeliverPictures: Bool {
        guard let driver else { return true }
        return !DeviceFacts.isPart(driver: driver) && !(driver == "uvcvideo" && videoIndex % 2 == 1)
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}

/// The user group that owns a file.
enum FileGroup {
    /// Returns the name of the group that owns a file (`stat`, `getgrgid_r`), or the group's number; `video` if the
    /// file's attributes cannot be read.
    package static func name(of path: String) -> String {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return "video" }
        var entry = group()
        var found: UnsafeMutablePointer<group>?
        var buffer = [CChar](repeating: 0, count: 16384)
        guard getgrgid_r(facts.st_gid, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
            return String(facts.st_gid)
        }
        return String(cString: entry.gr_name)
    }
}
