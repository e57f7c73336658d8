import FoundationEssentials

extension Decodable {
    /// Reads what this program has written itself, as JSON; `nil` for whatever else it is.
    init?(ownJSON bytes: some Sequence<UInt8>) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch { return nil }
    }
}
