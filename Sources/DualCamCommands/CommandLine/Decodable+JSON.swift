import FoundationEssentials

extension Decodable {
    /// Decodes JSON that this program has encoded with `ownJSON`; `nil` for anything else.
    init?(ownJSON bytes: some Sequence<UInt8>) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch { return nil }
    }
}

extension Encodable {
    /// The value as JSON for this program to decode again. Strings and integers can always be encoded. The result is
    /// empty if a number is not representable in JSON.
    var ownJSON: [UInt8] {
        do { return Array(try JSONEncoder().encode(self)) } catch { return [] }
    }
}
