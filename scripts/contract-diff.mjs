/**
 * `npm run contract:diff [installed | version | file.json]`: compares the contract with two published
 * API descriptions, an earlier version and the specified one (default: the newest), and writes
 * docs/contract-diff.md. Exits with 1 if a difference has no recorded reason, or if tome neither has
 * an operation of the newer description nor names it as unsupported. `installed` needs no network.
 */
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { formatMissing, listMissing } from "./comparing/missing.mjs";
import { getPage } from "./comparing/page.mjs";
import { readBoth, readEarlier, readPublished } from "./comparing/published.mjs";
import { explain, formatReasonLine } from "./comparing/reasons.mjs";
import { compareContract, readContract } from "./comparing/sides.mjs";

const root = resolve(import.meta.dirname, "..");
const [source] = process.argv.slice(2);

const published =
  source === "installed"
    ? await readBoth(root)
    : [await readEarlier(root), await readPublished(source)];
const contract = await readContract(root);
const compared = await compareContract(contract, published);
const explained = await explain(compared.differences);
const date = new Date().toISOString().slice(0, 10);
const page = join(root, "docs", "contract-diff.md");
await writeFile(page, getPage({ date, compared, explained }));

const { unexplained, outdated } = explained;
const missing = published.slice(1).flatMap(({ document }) => listMissing(contract, document));
for (const operation of missing) console.log(formatMissing(operation));
for (const difference of unexplained) console.log(formatReasonLine(difference));
for (const line of outdated) console.log(`No longer present: ${line}`);
const versions = published.map(({ version }) => version).join(" and ");
console.log(
  `${versions}: ${compared.differences.length} differences, ${unexplained.length} without a reason; see docs/contract-diff.md.`,
);
process.exitCode = unexplained.length > 0 || missing.length > 0 ? 1 : 0;
