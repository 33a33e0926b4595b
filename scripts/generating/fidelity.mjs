/** docs/fidelity.md and docs/contract-diff.md: how close the embedded platform is to the hosted one. */
import { pageOf } from "../comparing/page.mjs";
import { readInstalled } from "../comparing/published.mjs";
import { explain } from "../comparing/reasons.mjs";
import { compareContract, readContract } from "../comparing/sides.mjs";
import { table, withParts } from "./parts.mjs";
import { contractModules } from "./sources.mjs";

const fidelityPage = "docs/fidelity.md";
const differencesPage = "docs/contract-diff.md";

/** @type {import("./generate.mjs").Generator} */
export async function fidelity(given) {
  const contract = await readContract(given.root);
  const published = await readInstalled(given.root);
  const compared = await compareContract(contract, published.document);
  const { here, both, there } = compared;
  const text = await given.read(fidelityPage);
  const own = contract.endpoints.filter((endpoint) => endpoint.own);
  const exact = exactRows(text, await contractModules(given));
  return {
    [fidelityPage]: withParts(fidelityPage, text, {
      answered: `answers ${here} operations`,
      published: `Of the ${there} operations of the description ${both} are answered here, ${contract.absent.length} are absent`,
      further: `${here - both - own.length} more are here`,
      own: `${own.length} only this platform has: ${own.map(({ operation }) => `\`${operation}\``).join(", ")}`,
      exact: table([["part of the API", "operations"], ...exact]),
      absent: table([["part of the API", "operations"], ...absentRows(contract.absent)]),
    }),
    ...(await differences(await given.read(differencesPage), { ...published, compared })),
  };
}

/**
 * `npm run contract:diff` writes the page for the newest description; here it is updated with the current
 * contract, if it is for the version that is installed.
 *
 * @param {string} page
 * @param {{ version: string, compared: import("../comparing/sides.mjs").Compared }} found
 */
async function differences(page, { version, compared }) {
  const cellOf = (/** @type {string} */ name) => page.split(`\n| ${name} | `)[1]?.split(" |")[0];
  const date = cellOf("compared on");
  if (cellOf("published version") !== version || date === undefined) return {};
  const explained = await explain(compared.differences);
  return { [differencesPage]: pageOf({ version, date, compared, explained }) };
}

/**
 * Every operation is exact unless the page calls it approximate, which a person decides.
 *
 * @param {string} page
 * @param {Awaited<ReturnType<typeof contractModules>>} modules
 */
function exactRows(page, modules) {
  const [approximate = ""] = (page.split("\n## Approximate\n")[1] ?? "").split("\n## ");
  return modules.flatMap(([name, endpoints]) => {
    const exact = endpoints.filter(({ operation }) => !approximate.includes(`\`${operation}\``));
    return exact.length === 0 ? [] : [[name, namesOf(exact)]];
  });
}

/** @param {import("../comparing/sides.mjs").Contract["absent"]} absent */
function absentRows(absent) {
  const parts = [...new Set(absent.map(({ path }) => partOf(path)))].sort();
  return parts.map((part) => [part, namesOf(absent.filter(({ path }) => partOf(path) === part))]);
}

/**
 * The first words of a path that are not names; three of them for sites, to distinguish their parts.
 * @param {string} path
 */
function partOf(path) {
  const words = path.split("/").filter((word) => word !== "" && !word.startsWith("{"));
  return words.slice(0, words[1] === "sites" ? 3 : 2).join(", ");
}

/** @param {readonly { operation: string }[]} operations */
function namesOf(operations) {
  const names = operations.map(({ operation }) => operation).sort();
  return names.map((name) => `\`${name}\``).join(", ");
}
