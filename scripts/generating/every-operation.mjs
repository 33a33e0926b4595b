/** src/contract/every-operation.ts: all operations, for what cannot name the ones that it needs. */
import { contractModules } from "./sources.mjs";

const head = `/** All operations of the contract. Written by \`npm run generate\` from its modules; not to be edited. */

`;

/** @type {import("./generate.mjs").Generator} */
export async function everyOperation(given) {
  const modules = (await contractModules(given)).map(([name]) => ({ name, local: localOf(name) }));
  const imports = [
    ...modules.map(({ name, local }) => ({ name, line: `import * as ${local}` })),
    { name: "endpoint", line: "import type { Endpoint }" },
  ];
  const lines = imports
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, line }) => `${line} from "./${name}.ts";`);
  const text = `${head}${lines.join("\n")}

const modules: readonly Readonly<Record<string, Endpoint>>[] = [
${modules.map(({ local }) => `  ${local},`).join("\n")}
];

/** The bundler may give a module an export of its own, which is no operation. */
export const everyOperation: readonly Endpoint[] = modules
  .flatMap((one) => Object.values(one))
  .filter((one) => "route" in one);
`;
  return { "src/contract/every-operation.ts": text };
}

/**
 * The name of a module as that of a value.
 * @param {string} name in kebab-case
 */
function localOf(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}
