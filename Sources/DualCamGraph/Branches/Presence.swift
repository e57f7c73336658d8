/// The state of an input on its way out of the pipeline and back.
enum Presence: Sendable, Equatable {
    case present
    /// It is being taken out.
    case leaving
    case lost
    /// Its device is being looked for.
    case seeking
    /// Its part is made again and ought to deliver.
    case returning
    /// Another device is being tried in its place.
    case exchanging(wasLost: Bool)

    /// Returns true from the moment it is taken out until it is back.
    var isLost: Bool {
        switch self {
        case .present, .exchanging(wasLost: false): false
        case .leaving, .lost, .seeking, .returning, .exchanging(wasLost: true): true
        }
    }

    /// Returns true while what its elements say follows from their being taken out.
    var isTakenOut: Bool { isLost && self != .returning }
}
