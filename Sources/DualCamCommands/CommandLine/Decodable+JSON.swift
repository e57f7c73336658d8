import FoundationEssentials

extension Decodable {
    /// Reads what this program has written itself, as JSON; `nil` for whatever else it is.
    init?(ownJSON bytes: some Sequence<UInt8>) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch { return nil }
    }
}

extension Encodable {
    /// The value as this program reads it again. Texts and whole numbers can always be written; empty for a number that JSON cannot hold.
    var ownJSON: [UInt8] {
        do { return Array(try JSONEncoder().encode(self)) } catch { return [] }
    }
}
