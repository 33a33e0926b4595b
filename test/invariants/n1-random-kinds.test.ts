/**
 * Names of every kind of resource in random workspaces: a name selects the resource that the rules
 * define, or nothing is done.
 */
import { expect, test } from "vitest";
import { openReferences } from "../../src/app/resolve/references/reference-lookup.ts";
import {
  isId,
  type NamedNoun,
  namedNouns,
} from "../../src/app/resolve/references/reference-syntax.ts";
import { openClient } from "../../src/client/client.ts";
import type { NamedReference } from "../../src/context.ts";
import { UsageError } from "../../src/errors.ts";
import { amount, report } from "../support/generators/amount.ts";
import { clashingTitles } from "../support/generators/clashing-titles.ts";
import { type Random, randomFrom } from "../support/generators/random.ts";

/** The names of a resource by the rules, recorded separately from the platform's responses. */
interface Item {
  readonly id: string;
  readonly title: string;
  readonly addresses?: readonly string[];
  readonly names?: readonly string[];
}

interface Kind {
  readonly items: readonly Item[];
  /** The list that contains it, by the end of its URL. */
  readonly answers: Readonly<Record<string, object>>;
}

const org = "O1000000000000000000";
const within = {
  organizationId: org,
  siteId: "T1000000000000000000",
  spaceId: "S9000000000000000000",
  integrationName: "link-watch",
};
const changeRequestId = "C9000000000000000000";
const site = `orgs/${org}/sites/${within.siteId}`;
const space = `spaces/${within.spaceId}`;

/** The platform's responses for a kind of resource, and the names of each resource. */
function getKind(noun: NamedNoun, random: Random): Kind {
  const title = () => random.pick(clashingTitles);
  const word = () => random.pick([...clashingTitles, "docs", "Docs", "a/b", "api"]);
  const count = 1 + random.below(6);
  const each = <T>(make: (id: string, at: number) => T): T[] =>
    Array.from({ length: count }, (_, at) => make(`x${String(at).padStart(19, "0")}`, at));
  const listed = (path: string, items: readonly object[]) => ({ [path]: { items } });
  const byTitle = (path: string, field: string): Kind => {
    const items = each((id) => ({ id, title: title() }));
    return {
      items,
      answers: listed(
        path,
        items.map((one) => ({ id: one.id, [field]: one.title })),
      ),
    };
  };
  const paths = (path: string) => (path === "" ? [] : [path, `/${path}`]);

  switch (noun) {
    case "org": {
      const all = each((id) => ({ id, title: title(), hostname: word() }));
      const items = all.map((one) => ({ ...one, names: [one.hostname] }));
      return { items, answers: listed("orgs", all) };
    }
    case "site": {
      const all = each((id) => ({ id, title: title(), hostname: word(), basename: word() }));
      const items = all.map((one) => ({ ...one, names: [one.hostname, one.basename] }));
      return { items, answers: listed(`orgs/${org}/sites`, all) };
    }
    case "collection":
    case "space": {
      // Their trees have a separate test; this one covers the ends of published URLs.
      const all = each((id) => ({
        id,
        title: title(),
        last: random.pick(["docs", "Guide", "api"]),
      }));
      const items = all.map((one) => ({
        ...one,
        addresses: [`/${one.title}`],
        names: [one.last],
      }));
      const answer = all.map(({ id, title, last }) => ({
        id,
        title,
        urls: { published: `https://acme.example/${last}/` },
      }));
      const lists = {
        [`orgs/${org}/spaces`]: { items: [] },
        [`orgs/${org}/collections`]: { items: [] },
      };
      return { items, answers: { ...lists, ...listed(`orgs/${org}/${noun}s`, answer) } };
    }
    case "siteSection":
    case "siteSpace":
    case "siteExternalLink":
    case "siteSectionGroup": {
      const object = noun.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const isGroup = noun === "siteSectionGroup";
      const all = each((id) => ({ id, object, title: title(), path: isGroup ? "" : word() }));
      const items = all.map((one) => ({
        ...one,
        addresses: isGroup ? [`/${one.title}`] : paths(one.path),
      }));
      return { items, answers: { [`${site}/structure`]: { structure: all } } };
    }
    case "page": {
      const all = each((id) => ({ id, title: title(), path: word() }));
      const items = all.map((one) => ({ ...one, addresses: paths(one.path) }));
      // The others are below the first.
      const [top, ...pages] = all;
      return { items, answers: { [`${space}/content/pages`]: { pages: [{ ...top, pages }] } } };
    }
    case "user": {
      const all = each((id, at) => ({
        id,
        title: title(),
        email: `${"ab"[at % 2]}${at}@example.com`,
      }));
      const items = all.map((one) => ({ ...one, addresses: [one.email] }));
      const members = all.map(({ id, title, email }) => ({
        user: { id, displayName: title, email },
      }));
      return { items, answers: listed(`orgs/${org}/members`, members) };
    }
    case "translation": {
      const spaces = each((id) => ({ id: id.replace("x", "s"), title: title() }));
      const all = each((id) => ({ id, of: random.pick(spaces), to: random.pick(["fr", "pt-br"]) }));
      const items = all.map(({ id, of, to }) => ({
        id,
        title: `${of.title} → ${to}`,
        names: [`${of.title} -> ${to}`],
      }));
      const answer = all.map(({ id, of, to }) => ({ id, source: { space: of.id }, language: to }));
      const lists = listed(`orgs/${org}/translations`, answer);
      return { items, answers: { ...lists, ...listed(`orgs/${org}/spaces`, spaces) } };
    }
    case "installation": {
      const orgs = each((id) => ({ id: id.replace("x", "o"), title: title() }));
      const all = each((id) => ({ id, of: random.pick(orgs) }));
      const items = all.map(({ id, of }) => ({ id, title: of.title }));
      const answer = all.map(({ id, of }) => ({ id, target: { organization: of.id } }));
      const lists = listed("integrations/link-watch/installations", answer);
      return { items, answers: { ...lists, ...listed("orgs", orgs) } };
    }
    case "cr": {
      const kind = byTitle(`${space}/change-requests?status=open`, "subject");
      const others = ["draft", "merged", "archived"];
      const none = others.map((status) => listed(`${space}/change-requests?status=${status}`, []));
      return { ...kind, answers: Object.assign({}, kind.answers, ...none) };
    }
    case "siteRedirect": {
      const kind = byTitle(`${site}/redirects?draft=true`, "source");
      return {
        ...kind,
        answers: { ...kind.answers, ...listed(`${site}/redirects?draft=false`, []) },
      };
    }
    case "file":
      return byTitle(`${space}/content/files`, "name");
    case "team":
      return byTitle(`orgs/${org}/teams`, "title");
    case "webhook":
      return byTitle(`orgs/${org}/webhooks`, "url");
    case "provider":
      return byTitle(`orgs/${org}/saml`, "label");
    case "shareLink":
      return byTitle(`${site}/share-links`, "name");
    case "mcpServer":
      return byTitle(`${site}/mcp-servers`, "name");
    case "font":
      return byTitle(`orgs/${org}/fonts`, "fontFamily");
    case "agentConversation":
      return byTitle(`orgs/${org}/agent/conversations`, "title");
    case "agentTask":
      return byTitle(`orgs/${org}/agent-tasks`, "title");
    case "crConversation":
      return byTitle(`${space}/change-requests/${changeRequestId}/conversations`, "title");
  }
}

function openLookups({ answers }: Kind) {
  const asked: string[] = [];
  const client = openClient({
    baseUrl: "http://platform.test",
    token: "token",
    userAgent: "test",
    async transport({ url }) {
      const { pathname, searchParams } = new URL(url);
      const path = pathname.replace(/^\/v1\//, "");
      asked.push(path);
      const found = Object.entries(answers).find(([key]) => {
        const [own, query = ""] = key.split("?");
        return (
          own === path &&
          [...new URLSearchParams(query)].every(([name, value]) => searchParams.get(name) === value)
        );
      });
      return {
        status: found === undefined ? 404 : 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(found?.[1] ?? { error: { code: 404, message: "No." } }),
      };
    },
  });
  const { lookUp } = openReferences(
    { org: { value: org, from: "a test" }, local: false },
    { organization: async () => "" },
    async () => client,
  );
  return { lookUp, asked };
}

/** By the rules: exact case first, and unique identifiers before titles. */
function meant(word: string, items: readonly Item[]): readonly Item[] {
  if (word.trim() === "") return [];
  const forced = word.startsWith("=");
  const text = (forced ? word.slice(1) : word).normalize("NFC");
  const spellings = [(one: string) => one, (one: string) => one.toLowerCase()];
  for (const spell of spellings) {
    const is = (one: string) => spell(one.normalize("NFC")) === spell(text);
    const byAddress = items.filter(({ addresses = [] }) => !forced && addresses.some(is));
    if (byAddress.length > 0) return byAddress;
    const byName = items.filter(
      ({ title, names = [] }) =>
        is(title) || (!forced && names.some((one) => one !== "" && is(one))),
    );
    if (byName.length > 0) return byName;
  }
  return [];
}

test("a name of any kind selects the resource that the rules define, or nothing is done", async () => {
  const random = randomFrom();
  const counts = { workspaces: 0, reached: 0, refused: 0 };
  for (let tried = amount({ short: 2, all: 5, full: 1000 }); tried > 0; tried--) {
    counts.workspaces++;
    for (const noun of namedNouns) {
      const kind = getKind(noun, random);
      const { lookUp, asked } = openLookups(kind);
      const called = kind.items.flatMap(({ title, addresses = [], names = [] }) => [
        title,
        ...addresses,
        ...names,
      ]);
      const words = new Set([random.pick(clashingTitles), ...called]);
      for (const word of [...words].flatMap((one) => [one, `=${one}`, one.toUpperCase()])) {
        const known = asked.length;
        const found = await lookUp({
          of: [noun],
          word,
          label: "<it>",
          within: noun === "crConversation" ? { ...within, changeRequestId } : within,
        }).catch((error) => {
          if (!(error instanceof UsageError)) throw error;
          return undefined;
        });
        const message = `seed ${random.seed}: ${noun} ${JSON.stringify(word)}`;
        if (isId(noun, word) || word.startsWith("id:")) {
          expect([found, asked.length], message).toEqual([
            { noun, id: word.replace(/^id:/, "") },
            known,
          ]);
          continue;
        }
        const [only, ...others] = meant(word, kind.items);
        const expected: NamedReference | undefined =
          only === undefined || others.length > 0
            ? undefined
            : { noun, id: only.id, title: only.title };
        expect(found, message).toEqual(expected);
        counts[found === undefined ? "refused" : "reached"]++;
      }
    }
  }
  report(
    "N1",
    `${counts.workspaces} workspaces of ${namedNouns.length} kinds: ${counts.reached} names reached their thing, ${counts.refused} were refused, all as the rules say`,
  );
}, 1_800_000);
