/** A small organization behind HTTP, whose responses a test changes between commands about backups. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openTome } from "../commands/tome.ts";
import { temporaryFolder } from "../machine/folder.ts";
import { answerJson, serve } from "../network/loopback.ts";

export const org = "O1000000000000000000";
export const toId = (number: number) => `S${number}000000000000000000`;
export const space = (number: number, more: object = {}) => ({
  object: "space",
  id: toId(number),
  title: `Guide ${number}`,
  revision: `R${number}`,
  comments: 0,
  organization: org,
  ...more,
});

export interface SmallOrganization {
  readonly spaces?: readonly object[];
  /** The status of the response by the end of the path. */
  readonly refused?: Readonly<Record<string, number>>;
  readonly title?: string;
  /** The content of revisions by id; empty by default. */
  readonly contents?: Readonly<Record<string, object>>;
  /** The open comments of all spaces. */
  readonly comments?: readonly object[];
}

/** A folder for backups of a platform that a test changes between them. */
export async function openSmallOrganization(first: SmallOrganization = {}) {
  let platform = first;
  const { url } = await serve((request, response) => {
    const path = new URL(request.url, "http://host").pathname.replace("/v1", "");
    const {
      spaces = [space(1), space(2)],
      refused = {},
      title = "Acme",
      contents = {},
      comments = [],
    } = platform;
    const refusal = Object.entries(refused).find(([end]) => path.endsWith(end))?.[1];
    if (refusal !== undefined) {
      const message = `${path} is refused.`;
      return answerJson(response, refusal, { error: { code: refusal, message } });
    }
    if (path === `/orgs/${org}` || path === "/orgs/O2000000000000000000") {
      return answerJson(response, 200, { object: "organization", id: path.slice(6), title });
    }
    if (path.endsWith("/spaces") && path.startsWith("/orgs/")) {
      return answerJson(response, 200, { items: spaces });
    }
    const [, revision] = /\/revisions\/(\w+)$/.exec(path) ?? [];
    const content = { pages: [], files: [], reusableContents: [] };
    if (revision !== undefined) {
      return answerJson(response, 200, { id: revision, ...content, ...contents[revision] });
    }
    answerJson(response, 200, { items: path.endsWith("/comments") ? comments : [] });
  });
  const folder = join(temporaryFolder(), "backup");
  const tome = openTome();
  const run = async (
    verb: string,
    flags: readonly string[] = [],
    next: SmallOrganization = platform,
    env: Readonly<Record<string, string>> = {},
  ) => {
    platform = next;
    const line = ["backup", verb, folder, ...flags, "--json"];
    const { code, stdout, stderr } = await tome(line, {
      env: { TOME_BASE_URL: url, TOME_TOKEN: "token-of-a-test", TOME_ORG: org, ...env },
    });
    const text = stdout.trim();
    return { code, stderr, record: text === "" ? undefined : JSON.parse(text) };
  };
  const create = async (
    flags: readonly string[] = [],
    next?: SmallOrganization,
    env?: Readonly<Record<string, string>>,
  ) => run("create", [...flags, "--retries", "0"], next, env);
  const diff = async (next: SmallOrganization) => run("diff", [], next);
  const verify = async () => run("verify");
  const manifest = () => JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const keys = () => manifest().spaces.map(({ key }: { key: string }) => key);
  return { create, diff, verify, manifest, keys, folder, url };
}
