/// The elements of a Matroska file (RFC 9559), read from their headers.
struct MatroskaElements<Source: ByteSource> {
    struct Element {
        var id: UInt64
        var start: Int64
        var head: Int64
        /// The length of the element's content in bytes; `nil` if the file does not state it.
        var length: Int64?
        /// The number of bytes in the element's header that encode its length.
        var lengthBytes: Int64
    }

    let file: Source

    /// Returns the elements that follow one another in a range of the file, at most `most`. Stops after a segment or an
    /// element of unknown length. Throws `ChapterFailure.layout` if the range does not consist of elements.
    func list(from start: Int64, to end: Int64, most: Int = .max) throws(ChapterFailure) -> [Element] {
        var elements: [Element] = []
        var place = start
        while place < end, elements.count < most {
            let element = try element(at: place)
            guard elements.count < mostParts else { throw .layout("has too many elements") }
            elements.append(element)
            guard let length = element.length, element.id != MatroskaText.segment else { break }
            guard length <= end - place - element.head else { throw .layout("has an element that is too long") }
            place += element.head + length
        }
        return elements
    }

    private func element(at place: Int64) throws(ChapterFailure) -> Element {
        let head = try file.part(12, at: place)
        guard let first = head.first, first > 0 else { throw .layout("has an element without a name") }
        let idBytes = first.leadingZeroBitCount + 1
        guard idBytes <= 4, head.count > idBytes, head[idBytes] > 0 else { throw .layout("has an odd element") }
        let lengthBytes = head[idBytes].leadingZeroBitCount + 1
        guard head.count >= idBytes + lengthBytes else { throw .layout("ends too early") }
        let id = head[..<idBytes].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let mask = (UInt64(1) << UInt64(7 * lengthBytes)) - 1
        let length = head[idBytes..<idBytes + lengthBytes].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & mask
        return Element(
            id: id, start: place, head: Int64(idBytes + lengthBytes), length: length == mask ? nil : Int64(length),
            lengthBytes: Int64(lengthBytes))
    }

    // MARK: Files that were cut off
    /// The changes that repair a file which was cut off while it was written.
    struct TornEnd: Equatable {
        /// The offset of the end of the last complete frame. The file must be truncated there, unless it already ends
        /// there.
        var end: Int64
        /// The edits that shorten the lengths of the segment and of clusters whose stated lengths are too long. If the
        /// segment states its length, clusters without a length also get one.
        var lengths: [FileEdit]
    }

    /// Returns the changes that make a Matroska file, which was cut off, end with its last complete frame. Returns
    /// `nil` if no change is needed, and for other file formats.
    ///
    /// A power cut may leave half an element. It may also leave zeros if the file system recorded the file's new size
    /// but not the data. The muxer writes a cluster's length when the cluster is complete. This length may reach the
    /// disk without the cluster's last frames. Likewise, the segment's length may be on the disk without the end of the
    /// file.
    func tornEnd() throws(ChapterFailure) -> TornEnd? {
        guard try file.part(4, at: 0) == MatroskaText.header,
            let segment = try list(from: 0, to: file.size).last, segment.id == MatroskaText.segment,
            segment.length.map({ $0 >= file.size - segment.start - segment.head }) ?? true
        else { return nil }
        var place = segment.start + segment.head
        /// `bare`: the offset of a cluster that has no frame yet; `newest`: the offset of the newest frame.
        var (bare, newest): (Int64?, Int64?)
        var cluster: Element?
        /// The edits that correct the stated lengths of all clusters before the one that is being read.
        var earlier: [FileEdit] = []
        /// The offset at which the cluster's content ends. Elements with 4-byte ids are outside (RFC 9559, section 5).
        var clusterEnd: Int64 = 0
        for _ in 0..<mostParts {
            guard place < file.size, let element = try whole(at: place) else {
                let isTorn = try newest.map { start throws(ChapterFailure) in try isBlank(from: start, to: place) }
                let end = isTorn == true ? newest ?? place : bare ?? place
                let last = cluster.flatMap { Self.length(of: $0, to: min(end, clusterEnd), in: segment) }
                let lengths =
                    [Self.length(of: segment, to: end)].compactMap(\.self) + earlier + (last.map { [$0] } ?? [])
                return end < file.size || !lengths.isEmpty ? TornEnd(end: end, lengths: lengths) : nil
            }
            let end = element.length.map { place + element.head + $0 }
            if element.id == MatroskaText.cluster {
                earlier += cluster.flatMap { Self.length(of: $0, to: clusterEnd, in: segment) }.map { [$0] } ?? []
                cluster = nil
                if let end, end < file.size, try whole(at: end) != nil {
                    place = end
                } else {
                    (bare, newest, cluster) = (place, nil, element)
                    place += element.head
                }
                continue
            }
            if MatroskaText.blocks.contains(element.id) { (bare, newest) = (nil, place) }
            place = end ?? file.size
            if element.id <= 0xFF_FFFF { clusterEnd = place }
        }
        return nil
    }

    /// Returns the edit that makes an element end at the offset `end`. Returns `nil` if the element already ends there
    /// or before, or has no content before `end`. A missing length is added only if the element's segment states its
    /// own length.
    private static func length(of element: Element, to end: Int64, in segment: Element? = nil) -> FileEdit? {
        let content = end - element.start - element.head
        let told = element.length ?? (segment?.length == nil ? nil : .max)
        guard content > 0, let length = told, length > content else { return nil }
        return FileEdit(
            offset: element.start + element.head - element.lengthBytes,
            bytes: MatroskaText.length(content, bytes: Int(element.lengthBytes)))
    }

    /// Returns the element at an offset. Returns `nil` if there is no element, or if the element extends beyond the end
    /// of the file. A cluster is returned even if it is incomplete.
    private func whole(at place: Int64) throws(ChapterFailure) -> Element? {
        let element: Element
        do throws(ChapterFailure) { element = try self.element(at: place) } catch {
            if case .disk = error { throw error }
            return nil
        }
        if element.id == MatroskaText.cluster { return element }
        guard let length = element.length, length <= file.size - place - element.head else { return nil }
        return element
    }

    /// Returns true if the last bytes (at most 16) of the frame in a range of the file are zeros. No encoder writes
    /// such a frame, so its data did not reach the disk.
    private func isBlank(from start: Int64, to end: Int64) throws(ChapterFailure) -> Bool {
        let count = min(16, end - start - 8)
        guard count > 0 else { return false }
        return try file.part(Int(count), at: end - count).allSatisfy { $0 == 0 }
    }
}
