/**
 * Benchmark of `tome preview`: the time until a folder and a saved page are displayed, relative to the
 * start of an empty Node process: `node bench/preview.mjs [pages] [saves]`.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { median } from "./measuring/processes.mjs";
import { milliseconds, printTable, verdict } from "./measuring/table.mjs";

const pages = Number(process.argv[2] ?? 1000);
const saves = Number(process.argv[3] ?? 5);
const launcher = resolve(import.meta.dirname, "../bin/tome.js");
const home = mkdtempSync(join(tmpdir(), "tome-bench-"));
const folder = join(home, "docs");

function writePages() {
  mkdirSync(folder);
  writeFileSync(join(folder, "README.md"), "# Home\n\nBegin with [the first](page-0.md).\n");
  for (let page = 0; page < pages; page++) {
    const text = `# Page ${page}\n\nSome words, and a [link](page-${(page + 1) % pages}.md).\n\n- one\n- two\n`;
    writeFileSync(join(folder, `page-${page}.md`), text);
  }
}

function emptyNode() {
  const start = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return performance.now() - start;
}

try {
  writePages();
  const bare = median(Array.from({ length: 5 }, emptyNode));
  const start = performance.now();
  const preview = spawn(process.execPath, [launcher, "preview", "docs", "--port", "0"], {
    cwd: home,
    env: { HOME: home, PATH: process.env.PATH, TMPDIR: home },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(preview, "close");
  const notes = createInterface(preview.stderr)[Symbol.asyncIterator]();
  const heard = async (/** @type {string} */ words) => {
    for (;;) {
      const { value, done } = await notes.next();
      if (done) throw new Error(`The preview exited before it printed: ${words}`);
      if (value.includes(words)) return;
    }
  };
  await heard("It follows what you save");
  const shown = performance.now() - start;
  const anew = [];
  for (let save = 0; save < saves; save++) {
    const saved = performance.now();
    appendFileSync(join(folder, "README.md"), `\nSaved ${save}.\n`);
    await heard("Shown anew");
    anew.push(performance.now() - saved);
  }
  preview.kill("SIGINT");
  await ended;
  const row = (
    /** @type {string} */ name,
    /** @type {number} */ time,
    /** @type {number} */ target,
  ) => [
    ...[name, milliseconds(time), (time / bare).toFixed(0)],
    ...[milliseconds(target), verdict(time, target)],
  ];
  printTable(
    `A preview of ${pages} pages`,
    ["", "median", "beside an empty Node", "target", ""],
    [row("the folder is shown", shown, 3000), row("a saved page is shown", median(anew), 300)],
  );
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
}
