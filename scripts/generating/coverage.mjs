/** docs/fidelity.md: how many operations each noun carries out. */
import { table, withParts } from "./parts.mjs";

/** @typedef {import("../../src/contract/endpoint.ts").Endpoint} Endpoint */
/** @typedef {import("../../src/commands/verb.ts").Verb} Verb */
/** @typedef {import("../../src/commands/verb.ts").NounCommands} NounCommands */

const page = "docs/fidelity.md";

/** @type {import("./generate.mjs").Generator} */
export async function coverage({ load, read }) {
  /** @type {(typeof import("../../src/commands/tree.ts"))[]} */
  const [source] = await load("src/commands/tree.ts");
  const rows = [];
  /** @type {Set<Endpoint>} */
  const all = new Set();
  for (const [noun, { load }] of Object.entries(source?.tree ?? {})) {
    const sent = new Set(sentBy(await load()));
    for (const endpoint of sent) all.add(endpoint);
    if (sent.size > 0) rows.push([`\`${noun}\``, ...countsOf(sent)]);
  }
  const lines = [["noun", "operations", "further ones"], ...rows, ["all", ...countsOf(all)]];
  const text = withParts(page, await read(page), { coverage: table(lines) });
  return { [page]: text };
}

/** @param {ReadonlySet<Endpoint>} endpoints */
function countsOf(endpoints) {
  const further = [...endpoints].filter(({ extension }) => extension).length;
  return [endpoints.size - further, further];
}

/**
 * @param {NounCommands | Verb} command
 * @returns {readonly Endpoint[]}
 */
function sentBy(command) {
  if (command.kind === "noun") return Object.values(command.verbs).flatMap(sentBy);
  return command.kind === "task" ? command.sends : command.endpoints;
}
