/** src/contract/places.ts: where the operations of each module of the contract are. */
import { contractModules } from "./sources.mjs";

const head = `/**
 * Where the operations of each module of the contract are, so that a request loads no module but those
 * that may have what its path asks for. Written by \`npm run generate\` from the routes; not to be edited.
 */
`;

const widest = 100;

/** @type {import("./generate.mjs").Generator} */
export async function places(given) {
  const [{ placesOf }] = await given.load("src/contract/endpoint.ts");
  const lines = (await contractModules(given)).map(([name, endpoints]) =>
    lineOf(/^\w+$/.test(name) ? name : `"${name}"`, placesOf(endpoints)),
  );
  const text = `${head}export const places = {
${lines.join("\n")}
} as const satisfies Readonly<Record<string, readonly string[]>>;
`;
  return { "src/contract/places.ts": text };
}

/**
 * As the formatter has it.
 * @param {string} name
 * @param {readonly string[]} places
 */
function lineOf(name, places) {
  const words = places.map((place) => `"${place}"`);
  const line = `  ${name}: [${words.join(", ")}],`;
  if (line.length <= widest) return line;
  return `  ${name}: [\n${words.map((word) => `    ${word},`).join("\n")}\n  ],`;
}
