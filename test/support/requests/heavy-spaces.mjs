/** Cases of heavy-cases.mjs: work on a whole space. */
import { changeRequestIn, filled, newChangeRequest, outlined, pageEdits } from "./heavy-cases.mjs";

/** @typedef {import("./heavy-cases.mjs").Case} Case */

/** @param {{ status: number, value: any }} answer */
const said = ({ status, value }) => `${status} ${value?.error?.message ?? ""}`;

/** @param {(space: string) => string} request @returns {Case["run"]} */
const asked =
  (request) =>
  async ({ ask }, { space }) =>
    said(await ask(request(space)));

const searched = asked((space) => `GET /spaces/${space}/search?query=plain`);

/** @type {Case["run"]} */
async function printed({ ask }, { request }) {
  const { value } = await ask(`GET ${request}/pdf`);
  const answer = await fetch(value.url);
  const body = await answer.arrayBuffer();
  return answer.ok
    ? `${answer.status} ${body.byteLength} bytes`
    : `${answer.status} ${JSON.parse(Buffer.from(body).toString()).error.message}`;
}

/** Creates a space with 12,800 pages that all contain the word `plain`, on a public site. @param {import("./heavy-cases.mjs").Ground} ground */
async function published(ground) {
  const { ask, organization } = ground;
  const { space } = await filled(ground, 100, 0.3);
  for (let doubled = 0; doubled < 7; doubled++) {
    await ask(`POST /spaces/${space}/content/template`, { id: space });
  }
  const sites = `/orgs/${organization}/sites`;
  const { value } = await ask(`POST ${sites}`, {
    title: "Heavy",
    visibility: "public",
    spaces: [space],
  });
  await ask(`POST ${sites}/${value.id}/publish`, {});
  return { space, site: value.id };
}

/** @param {(site: string) => readonly string[]} paths @returns {Case["run"]} */
const visited =
  (paths) =>
  async ({ url }, { site }) => {
    const answers = await Promise.all(
      paths(site).map(async (path) => {
        const answer = await fetch(`${url}/_site/${site}/${path}`);
        await answer.text();
        return answer.status;
      }),
    );
    return [...new Set(answers)].join(" ");
  };

/** @type {readonly Case[]} */
export const spaceCases = [
  {
    name: "12 800 pages that contain a word, searched by 20 visitors",
    prepare: published,
    run: visited(() => Array.from({ length: 20 }, (_, at) => `~search?q=plain+${at}`)),
  },
  {
    name: "2 000 pages, as PDF",
    says: /^413/,
    prepare: (ground) => filled(ground, 2000),
    run: printed,
  },
  {
    name: "600 pages, as PDF",
    prepare: (ground) => filled(ground, 600),
    run: printed,
  },
  {
    name: "2 000 pages, first searched",
    prepare: (ground) => filled(ground, 2000),
    run: searched,
  },
  {
    name: "20 pages of 500 kB, first searched",
    prepare: (ground) => filled(ground, 20, 500),
    run: searched,
  },
  {
    name: "the links of 2 000 pages",
    prepare: (ground) => filled(ground, 2000),
    run: asked((space) => `GET /spaces/${space}/links`),
  },
  {
    name: "2 000 pages, duplicated",
    prepare: (ground) => filled(ground, 2000),
    run: asked((space) => `POST /spaces/${space}/duplicate`),
  },
  {
    name: "2 000 pages, listed",
    prepare: (ground) => filled(ground, 2000),
    run: asked((space) => `GET /spaces/${space}/content`),
  },
  {
    name: "10 000 pages, listed, edited and merged",
    prepare: (ground) => outlined(ground, 10_000),
    async run({ ask }, { space }) {
      await ask(`GET /spaces/${space}/content`);
      const request = await changeRequestIn({ ask }, space);
      const [changes = []] = pageEdits(50);
      // Resolving a relative link requires the paths of all pages.
      for (const { document } of changes) document.markdown += "[One](p1.md)";
      const { status, value } = await ask(`POST ${request}/content`, { changes });
      if (status >= 300) return `${status} ${value?.error?.message}`;
      await ask(`PATCH ${request}`, { status: "open" });
      return said(await ask(`POST ${request}/merge`, {}));
    },
  },
  {
    name: "2 000 pages, changed and merged",
    prepare: newChangeRequest,
    async run({ ask }, request) {
      for (const changes of pageEdits(2000, 2)) await ask(`POST ${request}/content`, { changes });
      await ask(`PATCH ${request}`, { status: "open" });
      await ask(`GET ${request}/changes?limit=1000`);
      return said(await ask(`POST ${request}/merge`, {}));
    },
  },
  {
    name: "2 000 pages, translated",
    says: /^2000 pages/,
    prepare: (ground) => filled(ground, 2000),
    async run({ ask, organization }, { space }) {
      const translations = `/orgs/${organization}/translations`;
      const body = { source: { space, language: "en" }, language: "de" };
      const { status, value } = await ask(`POST ${translations}`, body);
      if (status >= 300) return `${status} ${value?.error?.message}`;
      await ask(`POST ${translations}/${value.id}/run`);
      for (;;) {
        const { value: now } = await ask(`GET ${translations}/${value.id}`);
        if (now.status === "completed") return `${now.stats.latestPages} pages`;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  },
];
