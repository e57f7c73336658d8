import FoundationEssentials

extension Decodable {
    /// Decodes JSON that this program has encoded with `ownJSON`; `nil` for anything else.
    package init?(ownJSON bytes: some Sequence<UInt8>) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch { return nil }
    }
}

extension Encodable {
    /// The value as JSON, which `init(ownJSON:)` of this program can decode. Empty if a number cannot be represented in
    /// JSON; strings and integers always can.
    package var ownJSON: [UInt8] {
        do { return Array(try JSONEncoder().encode(self)) } catch { return [] }
    }
}
