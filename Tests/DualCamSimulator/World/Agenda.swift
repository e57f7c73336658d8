/// The scheduled events of the simulated world, ordered by time. Events that are due at the same time run in the order
/// in which they were added.
struct Agenda {
    private struct Entry {
        var time: Int64
        var turn: Int
        var work: (World) -> Void

        func isBefore(_ other: Entry) -> Bool { (time, turn) < (other.time, other.turn) }
    }

    /// The events as a binary heap, the next one first.
    private var entries: [Entry] = []
    private var turn = 0

    /// The time of the next event, in nanoseconds of the world's time; `nil` if there is none.
    var next: Int64? { entries.first?.time }

    mutating func add(at time: Int64, _ work: @escaping (World) -> Void) {
        turn += 1
        entries.append(Entry(time: time, turn: turn, work: work))
        var index = entries.count - 1
        while index > 0, entries[index].isBefore(entries[(index - 1) / 2]) {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes and returns the next event.
    mutating func take() -> ((World) -> Void)? {
        guard let first = entries.first else { return nil }
        let last = entries.removeLast()
        if entries.isEmpty { return first.work }
        entries[0] = last
        var index = 0
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2] where child < entries.count {
                if entries[child].isBefore(entries[least]) { least = child }
            }
            if least == index { return first.work }
            entries.swapAt(index, least)
            index = least
        }
    }
}
