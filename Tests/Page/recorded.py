"""Finds the frames at which a recorded file changes, by comparing small pictures."""
import subprocess

from PIL import Image, ImageChops, ImageStat

WIDTH, HEIGHT, RATE = 64, 36, 30


class Steps:
    """The difference of each frame of a file from the frame before it."""

    def __init__(self, path):
        pixels = subprocess.run(
            ["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-fps_mode", "passthrough", "-vf", f"scale={WIDTH}:{HEIGHT}:flags=area",
             "-pix_fmt", "rgb24", "-f", "rawvideo", "-"], capture_output=True, check=True).stdout
        size = WIDTH * HEIGHT * 3
        frames = [Image.frombytes("RGB", (WIDTH, HEIGHT), pixels[at:at + size]) for at in range(0, len(pixels), size)]
        self.steps = [0.0] + [sum(ImageStat.Stat(ImageChops.difference(*pair)).mean) for pair in zip(frames, frames[1:])]

    def changes_at(self, number):
        """Returns true if the step to this frame is greater than its neighbours, which contain only the usual motion."""
        around = self.steps[max(1, number - 3):number] + self.steps[number + 1:number + 4]
        return 0 < number < len(self.steps) and self.steps[number] > 1.3 * max(around, default=0)
