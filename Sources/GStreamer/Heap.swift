internal import CGStreamer

/// The heap from which this process allocates memory (malloc(3)).
package enum Heap {
    /// Returns the memory pages of freed blocks to the system (`malloc_trim`). Blocks for 1 to 3 ms, during which other
    /// threads may have to wait for memory.
    ///
    /// Without this call, glibc returns only the pages at the end of a heap. Large blocks, such as those of encoders,
    /// have their own mapping only until the first of them is freed (`M_MMAP_THRESHOLD` in mallopt(3)). Later ones are
    /// allocated in a heap, where a small block at a higher address prevents their return.
    package static func trim() { malloc_trim(0) }
}
