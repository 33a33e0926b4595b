/** Generator of src/contract/integration-operations.ts, the operations of the tokens of integrations. */
import { readBoth } from "../comparing/published.mjs";
import { contractModules } from "./sources.mjs";

const head = `/**
 * Operations that the published descriptions of the API allow with the token of an installation, and
 * with that of an integration, as far as the contract has them. Written by \`npm run generate\`; do not
 * edit.
 */
`;

const schemes = {
  installationOperations: "integration-installation",
  integrationOperations: "integration",
};

/** @type {import("./generate.mjs").Generator} */
export async function integrationOperations(given) {
  /** @type {Set<string>} */
  const known = new Set();
  for (const [, endpoints] of await contractModules(given)) {
    for (const { operation } of endpoints) known.add(operation);
  }
  const published = await readBoth(given.root);
  const lists = Object.entries(schemes).map(([name, scheme]) => {
    const allowed = published.flatMap(({ document }) => operationsWith(document, scheme));
    const operations = [...new Set(allowed)].filter((operation) => known.has(operation)).sort();
    const lines = operations.map((operation) => `  "${operation}",\n`);
    return `export const ${name} = [\n${lines.join("")}] as const;\n`;
  });
  return { "src/contract/integration-operations.ts": `${head}\n${lists.join("\n")}` };
}

/**
 * An operation without its own security has that of the description.
 *
 * @param {import("../comparing/theirs.mjs").Document} document
 * @param {string} scheme
 * @returns {string[]}
 */
function operationsWith({ paths, security: common = [] }, scheme) {
  return Object.values(paths).flatMap((path) =>
    Object.values(path).flatMap((operation) => {
      const { operationId, security = common } = Object(operation);
      const isAllowed = [...security].some((/** @type {object} */ one) => scheme in one);
      return operationId !== undefined && isAllowed ? [operationId] : [];
    }),
  );
}
