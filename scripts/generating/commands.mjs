/** Generators from the tree of commands: completions, manual pages, the reference, and the counts of operations. */
import { table, withParts } from "./parts.mjs";

/** @typedef {import("../../src/contract/endpoint.ts").Endpoint} Endpoint */
/** @typedef {import("../../src/commands/verb.ts").Verb} Verb */
/** @typedef {import("../../src/commands/verb.ts").NounCommands} NounCommands */

/**
 * completions/: the completion script of each shell.
 * @type {import("./generate.mjs").Generator}
 */
export async function completions({ load }) {
  /** @type {(typeof import("../../src/app/completion/script.ts"))[]} */
  const [script] = await load("src/app/completion/script.ts");
  const shells = Object.entries(script?.shells ?? {});
  const files = shells.map(async ([shell, { file }]) => [
    `completions/${file}`,
    await script?.buildCompletionScript(shell),
  ]);
  return Object.fromEntries(await Promise.all(files));
}

/**
 * package.json: the list of manual pages that the build writes and npm installs.
 * @type {import("./generate.mjs").Generator}
 */
export async function manualNames({ load, read }) {
  const [source] = await load("src/app/help/manual/manual.ts");
  /** @type {[file: string, text: string][]} */
  const pages = await source.buildManual();
  const about = JSON.parse(await read("package.json"));
  const man = pages.map(([name]) => `dist/man/${name}`);
  return { "package.json": `${JSON.stringify({ ...about, man }, null, 2)}\n` };
}

/**
 * docs/reference.md: the help of every command.
 * @type {import("./generate.mjs").Generator}
 */
export async function reference({ load }) {
  const [source] = await load("src/app/help/reference.ts");
  return { "docs/reference.md": await source.buildReference() };
}

const coveragePage = "docs/fidelity.md";

/**
 * docs/fidelity.md: the number of operations of each noun.
 * @type {import("./generate.mjs").Generator}
 */
export async function coverage({ load, read }) {
  /** @type {(typeof import("../../src/commands/tree.ts"))[]} */
  const [source] = await load("src/commands/tree.ts");
  const rows = [];
  /** @type {Set<Endpoint>} */
  const all = new Set();
  for (const [noun, { load }] of Object.entries(source?.tree ?? {})) {
    const sent = new Set(sentBy(await load()));
    for (const endpoint of sent) all.add(endpoint);
    if (sent.size > 0) rows.push([`\`${noun}\``, ...listCounts(sent)]);
  }
  const lines = [["noun", "operations", "additional"], ...rows, ["all", ...listCounts(all)]];
  const text = withParts(coveragePage, await read(coveragePage), { coverage: table(lines) });
  return { [coveragePage]: text };
}

/** @param {ReadonlySet<Endpoint>} endpoints */
function listCounts(endpoints) {
  const extensions = [...endpoints].filter(
    ({ extension, localOnly }) => extension || localOnly,
  ).length;
  return [endpoints.size - extensions, extensions];
}

/**
 * @param {NounCommands | Verb} command
 * @returns {readonly Endpoint[]}
 */
function sentBy(command) {
  if (command.kind === "noun") return Object.values(command.verbs).flatMap(sentBy);
  return command.kind === "custom" ? command.operations : command.endpoints;
}
