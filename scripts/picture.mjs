/**
 * `npm run picture`: runs the tour in a real terminal and draws the beginning of its output as
 * docs/tour.svg, the picture in the README. Requires the program `script` of util-linux.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { drawScreen } from "./picturing/draw-screen.mjs";
import { prepare } from "./preparing/prepare.mjs";

const root = resolve(import.meta.dirname, "..");
const columns = 80;
/** The picture ends before the line that begins with this text. */
const end = "# Meanwhile, another user";

await prepare(root);
const screen = renderScreen(`'${process.execPath}' '${join(root, "bin", "tome.js")}' tour`);
const [beginning = "", ...rest] = screen.split(new RegExp(`^.*(?=${end})`, "m"));
if (rest.length === 0)
  throw new Error(`The output of the tour does not contain ${JSON.stringify(end)}.`);
const title = "A terminal: the tree of a workspace, and the changed words of a change request";
writeFileSync(join(root, "docs", "tour.svg"), drawScreen(beginning, { columns, title }));
console.log("Wrote docs/tour.svg.");

/**
 * Runs a command in a terminal with a temporary home folder, and returns its output.
 * @param {string} line the shell command
 */
function renderScreen(line) {
  const home = mkdtempSync(join(tmpdir(), "tome-picture-"));
  const sized = `stty cols ${columns} rows 50; exec ${line}`;
  try {
    const { stdout, status } = spawnSync(
      "script",
      ["--quiet", "--return", "--command", sized, "/dev/null"],
      {
        encoding: "utf8",
        env: { PATH: process.env.PATH, SHELL: "/bin/sh", TERM: "xterm", HOME: home },
      },
    );
    if (status !== 0) throw new Error(`The tour exited with ${status}:\n${stdout}`);
    return stdout.replaceAll("\r", "");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
