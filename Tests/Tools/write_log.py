"""Replays a log of a disk's writes (dm-log-writes, as qemu's blklogwrites driver writes it) to a moment.

Only the flushes before that moment are certain to be on the disk."""
import bisect
import dataclasses
import os
import random
import struct

SECTOR = 512
MAGIC = 0x6A736677736872
FLUSH, FUA, DISCARD = 1, 2, 4
HEAD = struct.Struct("<QQQQ")
# A mark's bytes begin with this and with Unix seconds.
MARK = b"dualcam mark "


@dataclasses.dataclass
class Write:
    """A write, whose bytes are at `place` in the log; a length of 0 means a flush."""
    offset: int
    length: int
    place: int
    is_flush: bool
    is_forced: bool


class WriteLog:
    """The writes of one disk in order, and their times: `marks[i]` of them were before the time `times[i]`, to within the time of a write."""

    def __init__(self, path, mark_offset):
        """Writes at `mark_offset` are marks: they hold the time and do not count as writes."""
        self.file = open(path, "rb")
        self.writes, self.times, self.marks = [], [], []
        magic, version, _, size = struct.unpack("<QQQI", self.file.read(28))
        if (magic, version, size) != (MAGIC, 1, SECTOR):
            raise ValueError(f"{path} is not a log of writes")
        end, position = os.fstat(self.file.fileno()).st_size, SECTOR
        # The count of entries in the first sector is updated only now and then: the log ends where no entry follows.
        while position + SECTOR <= end:
            sector, count, flags, _ = HEAD.unpack(self.read(position, HEAD.size))
            if not (flags or count) or flags & DISCARD:
                break
            write = Write(sector * SECTOR, count * SECTOR, position + SECTOR, bool(flags & FLUSH), bool(flags & FUA))
            position = write.place + write.length
            if write.offset == mark_offset and write.length:
                self.take_mark(self.read(write.place, SECTOR))
            else:
                self.writes.append(write)

    def read(self, place, length):
        return os.pread(self.file.fileno(), length, place)

    def take_mark(self, text):
        if text.startswith(MARK):
            self.times.append(float(text[len(MARK):].split()[0]))
            self.marks.append(len(self.writes))

    def moment(self, position):
        """Returns the latest known moment, in Unix seconds, at which the disk had received exactly the first `position` writes."""
        return self.times[max(0, bisect.bisect_right(self.marks, position) - 1)]

    def positions(self, begin, end, count, generator):
        """Returns random positions for cuts between two times. Half of them are spread evenly over the time, half over the writes.

        The disk is idle most of the time, and half-written states last only a moment."""
        first, last = bisect.bisect_left(self.times, begin), bisect.bisect_left(self.times, end)
        marks = self.marks + [len(self.writes)]
        first, last = min(first, len(marks) - 2), min(last, len(marks) - 2)
        found = []
        for number in range(count):
            index = generator.randint(first, last)
            bounds = (marks[index], marks[index + 1]) if number % 2 == 0 else (marks[first], marks[last + 1])
            found.append(generator.randint(*bounds))
        return sorted(found)


class Cache:
    """The part of the unflushed writes that a disk may have kept."""
    KINDS = ("all", "none", "some", "torn")

    def __init__(self, generator):
        self.generator = generator
        self.kind = generator.choice(self.KINDS)

    def kept(self, length):
        """Returns the pieces of a write that are on the disk: offset and length."""
        if self.kind == "all":
            return [(0, length)]
        if self.kind == "none":
            return []
        if self.kind == "some":
            return [(0, length)] if self.generator.random() < 0.5 else []
        return [(offset, SECTOR) for offset in range(0, length, SECTOR) if self.generator.random() < 0.5]


class Replay:
    """A disk image that follows the log: `image` holds what has been flushed."""

    def __init__(self, log, image):
        """`image` is as it was before the log's first write."""
        self.log, self.image, self.done, self.waiting = log, image, 0, []

    def go_on(self, position):
        """Applies the log up to the first `position` writes; positions only grow."""
        with open(self.image, "r+b") as disk:
            for write in self.log.writes[self.done:position]:
                if write.length and not write.is_forced:
                    self.waiting.append(write)
                elif write.length:
                    self.put(disk, write, [(0, write.length)])
                if write.is_flush:
                    for earlier in self.waiting:
                        self.put(disk, earlier, [(0, earlier.length)])
                    self.waiting = []
        self.done = position

    def put(self, disk, write, pieces):
        for offset, length in pieces:
            os.pwrite(disk.fileno(), self.log.read(write.place + offset, length), write.offset + offset)

    def cut(self, copy, seed):
        """Adds to `copy`, a copy of `image`, what else the disk may have kept; returns a description of it."""
        cache = Cache(random.Random(seed))
        with open(copy, "r+b") as disk:
            for write in self.waiting:
                self.put(disk, write, cache.kept(write.length))
        return f"{cache.kind} of {len(self.waiting)} writes kept"
