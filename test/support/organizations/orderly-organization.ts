/** Responses for a random organization without findings, and defects to add to it. */

import type { Random } from "../generators/random.ts";
import { answerJson, serve } from "../network/loopback.ts";

type Item = Readonly<Record<string, unknown>>;

/** Responses by path suffix. Lists are arrays. */
export type Answers = Readonly<Record<string, Item | readonly Item[]>>;

export interface Orderly {
  readonly answers: Answers;
  readonly org: string;
  /** Ids, at least two of each kind. */
  readonly spaces: readonly string[];
  readonly members: readonly string[];
}

const day = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();
const getId = (letter: string, number: number) => letter + String(number).padStart(19, "0");

export function orderlyOrganization(random: Random): Orderly {
  const org = getId("O", 1);
  const list = (letter: string) =>
    Array.from({ length: 2 + random.below(3) }, (_, at) => getId(letter, at + 1));
  const [spaces, members] = [list("S"), list("U")];
  const answers: Record<string, Item | readonly Item[]> = {
    [`/orgs/${org}`]: { object: "organization", id: org, title: "Acme", mergeRules: ruled },
    [`/orgs/${org}/spaces`]: spaces.map((id, at) => getSpace(id, `Space ${at}`)),
    [`/orgs/${org}/collections`]: [{ id: getId("C", 1), title: "All" }],
    [`/orgs/${org}/members`]: members.map((id, at) => getMember(id, at < 2 ? "admin" : "read")),
    [`/orgs/${org}/teams`]: [{ id: getId("T", 1), title: "Writers", members: 1, spaces: 1 }],
    [`/orgs/${org}/link-invites`]: [{ object: "invite", id: "I1", role: "read" }],
    [`/orgs/${org}/saml`]: [],
    [`/orgs/${org}/sites`]: [{ id: getId("W", 1), title: "Docs" }],
    [`/sites/${getId("W", 1)}/site-spaces`]: spaces.map((id) => ({ id: `X${id}`, space: { id } })),
    [`/sites/${getId("W", 1)}/share-links`]: [{ id: "L1", active: false }],
    [`/sites/${getId("W", 1)}/redirects`]: spaces.slice(0, 1).map((id, at) => ({
      id: `D${at}`,
      source: `/old-${at}`,
      destination: { kind: "site-page", siteSpaceId: `X${id}`, pageId: `P${id}` },
    })),
    [`/orgs/${org}/openapi`]: [{ id: "A1", slug: "pets", processingState: "complete" }],
    [`/teams/${getId("T", 1)}/members`]: [{ organization: getMember(members[0] ?? "", "admin") }],
  };
  for (const id of spaces) {
    const page = { id: `P${id}`, type: "document", title: "Start", description: "How to start" };
    const file = { id: `F${id}`, name: "a.png" };
    answers[`/spaces/${id}/content/pages`] = { id: "R", pages: [page] };
    answers[`/spaces/${id}/content/files`] = [file];
    answers[`/spaces/${id}/links`] = [
      { status: "ok", targetReference: { kind: "file", file }, locationReferences: [{ page }] },
    ];
    answers[`/spaces/${id}/comments`] = [];
    answers[`/spaces/${id}/git/info`] = { state: "success" };
    answers[`/spaces/${id}/git/plans`] = { id: "N1", state: "pending" };
    answers[`/spaces/${id}/git/plans/N1`] = { id: "N1", state: "success", report: {} };
    answers[`/spaces/${id}/permissions/users`] = [];
    answers[`/spaces/${id}/permissions/teams`] = [];
  }
  for (const id of members) answers[`/members/${id}/spaces`] = [];
  return { answers, org, spaces, members };
}

const ruled = { type: "rules", rules: [{ rule: "require_at_least_one_review" }] };

function getSpace(id: string, title: string): Item {
  return {
    object: "space",
    id,
    title,
    updatedAt: ago(1),
    mergeRules: { type: "inherit" },
    gitSync: { installationProvider: "github" },
    urls: { app: `https://app.test/s/${id}` },
  };
}

function getMember(id: string, role: string | null): Item {
  return { id, role, disabled: false, lastSeenAt: ago(2), user: { id, displayName: `Name ${id}` } };
}

/** Adds a prefix to all titles. */
export function renamed(answers: Answers): Answers {
  return JSON.parse(JSON.stringify(answers), (name, value: unknown) =>
    ["title", "displayName", "label", "name"].includes(name) && typeof value === "string"
      ? `New ${value}`
      : value,
  );
}

type Fault = (orderly: Orderly, random: Random) => Answers;

/** Changes an item of a list, or adds one if no index is specified. */
function changed(answers: Answers, path: string, change: Item, at?: number): Answers {
  const list = answers[path];
  const items = Array.isArray(list) ? (list as readonly Item[]) : [];
  if (at === undefined) return { ...answers, [path]: [...items, change] };
  return { ...answers, [path]: items.map((one, n) => (n === at ? { ...one, ...change } : one)) };
}

const broken = { status: "broken", targetReference: { kind: "url", url: "gone.md" } };

export const organizationFaults: Readonly<Record<string, Fault>> = {
  "space-link-broken": ({ answers, spaces }, random) =>
    changed(answers, `/spaces/${random.pick(spaces)}/links`, {
      ...broken,
      locationReferences: [{ kind: "page", page: { id: "P9", title: "There" } }],
    }),
  "site-share-link": ({ answers }) =>
    changed(answers, `/sites/${getId("W", 1)}/share-links`, { active: true }, 0),
  "condition-without-claims": ({ answers, org }) => ({
    ...changed(answers, `/orgs/${org}/sites`, { adaptiveContent: { enabled: false } }, 0),
    [`/sites/${getId("W", 1)}/structure`]: {
      type: "sections",
      structure: [
        {
          object: "site-section",
          id: "Y1",
          title: "Guide",
          siteSpaces: [],
          condition: "visitor.claims.isBetaUser == true",
        },
      ],
    },
  }),
  "site-redirect-broken": ({ answers }, random) =>
    changed(
      answers,
      `/sites/${getId("W", 1)}/redirects`,
      {
        destination: random.pick([
          { kind: "site-page", siteSpaceId: `X${getId("S", 1)}`, pageId: "gone" },
          { kind: "site-space", siteSpaceId: "gone" },
        ]),
      },
      0,
    ),
  "guest-may-edit": ({ answers, org, spaces }, random) => {
    const guest = getMember(getId("U", 99), null);
    const path = `/members/${getId("U", 99)}/spaces`;
    const grants = { [path]: [{ permission: "edit", space: { id: random.pick(spaces) } }] };
    return changed({ ...answers, ...grants }, `/orgs/${org}/members`, guest);
  },
  "grant-beside-team": ({ answers, spaces, members }, random) => {
    const path = `/spaces/${random.pick(spaces)}/permissions`;
    const user = { permission: "edit", user: { id: members[0], displayName: "Ada" } };
    const team = { permission: "edit", team: { id: getId("T", 1), title: "Writers" } };
    return { ...answers, [`${path}/users`]: [user], [`${path}/teams`]: [team] };
  },
  "one-admin": ({ answers, org }) => changed(answers, `/orgs/${org}/members`, { role: "edit" }, 0),
  "no-merge-rules": ({ answers, org }) =>
    changed(answers, `/orgs/${org}/spaces`, { mergeRules: { type: "none" } }, 0),
  "team-unused": ({ answers, org }) => changed(answers, `/orgs/${org}/teams`, { spaces: 0 }, 0),
  "member-unseen": ({ answers, org }) =>
    changed(answers, `/orgs/${org}/members`, { lastSeenAt: ago(200) }, 0),
  "invite-link-role": ({ answers, org }) =>
    changed(answers, `/orgs/${org}/link-invites`, { role: "admin" }, 0),
  "space-on-no-site": ({ answers, spaces }) => ({
    ...answers,
    [`/sites/${getId("W", 1)}/site-spaces`]: spaces.slice(0, -1).map((id) => ({
      id: `X${id}`,
      space: { id },
    })),
  }),
  "git-sync-failed": ({ answers, spaces }, random) => ({
    ...answers,
    [`/spaces/${random.pick(spaces)}/git/info`]: { state: "failure", error: "No such branch." },
  }),
  "git-sync-absent": ({ answers, org }) =>
    changed(answers, `/orgs/${org}/spaces`, { gitSync: undefined }, 0),
  "sync-conflict": ({ answers, spaces }, random) => ({
    ...answers,
    [`/spaces/${random.pick(spaces)}/git/plans/N1`]: random.pick([
      { id: "N1", state: "success", report: { conflicts: [{ path: "start.md" }] } },
      { id: "N1", state: "failure", error: "No such branch." },
    ]),
  }),
  "specification-failed": ({ answers, org }) =>
    changed(answers, `/orgs/${org}/openapi`, { lastProcessErrorCode: "FETCH_ERROR" }, 0),
  "certificate-ending": ({ answers, org }) =>
    changed(answers, `/orgs/${org}/saml`, { id: "V1", label: "Login", certificate: "AAAA" }),
  "title-twice": ({ answers, org }) =>
    changed(answers, `/orgs/${org}/spaces`, { title: "Space 1" }, 0),
  "page-without-description": ({ answers, spaces }, random) => {
    const id = random.pick(spaces);
    const page = { id: `P${id}`, type: "document", title: "Start" };
    return { ...answers, [`/spaces/${id}/content/pages`]: { id: "R", pages: [page] } };
  },
  "file-orphan": ({ answers, spaces }, random) =>
    changed(answers, `/spaces/${random.pick(spaces)}/content/files`, { id: "F0", name: "b.png" }),
  "space-stale": ({ answers, org, spaces }) =>
    changed(
      { ...answers, [`/spaces/${spaces[0]}/comments`]: [{ id: "K1", status: "open" }] },
      `/orgs/${org}/spaces`,
      { updatedAt: ago(400) },
      0,
    ),
};

/**
 * A platform with these responses, empty lists for other paths, or a status.
 * @param also statuses by path suffix
 */
export async function answering(answers: Answers, also: Readonly<Record<string, number>> = {}) {
  // The destinations of redirects do not exist.
  const refused: Readonly<Record<string, number>> = { "/redirect": 404, ...also };
  const server = await serve(({ url }, response) => {
    const { pathname } = new URL(url, "http://platform.test");
    const ends = (path: string) => pathname.endsWith(path);
    const status = Object.entries(refused).find(([path]) => ends(path))?.[1];
    const [, answer = []] = Object.entries(answers).find(([path]) => ends(path)) ?? [];
    if (status !== undefined)
      answerJson(response, status, { error: { code: status, message: "No." } });
    else if (!Array.isArray(answer)) answerJson(response, 200, answer);
    else answerJson(response, 200, { items: answer, stats: { total: 0, broken: { total: 0 } } });
  });
  return server.url;
}
