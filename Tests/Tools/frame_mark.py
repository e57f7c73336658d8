"""The frame counter in the picture: a row of blocks at the bottom left, as GStreamer's simplevideomark draws them.

The row begins with `guard` blocks, alternately black and white, the first one black. Then follow `bits` blocks, white for 1, the
highest bit first. The row's lower edge is `bottom` pixels above the picture's."""
import dataclasses

import numpy

LEAST_CONTRAST = 60


def add_options(parser):
    options = parser.add_argument_group("frame counter (pixels may be fractions where the picture was scaled)")
    options.add_argument("--mark-block", default="16x16", metavar="WxH", help="size of a block (16x16)")
    options.add_argument("--mark-guard", type=int, default=4, metavar="N", help="black and white blocks first (4)")
    options.add_argument("--mark-bits", type=int, default=16, metavar="N", help="blocks that count (16)")
    options.add_argument("--mark-left", type=float, default=0, metavar="PX", help="from the left edge (0)")
    options.add_argument("--mark-bottom", type=float, default=0, metavar="PX", help="from the bottom edge (0)")


@dataclasses.dataclass(frozen=True)
class FrameMark:
    width: float
    height: float
    guard: int
    bits: int
    left: float
    bottom: float

    @classmethod
    def of(cls, options):
        width, height = map(float, options.mark_block.split("x"))
        return cls(width, height, options.mark_guard, options.mark_bits, options.mark_left, options.mark_bottom)

    def _columns(self, index, inset):
        start = self.left + index * self.width
        return slice(round(start + inset * self.width), max(round(start + (1 - inset) * self.width), 1))

    def _rows(self, picture_height, inset):
        top = picture_height - self.bottom - self.height
        return slice(round(top + inset * self.height), round(top + (1 - inset) * self.height))

    def draw(self, luma, number):
        """Draws the number's lowest bits into a luma plane."""
        rows = self._rows(luma.shape[0], 0)
        for index in range(self.guard):
            luma[rows, self._columns(index, 0)] = 235 if index & 1 else 16
        for index in range(self.bits):
            bit = number >> (self.bits - 1 - index) & 1
            luma[rows, self._columns(self.guard + index, 0)] = 235 if bit else 16

    def read(self, luma):
        """Returns the number in a luma plane, read at the centre of each block, or None if the guard blocks are not visible."""
        rows = self._rows(luma.shape[0], 0.25)
        blocks = [luma[rows, self._columns(index, 0.25)] for index in range(self.guard + self.bits)]
        if any(block.size == 0 for block in blocks):
            return None
        levels = [float(numpy.mean(block)) for block in blocks]
        black, white = levels[0:self.guard:2], levels[1:self.guard:2]
        if min(white) - max(black) < LEAST_CONTRAST:
            return None
        middle = (min(white) + max(black)) / 2
        return sum((level > middle) << (self.bits - 1 - index) for index, level in enumerate(levels[self.guard:]))
