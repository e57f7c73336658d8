package import DualCamPlan
internal import Glibc

/// Functions that find the USB buses, hubs and ports of cameras in sysfs. They block while they read a few small files.
package enum USBProbe {
    /// Returns the USB buses of this machine and the position of each camera on them.
    ///
    /// - Parameters:
    ///   - sysfs: the path of sysfs, or of a tree with the same structure.
    ///   - nodes: the paths of the cameras' video nodes, such as `/dev/video0`.
    /// - Returns: the buses and positions. Omits cameras that are not on USB, and values that cannot be read.
    package static func facts(sysfs: String, nodes: [String]) -> USBFacts {
        let tree = USBTree(root: sysfs)
        var facts = USBFacts(buses: tree.buses)
        for node in nodes {
            guard let seat = tree.seat(of: node) else { continue }
            facts.seats[node] = seat
            guard !facts.buses.contains(where: { $0.number == seat.bus }) else { continue }
            let fastest = seat.hubs.map(\.speed).reduce(seat.speed, max)
            facts.buses.append(USBFacts.Bus(number: seat.bus, speed: fastest))
        }
        facts.buses.sort { $0.number < $1.number }
        return facts
    }

    /// Returns the numbers of the sound cards on a camera's USB device. For example, many capture devices also deliver
    /// sound.
    ///
    /// - Parameter node: the path of the camera's video node, such as `/dev/video0`.
    /// - Returns: the numbers of ALSA's sound cards; empty if the camera is not on USB or has no sound.
    static func soundCards(sysfs: String, ofCamera node: String) -> Set<Int> {
        USBTree(root: sysfs).soundCards(besideCamera: node)
    }
}

/// The part of sysfs that describes USB devices, either the kernel's or a test's copy. The entry `device` of a video
/// node may be a symbolic link or a folder.
private struct USBTree {
    let root: String

    private static let highest = 16
    private static let descriptorLimit = 1 << 16

    private var devices: String { root + "/bus/usb/devices" }

    var buses: [USBFacts.Bus] {
        SmallFile.entries(of: devices).compactMap { name in
            guard name.hasPrefix("usb"), let number = Int(name.dropFirst(3)),
                let speed = speed(of: "\(devices)/\(name)")
            else { return nil }
            return USBFacts.Bus(number: number, speed: speed)
        }
    }

    func seat(of node: String) -> USBFacts.Seat? {
        let name = SmallFile.name(of: node)
        guard let start = Self.real("\(root)/class/video4linux/\(name)/device"), let top = Self.real(root) else {
            return nil
        }
        let above = ancestors(of: start, below: top)
        guard let index = above.firstIndex(where: isDevice), let bus = number("busnum", in: above[index]),
            let speed = speed(of: above[index])
        else { return nil }
        let port = port(of: above[index], bus: bus)
        return USBFacts.Seat(
            bus: bus, port: port, speed: speed, hubs: hubs(above: port, speed, Array(above[(index + 1)...])),
            video: descriptors(of: above[index], interface: interface(among: above[...index])))
    }

    func soundCards(besideCamera node: String) -> Set<Int> {
        guard let camera = device(of: "class/video4linux/\(SmallFile.name(of: node))") else { return [] }
        let cards = SmallFile.entries(of: "\(root)/class/sound").compactMap { name in
            name.hasPrefix("card") ? Int(name.dropFirst(4)) : nil
        }
        return Set(cards.filter { device(of: "class/sound/card\($0)") == camera })
    }

    /// Returns the folder of the USB device to which an entry below `/sys`, such as `class/sound/card0`, belongs; `nil`
    /// if it does not belong to one.
    private func device(of place: String) -> String? {
        guard let start = Self.real("\(root)/\(place)/device"), let top = Self.real(root) else { return nil }
        return ancestors(of: start, below: top).first(where: isDevice)
    }

    /// Returns a folder and the folders that contain it, innermost first, up to but not including `top`.
    private func ancestors(of start: String, below top: String) -> [String] {
        var (found, folder): ([String], String) = ([], start)
        while found.count < Self.highest, folder.hasPrefix(top + "/"), let cut = folder.lastIndex(of: "/") {
            found.append(folder)
            folder = String(folder[..<cut])
        }
        return found
    }

    private func isDevice(_ folder: String) -> Bool {
        access(folder + "/busnum", R_OK) == 0 && access(folder + "/speed", R_OK) == 0
    }

    private func port(of folder: String, bus: Int) -> String {
        let name = SmallFile.name(of: folder)
        if name.hasPrefix("\(bus)-") { return name }
        return "\(bus)-" + (SmallFile.firstLine(of: folder + "/devpath") ?? "?")
    }

    /// Returns the hubs between a port and its bus: for port `1-1.2.3`, the hubs `1-1` and `1-1.2`. A hub of unknown
    /// speed is assumed to be as fast as the device connected to it.
    private func hubs(above port: String, _ speed: Double, _ above: [String]) -> [USBFacts.Hub] {
        let places = port.split(separator: ".")
        return places.indices.dropFirst().map { end in
            let name = places[..<end].joined(separator: ".")
            let folder = above.first { SmallFile.name(of: $0) == name } ?? "\(devices)/\(name)"
            return USBFacts.Hub(port: name, speed: self.speed(of: folder) ?? max(480, speed))
        }
    }

    /// Returns the number of the USB interface to which a video node belongs, from a file or from a folder name such as
    /// `1-1:1.0`; `nil` if unknown.
    private func interface(among folders: ArraySlice<String>) -> Int? {
        for folder in folders {
            if let text = SmallFile.firstLine(of: folder + "/bInterfaceNumber"), let number = Int(text, radix: 16) {
                return number
            }
            let name = SmallFile.name(of: folder)
            if name.contains(":"), let last = name.split(separator: ".").last, let number = Int(last) { return number }
        }
        return nil
    }

    private func descriptors(of folder: String, interface: Int?) -> USBFacts.VideoEndpoint? {
        guard let bytes = SmallFile.bytes(of: folder + "/descriptors", upTo: Self.descriptorLimit), !bytes.isEmpty
        else {
            return nil
        }
        return USBFacts.VideoEndpoint(descriptors: bytes, interface: interface)
    }

    private func speed(of folder: String) -> Double? {
        SmallFile.firstLine(of: folder + "/speed").flatMap(Double.init).flatMap {
            (1...100_000).contains($0) ? $0 : nil
        }
    }

    private func number(_ file: String, in folder: String) -> Int? {
        SmallFile.firstLine(of: "\(folder)/\(file)").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Returns the path with all symbolic links resolved; `nil` if it does not exist.
    private static func real(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}
