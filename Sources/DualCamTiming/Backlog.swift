/// A value that a `Backlog` can store. Its time is in nanoseconds.
package protocol Timed: Sendable { var time: Int64 { get } }

/// A list of the newest timed elements, in order of time. When the list is full, the oldest element is removed.
package struct Backlog<Element: Timed>: Sendable {
    private let limit: Int
    private var elements: [Element] = []
    /// The index of the oldest element that is still in the list.
    private var first = 0

    package init(limit: Int) { self.limit = limit }

    /// Appends an element. First removes all elements whose time is the same or later, because times in the list must
    /// increase.
    package mutating func append(_ element: Element) {
        while elements.count > first, let last = elements.last, last.time >= element.time { elements.removeLast() }
        elements.append(element)
        if elements.count - first > limit { first += 1 }
        guard first > limit else { return }
        elements.removeFirst(first)
        first = 0
    }

    package mutating func removeAll() { (elements, first) = ([], 0) }

    /// Returns the element whose time is within a microsecond of `time`; `nil` if none is.
    package func element(at time: Int64) -> Element? {
        var (low, high) = (first, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if elements[middle].time < time - Self.slack { low = middle + 1 } else { high = middle }
        }
        guard low < elements.count, elements[low].time <= time + Self.slack else { return nil }
        return elements[low]
    }

    private static var slack: Int64 { 1000 }
}
