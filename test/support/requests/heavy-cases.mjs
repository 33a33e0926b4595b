/**
 * Expensive requests of a single member: large, deeply nested and dense texts, lists of them, and whole
 * spaces. Each case has a setup and a measured part.
 */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

/**
 * @typedef {object} Ground
 * @property {string} folder a folder for the files of the case
 * @property {string} url
 * @property {string} token
 * @property {string} organization
 * @property {string} space
 * @property {(request: string, body?: unknown) => Promise<{ status: number, value: any }>} ask
 * @property {() => Promise<string>} newSpace
 */

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {true} [isQuick] whether the setup takes only seconds
 * @property {RegExp} [says] the expected response; a success by default
 * @property {(ground: Ground) => Promise<any>} [prepare]
 * @property {(ground: Ground, prepared: any) => Promise<string>} run
 */

const paragraph =
  "A paragraph of *plain* words with a [link](https://example.com/a) and `code`.\n\n";
export const getText = (/** @type {number} */ kilobytes) =>
  paragraph.repeat(Math.ceil((kilobytes * 1000) / paragraph.length));

/** The densest accepted text with many marks. */
export const headings = (/** @type {number} */ count) =>
  Array.from({ length: count }, (_, at) => `# H${at}\n`).join("\n");

/** @param {Ground} ground */
export async function newChangeRequest(ground) {
  return changeRequestIn(ground, await ground.newSpace());
}

/** @param {Pick<Ground, "ask">} ground @param {string} space */
export async function changeRequestIn({ ask }, space) {
  const { value } = await ask(`POST /spaces/${space}/change-requests`, { subject: "Much" });
  return `/spaces/${space}/change-requests/${value.id}`;
}

/** @param {readonly string[]} texts */
const toInsert = (texts) =>
  texts.map((markdown, at) => ({
    operation: "insert_page",
    title: `Page ${at}`,
    document: { markdown },
  }));

/** @param {string} name @param {readonly string[]} texts @param {RegExp} [says] @returns {Case} */
const edits = (name, texts, says = /^200/) => ({
  name,
  isQuick: true,
  says,
  prepare: newChangeRequest,
  async run({ ask }, request) {
    const { status, value } = await ask(`POST ${request}/content`, { changes: toInsert(texts) });
    return `${status} ${value?.error?.message ?? ""}`;
  },
});

/** @param {Ground} ground @param {number} count @param {unknown} body */
export async function comment({ ask, newSpace }, count, body) {
  const space = await newSpace();
  for (let at = 0; at < count; at++) await ask(`POST /spaces/${space}/comments`, { body });
  return space;
}

/** @param {Ground} ground @param {string} summary @param {Record<string, string>} files */
function repository({ folder }, summary, files) {
  const path = join(folder, `repository-${summary.length}`);
  mkdirSync(path, { recursive: true });
  const git = (/** @type {string[]} */ ...args) => execFileSync("git", ["-C", path, ...args]);
  git("init", "--quiet", "--initial-branch=main");
  writeFileSync(join(path, "SUMMARY.md"), summary);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  git("add", ".");
  git("-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "-m", "All");
  return path;
}

/** Polls until a condition holds, for background work. @param {() => Promise<unknown>} isSo */
async function until(isSo) {
  const end = performance.now() + 120_000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error("It was not so within two minutes.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits for the end of an import or export of the space. @param {Ground} ground @param {string} space */
async function gitEnd({ ask }, space) {
  let said = "";
  await until(async () => {
    const { value } = await ask(`GET /spaces/${space}/git/info`);
    said = `${value.state} ${value.error ?? ""}`;
    return !["pending", "running"].includes(value.state);
  });
  return said;
}

/** Request bodies that create pages. @param {number} count @param {number} kilobytes of each page */
export function pageEdits(count, kilobytes = 2) {
  const parts = [];
  const most = Math.max(1, Math.min(50, Math.floor(1000 / kilobytes)));
  for (let at = 0; at < count; at += most) {
    const some = Math.min(most, count - at);
    const text = getText(kilobytes);
    parts.push(toInsert(Array.from({ length: some }, (_, one) => `# Page ${at + one}\n\n${text}`)));
  }
  return parts;
}

/** Creates a space with the specified number of pages. @param {Ground} ground @param {number} count @param {number} kilobytes of each page */
export async function filled(ground, count, kilobytes = 2) {
  const { ask } = ground;
  const request = await newChangeRequest(ground);
  for (const changes of pageEdits(count, kilobytes))
    await ask(`POST ${request}/content`, { changes });
  await ask(`PATCH ${request}`, { status: "open" });
  const merged = await ask(`POST ${request}/merge`, {});
  if (merged.status >= 300) throw new Error(JSON.stringify(merged.value));
  return { request, space: request.split("/")[2] ?? "" };
}

/** Creates a repository with the specified number of pages, one of which has a text. @param {Ground} ground @param {number} count */
async function outline(ground, count) {
  const space = await ground.newSpace();
  const lines = Array.from({ length: count }, (_, at) => `* [Page ${at}](p${at}.md)\n`);
  const path = repository(ground, `# Summary\n\n${lines.join("")}`, { "p1.md": "# P" });
  return { space, path };
}

/** @param {Ground} ground @param {{ space: string, path: string }} from */
async function takeIn(ground, { space, path }) {
  const body = { url: `file://${path}`, ref: "refs/heads/main" };
  const { status, value } = await ground.ask(`POST /spaces/${space}/git/import`, body);
  return status >= 300 ? `${status} ${value?.error?.message}` : gitEnd(ground, space);
}

/** @param {string} name @param {number} count @param {RegExp} says @returns {Case} */
const imported = (name, count, says) => ({
  name,
  isQuick: true,
  says,
  prepare: (ground) => outline(ground, count),
  run: takeIn,
});

/** Creates a space with the specified number of pages by import. @param {Ground} ground @param {number} count */
export async function outlined(ground, count) {
  const from = await outline(ground, count);
  const said = await takeIn(ground, from);
  if (!said.startsWith("success")) throw new Error(said);
  return from;
}

const words = (/** @type {number} */ count) =>
  Array.from({ length: count }, (_, at) => `word${at.toString(36)}`).join(" ");

/** Ingests conversations in one request. @param {(at: number) => string} getBody @returns {Case["run"]} */
function ingest(getBody) {
  return async ({ ask, organization }) => {
    const items = Array.from({ length: 1000 }, (_, at) => ({
      id: `c${at}`,
      parts: [{ type: "message", role: "user", body: `Question ${at} about ${getBody(at)}` }],
    }));
    const conversations = `/orgs/${organization}/conversations`;
    const { status, value } = await ask(`POST ${conversations}`, items);
    await until(
      async () => (await ask(`GET ${conversations}/c999`)).value.conversation.processedAt,
    );
    return `${status} ${value?.error?.message ?? ""}`;
  };
}

/** @type {readonly Case[]} */
export const cases = [
  edits("an edit with 50 pages of 6 kB", Array(50).fill(getText(6))),
  edits("an edit with a page of 100 kB", [getText(100)]),
  edits("an edit with a page of 510 kB", [getText(510)]),
  edits("an edit with 4 pages of 510 kB", Array(4).fill(getText(510)), /^413/),
  edits("an edit with 19 pages of 510 kB", Array(19).fill(getText(510)), /^413/),
  {
    name: "a page expression of 400 kB, evaluated",
    isQuick: true,
    async prepare(ground) {
      const request = await newChangeRequest(ground);
      const expression = `1${"+1".repeat(200_000)}`;
      const document = {
        object: "document",
        data: { schemaVersion: 1 },
        nodes: [
          {
            object: "block",
            type: "paragraph",
            nodes: [{ object: "inline", type: "expression", data: { expression } }],
          },
        ],
      };
      const { status, value } = await ground.ask(`POST ${request}/content`, {
        changes: [{ operation: "insert_page", title: "P", document: { document } }],
      });
      const listed = await ground.ask(`GET ${request}/changes`);
      return { request, page: listed.value.changes[0]?.page.id, status, value };
    },
    async run({ ask }, { request, page, status, value }) {
      if (status >= 300) return `${status} ${value?.error?.message}`;
      const answer = await ask(`GET ${request}/content/page/${page}?evaluated=true`);
      return `${answer.status} ${answer.value?.error?.message ?? ""}`;
    },
  },
  {
    name: "40 sockets that ask for 40 MB and read nothing",
    says: /^$/,
    prepare: (ground) => comment(ground, 400, { markdown: getText(100) }),
    async run({ url, token }, space) {
      const { hostname, port, host } = new URL(url);
      const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname));
      for (const socket of sockets) {
        socket.on("error", () => {});
        socket.pause();
        socket.write(
          `GET /v1/spaces/${space}/comments?limit=1000 HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`,
        );
      }
      await Promise.all(sockets.map((socket) => once(socket, "readable")));
      for (const socket of sockets) socket.destroy();
      return "";
    },
  },
  {
    name: "1 000 conversations at once",
    isQuick: true,
    run: ingest((at) => words(40 + (at % 60))),
  },
  { name: "1 000 conversations of 9 kB at once", run: ingest(() => words(1000)) },
  {
    name: "a conversation of 150 000 different words",
    isQuick: true,
    async run({ ask, organization }) {
      const parts = [{ type: "message", role: "user", body: words(150_000) }];
      const conversations = `/orgs/${organization}/conversations`;
      const { status, value } = await ask(`POST ${conversations}`, [{ id: "w", parts }]);
      if (status < 300) {
        await until(
          async () => (await ask(`GET ${conversations}/w`)).value.conversation.processedAt,
        );
      }
      return `${status} ${value?.error?.message ?? ""}`;
    },
  },
  imported(
    "a SUMMARY.md of 50 000 lines",
    50_000,
    /^failure The table of contents has 50000 pages, which exceeds the limit of 12000/,
  ),
  imported("a SUMMARY.md of 10 000 lines", 10_000, /^success/),
  {
    name: "1 000 pages, exported",
    says: /^success/,
    prepare: async (ground) => ({
      ...(await filled(ground, 1000)),
      path: repository(ground, "# Summary\n", { "README.md": "# R" }),
    }),
    async run(ground, { space, path }) {
      execFileSync("git", ["-C", path, "checkout", "--quiet", "-b", "other"]);
      const body = {
        url: `file://${path}`,
        ref: "refs/heads/main",
        commitMessage: "All",
        force: true,
      };
      const { status, value } = await ground.ask(`POST /spaces/${space}/git/export`, body);
      return status >= 300 ? `${status} ${value?.error?.message}` : gitEnd(ground, space);
    },
  },
];
