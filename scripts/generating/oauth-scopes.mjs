/** Generator of src/contract/oauth-scopes.ts, the OAuth scopes of each operation in the published description. */
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

const maxWidth = 98;

/** @type {import("./generate.mjs").Generator} */
export async function oauthScopes(given) {
  const { paths, security: defaultSecurity } = JSON.parse(
    await readFile(join(given.root, description), "utf8"),
  );
  const published = new Map(
    Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap((one) =>
        one?.operationId === undefined ? [] : [[one.operationId, one.security ?? defaultSecurity]],
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
    return listLines([scopes, ...[...new Set(operations)].sort()]);
  });
  return {
    "src/contract/oauth-scopes.ts": `${head}export const oauthScopes = \`\n${lines.join("\n")}\n\`;\n`,
  };
}

/**
 * @param {readonly { readonly oauth?: readonly string[] }[]} security
 * @returns {string} the scopes, separated by +
 */
function scopesIn(security) {
  const scopes = security.find(({ oauth }) => oauth !== undefined)?.oauth ?? [];
  return scopes.length === 0 ? "-" : [...scopes].sort().join("+");
}

/**
 * Wraps words into lines of limited width. Continuation lines begin with a space.
 * @param {readonly string[]} words
 */
function listLines(words) {
  const lines = [""];
  for (const word of words) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= maxWidth) lines.push(` ${word}`);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}
