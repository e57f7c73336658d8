// Bundles the page and gives its files to the program: called by Scripts/page, which looks for the tools first.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const page = dirname(fileURLToPath(import.meta.url));
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

// Returns the bundle's files, whose names carry the hash of what they hold.
function bundle() {
  const folder = mkdtempSync(join(tmpdir(), "dualcam-page-"));
  try {
    execFileSync(
      "esbuild",
      [
        join(page, "Sources/app/main.tsx"), "--bundle", "--minify", "--format=esm", "--splitting", "--target=es2020", "--jsx=automatic",
        "--entry-names=[name]-[hash]", "--chunk-names=[name]-[hash]", "--asset-names=[name]-[hash]", "--legal-comments=none", "--log-level=warning",
        '--define:process.env.NODE_ENV="production"', `--outdir=${folder}`,
      ],
      { stdio: ["ignore", "inherit", "inherit"] },
    );
    return readdirSync(folder).sort().map((name) => ({ path: `/assets/${name}`, body: readFileSync(join(folder, name)) }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function files() {
  const bundled = bundle();
  const named = (end) => bundled.find((file) => file.path.startsWith("/assets/main-") && file.path.endsWith(end)).path;
  const html = readFileSync(join(page, "index.html"), "utf8").replace("{{style}}", named(".css")).replace("{{script}}", named(".js"));
  const icons = readdirSync(join(page, "Icons")).sort();
  return [
    { path: "/", type: types[".html"], body: Buffer.from(html) },
    ...bundled,
    { path: "/manifest.webmanifest", body: readFileSync(join(page, "manifest.webmanifest")) },
    ...icons.map((name) => ({ path: `/${name}`, body: readFileSync(join(page, "Icons", name)) })),
  ].map((file) => ({
    ...file,
    type: file.type ?? types[extname(file.path)],
    tag: createHash("sha256").update(file.body).digest("hex").slice(0, 16),
    // The same input gives the same bytes: no time, no system.
    gzip: extname(file.path) === ".png" ? null : gzipSync(file.body, { level: 9 }),
  }));
}

// A Swift file that holds everything as Base64: long arrays of numbers would take the compiler minutes.
function swift(files) {
  const literal = (bytes) => (bytes === null ? "nil" : JSON.stringify(bytes.toString("base64")));
  const rows = files.map(
    (file) =>
      `        EmbeddedFile(path: "${file.path}", type: "${file.type}", tag: "${file.tag}",\n` +
      `            plain: ${literal(file.body)},\n            gzip: ${literal(file.gzip)}),\n`,
  );
  return `// Made by Scripts/page.\nextension EmbeddedFile {\n    static let all = [\n${rows.join("")}    ]\n}\n`;
}

const [kind, target] = process.argv.slice(2);
const made = files();
if (kind === "--swift") {
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, swift(made));
} else {
  for (const file of made) {
    const path = join(target, file.path === "/" ? "index.html" : file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.body);
    console.log(`${file.path} ${file.body.length} ${file.gzip?.length ?? "-"}`);
  }
}
