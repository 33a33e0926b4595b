/** Generator of docs/fidelity.md: the local platform compared with the hosted platform. */
import { readBoth } from "../comparing/published.mjs";
import { compareContract, readContract } from "../comparing/sides.mjs";
import { table, withParts } from "./parts.mjs";
import { contractModules } from "./sources.mjs";

const fidelityPage = "docs/fidelity.md";

/** @type {import("./generate.mjs").Generator} */
export async function fidelity(given) {
  const contract = await readContract(given.root);
  const compared = await compareContract(contract, await readBoth(given.root));
  const { here, descriptions, published } = compared;
  const [earlier, newest] = descriptions;
  const text = await given.read(fidelityPage);
  const localOnly = contract.endpoints.filter((endpoint) => endpoint.localOnly);
  const exact = exactRows(text, await contractModules(given));
  return {
    [fidelityPage]: withParts(fidelityPage, text, {
      answered: `answers ${here} operations`,
      published: `Of the ${newest?.there} operations of version ${newest?.version}, the local platform answers ${newest?.both} and lacks ${newest?.absent}`,
      earlier: `Of the ${earlier?.there} operations of version ${earlier?.version}, the local platform answers ${earlier?.both} and lacks ${earlier?.absent}`,
      further: `It answers ${published - (newest?.both ?? 0)} more operations`,
      own: `Only the local platform has these ${localOnly.length} operations: ${localOnly.map(({ operation }) => `\`${operation}\``).join(", ")}`,
      unheeded: table([["input", "reason", "operations"], ...unheededRows(contract.endpoints)]),
      exact: table([["part of the API", "operations"], ...exact]),
    }),
  };
}

/**
 * An operation is exact unless the hand-written part of the page lists it as approximate.
 *
 * @param {string} page
 * @param {Awaited<ReturnType<typeof contractModules>>} modules
 */
function exactRows(page, modules) {
  const [approximate = ""] = (page.split("\n## Approximate\n")[1] ?? "").split("\n## ");
  return modules.flatMap(([name, endpoints]) => {
    const exact = endpoints.filter(({ operation }) => !approximate.includes(`\`${operation}\``));
    return exact.length === 0 ? [] : [[name, listNames(exact)]];
  });
}

/** @param {import("../comparing/sides.mjs").Contract["endpoints"]} endpoints */
function unheededRows(endpoints) {
  /** @type {Map<string, { operation: string }[]>} */
  const operations = new Map();
  for (const { operation, ignoredFields = [] } of endpoints) {
    for (const { path, reason: why } of ignoredFields) {
      const row = `\`${path}\` | ${why}`;
      operations.set(row, [...(operations.get(row) ?? []), { operation }]);
    }
  }
  return [...operations.keys()].sort().map((row) => [row, listNames(operations.get(row) ?? [])]);
}

/** @param {readonly { operation: string }[]} operations */
function listNames(operations) {
  const names = operations.map(({ operation }) => operation).sort();
  return names.map((name) => `\`${name}\``).join(", ");
}
