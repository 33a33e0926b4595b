/** docs/inverses.md: how each operation that changes something is taken back. */
import { table } from "./parts.mjs";
import { contractModules } from "./sources.mjs";

/** @typedef {import("../../src/contract/inverse.ts").Inverse} Inverse */
/** @typedef {import("../../src/contract/inverse.ts").NoInverse} NoInverse */

const page = "docs/inverses.md";
const source = "src/contract/inverses.ts";

const head = `# How each operation is taken back

Written by \`npm run generate\` from [inverses.ts](../src/contract/inverses.ts) and its parts; not to be edited. \`tome undo\` works by this table, and [history](history.md) says how. Operations that change nothing are not in it.
`;

/** @type {import("./generate.mjs").Generator} */
export async function inverses(given) {
  const [{ findInverse: inverseOf }] = await given.load(source);
  const parts = (await contractModules(given)).flatMap(([name, endpoints]) => {
    const rows = endpoints
      .filter(({ route, reads }) => !route.startsWith("GET ") && reads !== true)
      .map(({ operation }) => [`\`${operation}\``, inWords(operation, inverseOf(operation))]);
    if (rows.length === 0) return [];
    return [`\n## ${name}\n\n${table([["operation", "is taken back by"], ...rows]).trim()}\n`];
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
    throw new Error(`Add to ${source} how ${operation} is taken back, or why it cannot be.`);
  if ("noInverse" in inverse) return `nothing. ${inverse.noInverse}`;
  switch (inverse.how) {
    case "fields": {
      const untold = Object.entries(inverse.untold ?? {}).map(
        ([name, why]) => `\`${name}\`: ${why}`,
      );
      const except = untold.length === 0 ? "" : `; not ${untold.join("; ")}`;
      return `itself, with the old values of the fields that were sent${except}`;
    }
    case "delete":
      return `\`${inverse.by}\`, if it is as it was made`;
    case "opposite":
      return `\`${inverse.by}\``;
    case "redirects":
      return `\`${inverse.by}\`, with what each redirect was, or none`;
    case "move":
      return "a move to the old neighbour, else to the end of where it was";
    case "roles":
      return `the old role of each: \`${inverse.users.give}\`, or none: ${[
        inverse.users,
        inverse.teams,
      ]
        .flatMap((list) => (list ? [`\`${list.take}\``] : []))
        .join(", ")}`;
  }
}
