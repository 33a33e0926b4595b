/** Generator of docs/inverses.md: the inverse of each write operation. */
import { table } from "./parts.mjs";
import { contractModules } from "./sources.mjs";

/** @typedef {import("../../src/contract/inverse.ts").Inverse} Inverse */
/** @typedef {import("../../src/contract/inverse.ts").NoInverse} NoInverse */

const page = "docs/inverses.md";
const source = "src/contract/inverses.ts";

const head = `# Inverse operations

Look up how \`tome undo\` reverts each write operation, or why it cannot. [History and undo](history.md) describes the commands. \`npm run generate\` writes this page from [inverses.ts](../src/contract/inverses.ts); do not edit it.
`;

/** @type {import("./generate.mjs").Generator} */
export async function inverses(given) {
  const [{ findInverse: inverseOf }] = await given.load(source);
  const parts = (await contractModules(given)).flatMap(([name, endpoints]) => {
    const rows = endpoints
      .filter(({ route, reads }) => !route.startsWith("GET ") && reads !== true)
      .map(({ operation }) => [`\`${operation}\``, inWords(operation, inverseOf(operation))]);
    if (rows.length === 0) return [];
    return [`\n## ${name}\n\n${table([["operation", "undone by"], ...rows]).trim()}\n`];
  });
  return { [page]: `${head}${parts.join("")}` };
}

/**
 * @param {string} operation
 * @param {Inverse | NoInverse | undefined} inverse
 * @throws an error for an operation that is not in the table
 */
function inWords(operation, inverse) {
  if (!inverse)
    throw new Error(
      `Add the inverse of ${operation} to ${source}, or the reason why there is none.`,
    );
  if ("noInverse" in inverse) return `cannot be undone. ${inverse.noInverse}`;
  switch (inverse.how) {
    case "fields": {
      const untold = Object.entries(inverse.untold ?? {}).map(
        ([name, why]) => `\`${name}\`: ${why}`,
      );
      const except = untold.length === 0 ? "" : `; except ${untold.join("; ")}`;
      return `itself, with the old values of the sent fields${except}`;
    }
    case "delete":
      return `\`${inverse.by}\`, if the resource has not changed`;
    case "opposite":
      return `\`${inverse.by}\``;
    case "redirects":
      return `\`${inverse.by}\`, with the old redirects`;
    case "move":
      return "moving it next to its old neighbor, or to the end of its old parent";
    case "roles":
      return `setting the old role of each user and team: \`${inverse.users.give}\`, or without an old role ${[
        inverse.users,
        inverse.teams,
      ]
        .flatMap((list) => (list ? [`\`${list.take}\``] : []))
        .join(", ")}`;
  }
}
