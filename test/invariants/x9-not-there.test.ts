/**
 * X9: resources that the caller may not see get the same status, body and headers as unknown ids,
 * tested with an organization that has a resource of each kind. Requests for them change nothing.
 */
import { sql } from "kysely";
import { expect, test } from "vitest";
import * as collection from "../../src/contract/collection.ts";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import * as site from "../../src/contract/site.ts";
import * as space from "../../src/contract/space.ts";
import * as url from "../../src/contract/url.ts";
import { openSignIn } from "../../src/service/areas/sign-in/sign-ins.ts";
import { issueToken } from "../../src/service/server/tokens.ts";
import { amount, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { addProvider } from "../support/models/consent-world.ts";
import { openCompleteOrganization } from "../support/organizations/complete-organization.ts";
import type { FullOrganization } from "../support/organizations/full-organization.ts";
import { getText } from "../support/platforms/platform.ts";
import { endpoints } from "../support/requests/made.ts";
import { listInputs, requestFor } from "../support/requests/requests.ts";

const base = "http://127.0.0.1:4000";
const word = "Victim";
/** With this value, any user may join. */
const opening: ReadonlySet<string> = new Set(["joinOrganizationWithInvite"]);
/** Of resources that every member sees, or that are not ids of the organization's content. */
const seenByMembers =
  /^(?:org|user|team|integration|installation|openapi|conversation|cluster|audit|glossary|font)|\/(?:openapi|conversations?|integrations|audit-events|translations-glossary)\b/i;

/** Hides all content except public content, so that a member without a grant sees none of it. */
async function hideContent({ workspace, organizationId }: FullOrganization): Promise<void> {
  const { db } = workspace;
  for (const table of ["spaces", "collections"]) {
    await sql`update ${sql.table(table)} set default_level = null, resolved_level = 'none'
      where organization_id = ${organizationId}`.execute(db);
  }
  await sql`update sites set default_level = null where organization_id = ${organizationId}`.execute(
    db,
  );
}

/** Callers who see nothing of the organization, or nothing of its content. */
async function openCallers({ workspace, organizationId, admin }: FullOrganization) {
  const { db, now } = workspace;
  const getToken = (user: string, expiresAt?: string) =>
    issueToken(db, { user, label: "caller", now, expiresAt });
  const other = await workspace.organization("Other");
  const otherAdmin = await workspace.member(other, "admin");
  await workspace.ok(otherAdmin, collection.create, { organizationId: other });
  const own = await workspace.ok(otherAdmin, space.create, { organizationId: other });
  const input = { organizationId: other, title: "Docs", spaces: [own.id] };
  const { id: siteId } = await workspace.ok(otherAdmin, site.create, input);
  const published = await workspace.ok(otherAdmin, site.publish, { organizationId: other, siteId });
  const visited = await workspace.ok(otherAdmin, url.resolve, {
    url: published.urls.published ?? "",
  });
  await workspace.vouch(other, "other.example");
  const signedIn = await workspace.person("both@other.example");
  for (const one of [other, organizationId]) await workspace.enroll(one, signedIn, "admin");
  await addProvider(workspace, other, "Login");
  const provider = `provider-of-${other}`;
  const outside = {
    stranger: await getToken(await workspace.person("stranger@nowhere.example")),
    "an admin of another organization": await getToken(otherAdmin),
    "a disabled admin": await getToken(await workspace.member(organizationId, "admin", true)),
    "an admin signed in by another organization": await openSignIn(db, {
      ...{ kind: "tool", user: signedIn, organization: other, provider, now },
    }),
    "a visitor of another site": String("apiToken" in visited ? visited.apiToken : ""),
    "an expired token": await getToken(admin, new Date(now.getTime() - 1000).toISOString()),
  };
  const inside = {
    "a guest": await getToken(await workspace.member(organizationId, null)),
    "a member who sees no content": await getToken(
      await workspace.member(organizationId, "review"),
    ),
  };
  return { outside, inside };
}

/** Rows of all tables except those that record activity. */
async function readAll({ workspace: { service } }: FullOrganization): Promise<string> {
  const { tables } = await service.admin.export();
  const { tokens: _, facts: __, sign_ins: ___, jobs: ____, ...rest } = tables;
  return JSON.stringify(rest);
}

test("a resource that the caller may not see gets the same response as a missing one", async () => {
  const organization = await openCompleteOrganization(word);
  const { workspace, ids, organizationId } = organization;
  await hideContent(organization);
  const { outside, inside } = await openCallers(organization);
  const real = [...new Set([...ids.values(), organizationId])].filter((id) => id.length >= 15);
  const names = new Map([...ids].map(([name, id]) => [id, name]));
  const fakes = new Map(
    real.map((id, at) => [
      id,
      id.includes(".") ? `none${at}.${id}` : `zz${at}`.padEnd(id.length, "Q"),
    ]),
  );
  const replaced = (text: string, pairs: Iterable<readonly [string, string]>) =>
    [...pairs].reduce((rest, [from, to]) => rest.replaceAll(from, to), text);
  const back = [...fakes].map(([id, fake]) => [fake, id] as const);

  async function ask(endpoint: Endpoint, input: object, token: string) {
    const answer = await workspace.service.transport(requestFor(endpoint, input, { base, token }));
    const { "x-request-id": _, ...headers } = answer.headers;
    const text = JSON.stringify([answer.status, headers, await getText(answer)]);
    return replaced(text, back);
  }

  const requests: { readonly endpoint: Endpoint; readonly input: object }[] = [];
  for (const endpoint of endpoints) {
    if (opening.has(endpoint.operation)) continue;
    for (const input of await listInputs(endpoint, { ids, word })) {
      requests.push({ endpoint, input });
    }
  }
  const every = requests.length / amount({ short: 12, all: 60, full: requests.length });
  const start = randomFrom().next() * every;
  const chosen = requests.filter((_, at) => Math.floor((at + start) % every) === 0);
  const apart: (readonly [name: string, there: string, nowhere: string])[] = [];
  let pairs = 0;
  const before = await readAll(organization);
  for (const { endpoint, input } of chosen) {
    for (const [callers, known] of [
      [outside, () => false],
      [inside, (id: string) => id === organizationId || seenByMembers.test(names.get(id) ?? "")],
    ] as const) {
      const hidden = [...fakes].filter(([id]) => !known(id));
      const text = JSON.stringify(input);
      const other: object = JSON.parse(replaced(text, hidden));
      if (JSON.stringify(other) === text) continue;
      for (const [name, token] of Object.entries(callers)) {
        const title = `${endpoint.operation} by ${name}`;
        const [there, nowhere] = [
          await ask(endpoint, input, token),
          await ask(endpoint, other, token),
        ];
        if (there !== nowhere) apart.push([title, there, nowhere]);
        pairs++;
      }
    }
    expect([endpoint.operation, await readAll(organization)]).toEqual([endpoint.operation, before]);
  }
  expect(apart).toEqual([]);
  expect(pairs).toBeGreaterThan(3 * chosen.length);
  report("X9", `${pairs} pairs of requests, ${apart.length} told apart`);
}, 600_000);
