/** Returns the brightness of a picture's pixels (Rec. 709), 0 ... 255. */
export function luma(pixels: Uint8ClampedArray): Uint8Array {
  const lumas = new Uint8Array(pixels.length / 4);
  for (let index = 0; index < lumas.length; index++) {
    const at = index * 4;
    lumas[index] = (pixels[at]! * 54 + pixels[at + 1]! * 183 + pixels[at + 2]! * 19) >> 8;
  }
  return lumas;
}

/** Returns the histogram of the brightness in 64 steps; the highest is 1. */
export function histogram(lumas: Uint8Array): Float32Array {
  const counts = new Float32Array(64);
  for (const value of lumas) counts[value >> 2]! += 1;
  const most = Math.max(1, ...counts);
  return counts.map((count) => count / most);
}

/** Returns, for each column, the share of its pixels at each of 64 brightness levels, the brightest first. */
export function waveform(lumas: Uint8Array, width: number, height: number): Float32Array {
  const rows = new Float32Array(width * 64);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[(63 - (lumas[y * width + x]! >> 2)) * width + x]! += 1 / height;
  }
  return rows;
}

/** Draws marks: sharp edges in one colour, and stripes over areas brighter than 95 %. */
export function marks(
  lumas: Uint8Array, width: number, height: number, options: { peaking: boolean; zebra: boolean; phase: number },
): Uint8ClampedArray {
  const marked = new Uint8ClampedArray(width * height * 4);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (options.zebra && lumas[at]! >= 242 && ((x + y + options.phase) & 7) < 3) {
        marked.set([0, 0, 0, 200], at * 4);
      }
      if (!options.peaking) continue;
      const edge =
        Math.abs(4 * lumas[at]! - lumas[at - 1]! - lumas[at + 1]! - lumas[at - width]! - lumas[at + width]!);
      if (edge > 80) marked.set([255, 45, 85, 255], at * 4);
    }
  }
  return marked;
}
