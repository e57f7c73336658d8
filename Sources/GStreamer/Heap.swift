internal import CGStreamer

/// The heap from which this process allocates memory (malloc(3)).
package enum Heap {
    /// Returns the pages of freed blocks to the system (`malloc_trim`). Blocks for 1 to 3 ms, in which other threads
    /// may wait for memory.
    ///
    /// By itself, glibc returns only the pages at the end of a heap. A block of an encoder's size has its own mapping
    /// only until the first such block is freed (`M_MMAP_THRESHOLD` in mallopt(3)). Later blocks come from a heap,
    /// where any small block behind them keeps them.
    package static func trim() { malloc_trim(0) }
}
