const apart = 400;

/**
 * Downloads files with a delay (ms) between them, because browsers accept several downloads per press
 * only in sequence.
 */
export async function download(addresses: string[]): Promise<void> {
  for (const [index, address] of addresses.entries()) {
    if (index > 0) await new Promise((resolve) => window.setTimeout(resolve, apart));
    const link = document.createElement("a");
    link.href = address;
    link.download = "";
    document.body.append(link);
    link.click();
    link.remove();
  }
}
