/** A pipeline step that uses a platform with broken links. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../machine/folder.ts";
import { answerJson, serve } from "../network/loopback.ts";

/** A title with escape sequences and CI commands. */
export const hostile = "a,b:c%0A\n::stop-commands::x\r##[add-mask]y|<b>\u001b[31m*z*";
export const token = "token-of-the-pipeline";

function linkOn(title: string, url = "gone.md") {
  return {
    status: "broken",
    relation: "reference",
    targetReference: { kind: "url", url },
    locationReferences: [{ kind: "page", page: { title, urls: { app: "https://example.com/p" } } }],
  };
}

/** A platform with broken links, and the environment of a step that uses it. */
export async function openStep(titles: readonly string[] = ["Start", hostile]) {
  const server = await serve((_, response) =>
    answerJson(response, 200, {
      items: titles.map((title) => linkOn(title)),
      stats: { total: 9, broken: { total: titles.length } },
    }),
  );
  const folder = temporaryFolder();
  const file = (name: string) => join(folder, name);
  const env = {
    TOME_BASE_URL: server.url,
    TOME_TOKEN: token,
    GITHUB_ACTIONS: "true",
    GITHUB_STEP_SUMMARY: file("summary.md"),
    TOME_OUTPUT_FILE: file("told.ndjson"),
  };
  return { env, folder, read: (name: string) => readFileSync(file(name), "utf8"), server };
}
