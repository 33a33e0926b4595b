/** Generator of src/contract/route-prefixes.ts, the route prefixes of each contract module. */
import { contractModules } from "./sources.mjs";

const head = `/**
 * Modules of the contract by route prefix, so that a request loads only the modules that may handle its
 * path. Written by \`npm run generate\` from the routes; do not edit.
 */
`;

const maxWidth = 100;

/** @type {import("./generate.mjs").Generator} */
export async function routePrefixes(given) {
  const [{ listRoutePrefixes }] = await given.load("src/contract/endpoint.ts");
  const lines = (await contractModules(given)).map(([name, endpoints]) =>
    formatLine(/^\w+$/.test(name) ? name : `"${name}"`, listRoutePrefixes(endpoints)),
  );
  const text = `${head}export const routePrefixes = {
${lines.join("\n")}
} as const satisfies Readonly<Record<string, readonly string[]>>;
`;
  return { "src/contract/route-prefixes.ts": text };
}

/**
 * A line in the format of the code formatter.
 * @param {string} name
 * @param {readonly string[]} prefixes
 */
function formatLine(name, prefixes) {
  const words = prefixes.map((prefix) => `"${prefix}"`);
  const line = `  ${name}: [${words.join(", ")}],`;
  if (line.length <= maxWidth) return line;
  return `  ${name}: [\n${words.map((word) => `    ${word},`).join("\n")}\n  ],`;
}
