import FoundationEssentials

extension Decodable {
    /// Decodes JSON that `ownJSON` of this program has encoded; `nil` for anything else.
    init?(ownJSON bytes: some Sequence<UInt8>) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch { return nil }
    }
}

extension Encodable {
    /// The value as JSON, to be decoded by `init(ownJSON:)` of this program. Empty if a number cannot be represented in
    /// JSON; strings and integers always can.
    var ownJSON: [UInt8] {
        do { return Array(try JSONEncoder().encode(self)) } catch { return [] }
    }
}
