internal import CGStreamer

/// The memory that all of this process takes blocks from (malloc(3)).
package enum Heap {
    /// Gives the pages of blocks that were freed back to the system (`malloc_trim`). Blocks for 1 to 3 ms, in which other threads may
    /// wait for memory.
    ///
    /// By itself glibc gives back only what lies at the end of a heap. A block of an encoder's size is a mapping of its own only until
    /// the first such block is freed (`M_MMAP_THRESHOLD` in mallopt(3)): from then on it comes from a heap, where any small block
    /// behind it keeps it there.
    package static func trim() { malloc_trim(0) }
}
