/** src/contract/oauth-scopes.ts: the OAuth scopes that each operation needs, by the published description. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { contractModules } from "./sources.mjs";

const description = "node_modules/@gitbook/api/spec/openapi.json";

const head = `/**
 * OAuth scopes that each operation requires, from the published description of the API: one line for each
 * set of scopes, followed by its operations; - marks operations that require a personal token. Written by
 * \`npm run generate\`; do not edit.
 */
`;

const widest = 98;

/** @type {import("./generate.mjs").Generator} */
export async function oauthScopes(given) {
  const { paths, security: usual } = JSON.parse(
    await readFile(join(given.root, description), "utf8"),
  );
  const published = new Map(
    Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap((one) =>
        one?.operationId === undefined ? [] : [[one.operationId, one.security ?? usual]],
      ),
    ),
  );
  /** @type {Map<string, string[]>} */
  const byScopes = new Map();
  for (const [, endpoints] of await contractModules(given)) {
    for (const { operation } of endpoints) {
      if (!published.has(operation)) continue;
      const scopes = scopesIn(published.get(operation));
      byScopes.set(scopes, [...(byScopes.get(scopes) ?? []), operation]);
    }
  }
  const lines = [...byScopes].sort().flatMap(([scopes, operations]) => {
    return linesOf([scopes, ...[...new Set(operations)].sort()]);
  });
  return {
    "src/contract/oauth-scopes.ts": `${head}export const oauthScopes = \`\n${lines.join("\n")}\n\`;\n`,
  };
}

/**
 * @param {readonly { readonly oauth?: readonly string[] }[]} security
 * @returns {string} several with a + between
 */
function scopesIn(security) {
  const scopes = security.find(({ oauth }) => oauth !== undefined)?.oauth ?? [];
  return scopes.length === 0 ? "-" : [...scopes].sort().join("+");
}

/**
 * Of a width; a line that continues one begins with a space.
 * @param {readonly string[]} words
 */
function linesOf(words) {
  const lines = [""];
  for (const word of words) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= widest) lines.push(` ${word}`);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}
