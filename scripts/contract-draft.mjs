/**
 * `npm run contract:draft -- <operation>`: prints drafts of a contract row, its model and its command
 * row from the installed description of the hosted platform.
 */
import { resolve } from "node:path";
import { readBoth } from "./comparing/published.mjs";
import { readContract } from "./comparing/sides.mjs";
import { draftOperation } from "./drafting/draft.mjs";

const root = resolve(import.meta.dirname, "..");
const [name] = process.argv.slice(2);
if (name === undefined) {
  console.error("Usage: npm run contract:draft -- <operation>");
  process.exit(2);
}
const { endpoints } = await readContract(root);
const [earlier, newest] = await readBoth(root);
const draft =
  draftOperation(newest.document, name, endpoints) ??
  draftOperation(earlier.document, name, endpoints);
if (!draft) {
  console.error(`The installed descriptions have no operation ${name}.`);
  process.exit(1);
}
const parts = /** @type {const} */ ([
  ["src/contract", draft.contract],
  ["src/contract, model", draft.model],
  ["src/commands", draft.command],
  ["Further rows", draft.further],
]);
for (const [title, text] of parts) {
  if (text !== "") console.log(`// ${title}\n${text}`);
}
