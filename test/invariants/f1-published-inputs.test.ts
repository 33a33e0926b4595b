/** Requests of published clients are accepted: executed, or named in a warning. */
import { expect, test } from "vitest";
import { explain, formatReasonLine, isGap } from "../../scripts/comparing/reasons.mjs";
import { compareContract } from "../../scripts/comparing/sides.mjs";
import { getType } from "../../src/contract/nouns.ts";
import { readWarnings } from "../../src/contract/warning.ts";
import { absent } from "../../src/service/server/unsupported-operations.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { listBodies } from "../support/generators/published-bodies.ts";
import { openTestPlatform } from "../support/platforms/platform.ts";
import { endpoints } from "../support/requests/made.ts";
import { publishedAnswers, readDescriptions } from "../support/requests/published.ts";

const contract = { endpoints, absent, typeOf: getType };

/** Whether a difference is a part of a published request that the contract lacks. */
function isRefusedHere(line: string): boolean {
  const isRequest = /^\S+(?: request| query| body)/.test(line);
  return isRequest && / \| (?:kind |values |members of any name )?only there/.test(line);
}

slowTest("the contract contains every field and value of published requests", async () => {
  const { differences } = await compareContract(contract, readDescriptions());
  const { known } = await explain(differences);
  const unknown = [...known].flatMap(([reason, some]) =>
    isGap(reason) ? some.map(formatReasonLine).filter(isRefusedHere) : [],
  );
  expect(unknown, "the contract is to have them, with `unheeded` if nothing is done").toEqual([]);
  const unheeded = endpoints.flatMap((endpoint) => endpoint.ignoredFields ?? []);
  report("F1", `no published input refused, ${unheeded.length} taken and named as not done`);
});

async function openAsked() {
  const { ask } = await openTestPlatform();
  const send = async (request: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await ask(request, { headers, ...(body && { body }) });
    const warnings = readWarnings(answer.headers.warning ?? "");
    return { ...answer, body: Object(answer.body), warnings };
  };
  const org: string = (await send("GET /v1/orgs")).body.items[0].id;
  const space = await send(`POST /v1/orgs/${org}/spaces`, { title: "Handbook" });
  const spaceId: string = space.body.id;
  const changeRequest = await send(`POST /v1/spaces/${spaceId}/change-requests`, {});
  const inRequest = `/v1/spaces/${spaceId}/change-requests/${changeRequest.body.id}`;
  return { send, org, spaceId, inRequest };
}

test("a space is created empty, from a template, and with unknown fields", async () => {
  const { send, org } = await openAsked();
  const spaces = `POST /v1/orgs/${org}/spaces`;
  const empty = await send(spaces, { empty: true });
  expect([empty.status, empty.warnings]).toEqual([201, []]);
  const filled = await send(spaces, { template: { id: "help-center" } });
  expect(filled.status).toBe(201);
  const { body } = await send(`GET /v1/spaces/${filled.body.id}/content/pages`);
  expect(body.pages.length).toBeGreaterThan(0);
  const computedSource = { type: "translation", props: {} };
  const odd = await send(spaces, { agentTaskId: "task", computedSource });
  expect([odd.status, odd.warnings]).toEqual([
    201,
    [
      "computedSource has no effect: the local platform stores no computed content.",
      '"agentTaskId" has no effect: the field is unknown.',
    ],
  ]);
  expect((await send(spaces, { template: { id: "nothing" } })).status).toBe(404);
});

slowTest(
  "a change request starts with a template, and returns the result of an edit on request",
  async () => {
    const { send, spaceId } = await openAsked();
    const all = `POST /v1/spaces/${spaceId}/change-requests`;
    const begun = await send(all, { template: { id: "help-center" }, agentTaskId: "t", other: 1 });
    expect([begun.status, begun.warnings]).toEqual([
      201,
      [
        "agentTaskId has no effect: the local platform has no agents.",
        '"other" has no effect: the field is unknown.',
      ],
    ]);
    const content = `/v1/spaces/${spaceId}/change-requests/${begun.body.id}/content`;
    const file = { ref: "logo", name: "logo.txt", contentType: "text/plain", base64: "aGk=" };
    const document = { markdown: "# Start\n\nRead on." };
    const first = await send(`POST ${content}?compat=false`, {
      changes: [
        { operation: "insert_page", ref: "start", document, condition: "visitor.claims.beta" },
        { operation: "insert_files", files: [file] },
      ],
    });
    expect(first.warnings).toEqual([
      "changes[].condition has no effect: the local platform has no page conditions.",
    ]);
    expect(first.body).toMatchObject({
      changeRequest: { object: "change-request", id: begun.body.id },
      changes: [{ object: "created_page", ref: "start", page: { object: "page" } }],
      insertedFiles: [{ name: "logo.txt" }],
    });
    const [{ page }] = first.body.changes;
    const read = await send(`GET ${new URL(page.urls.location).pathname}?format=markdown`);
    expect(read.body).toMatchObject({ id: page.id, title: "Start" });
    const second = await send(`POST ${content}?compat=false`, {
      changes: [
        { operation: "update_page", page: page.id, title: "Begin" },
        { operation: "revert_page", page: page.id, block: ["key"] },
      ],
    });
    expect(second.body.changes).toMatchObject([{ object: "updated_page", page: { id: page.id } }]);
    expect(second.warnings).toEqual([
      "changes[].block has no effect: only whole pages can be reverted; this change was skipped.",
    ]);
    const third = await send(`POST ${content}?compat=false`, {
      changes: [{ operation: "delete_page", page: page.id }],
    });
    expect(third.body.changes).toEqual([{ object: "deleted_page", page: page.id }]);
    const usual = await send(`POST ${content}`, {
      changes: [{ operation: "insert_page", document }],
    });
    expect(usual.body.object).toBe("change-request");
  },
);

test("front matter in the text of a page overrides the fields of the request", async () => {
  const { send, inRequest } = await openAsked();
  const markdown = "---\ndescription: From the text\nicon: book\n---\n\n# Start\n";
  const { body } = await send(`POST ${inRequest}/content?compat=false`, {
    changes: [
      { operation: "insert_page", document: { markdown }, description: "Beside", icon: "gear" },
    ],
  });
  const [{ page }] = body.changes;
  const read = async () => (await send(`GET ${new URL(page.urls.location).pathname}`)).body;
  expect(await read()).toMatchObject({ description: "From the text", icon: "book" });
  await send(`POST ${inRequest}/content`, {
    changes: [
      {
        operation: "update_page",
        page: page.id,
        document: { markdown },
        icon: "gear",
        emoji: "🌊",
      },
    ],
  });
  expect(await read()).toMatchObject({ icon: "book", emoji: "🌊" });
});

test("an unsupported page format is ignored with a warning", async () => {
  const { send, inRequest } = await openAsked();
  const { body } = await send(`POST ${inRequest}/content?compat=false`, {
    changes: [{ operation: "insert_page", document: { markdown: "# Start" } }],
  });
  const [{ page }] = body.changes;
  const { pathname } = new URL(page.urls.location);
  const asked = async (query: string) => (await send(`GET ${pathname}?${query}`)).warnings;
  expect(await asked("dereferenced=false&format.markdown.refs=relative")).toEqual([]);
  expect(await asked("dereferenced=reusable-contents&format.markdown.refs=stable")).toEqual([
    "format.markdown.refs has no effect: references are always relative.",
    "dereferenced has no effect: references are not resolved in this operation.",
  ]);
  const comments = `POST ${inRequest}/comments`;
  const comment = await send(comments, { body: { markdown: "Good." } });
  const replies = `${comments}/${comment.body.id}/replies?format=document`;
  const reply = await send(replies, { body: { markdown: "Yes." } });
  expect(reply.body.body).toMatchObject({ document: { object: "document" } });
});

slowTest("parts of a site accept the requests of editors", async () => {
  const { send, org, spaceId } = await openAsked();
  const { body: site } = await send(`POST /v1/orgs/${org}/sites`, { title: "Docs" });
  const under = `/v1/orgs/${org}/sites/${site.id}`;
  const added = await send(`POST ${under}/sections`, {
    spaceId,
    title: "Guides",
    draft: true,
  });
  expect([added.status, added.warnings, added.body.draft]).toEqual([201, [], true]);
  const section = `${under}/sections/${added.body.id}`;
  const live = await send(`PATCH ${section}`, { draft: false });
  expect([live.status, live.warnings, live.body.draft]).toEqual([200, [], false]);
  const localizedTitle = { fr: "Guides" };
  const titled = await send(`PATCH ${section}`, { localizedTitle });
  expect([titled.warnings, titled.body.localizedTitle]).toEqual([[], localizedTitle]);
  const made = await send(`POST ${under}/site-spaces`, { spaceId: null, title: "New" });
  expect([made.status, made.warnings, made.body.space.title]).toEqual([201, [], "New"]);
  const groups = `${under}/section-groups`;
  const outer = await send(`POST ${groups}`, { title: "Outer", draft: false });
  const inner = await send(`POST ${groups}`, { title: "Inner" });
  const into = { parentSectionGroupId: outer.body.id };
  const moved = await send(`PATCH ${groups}/${inner.body.id}`, into);
  expect(moved.body).toMatchObject({ id: inner.body.id, sectionGroup: outer.body.id });
  const round = { parentSectionGroupId: inner.body.id };
  expect((await send(`PATCH ${groups}/${outer.body.id}`, round)).status).toBe(400);
  const out = await send(`PATCH ${groups}/${inner.body.id}`, { parentSectionGroupId: null });
  expect(out.body.sectionGroup).toBeUndefined();
});

slowTest(
  "a complete customization of both descriptions is accepted and returned unchanged",
  async () => {
    const { send, org, spaceId } = await openAsked();
    const { body: site } = await send(`POST /v1/orgs/${org}/sites`, { title: "Docs" });
    const under = `/v1/orgs/${org}/sites/${site.id}`;
    const { body: part } = await send(`POST ${under}/site-spaces`, { spaceId });
    const ways = {
      updateSiteCustomizationById: `PUT ${under}/customization`,
      overrideSiteSpaceCustomizationById: `PATCH ${under}/site-spaces/${part.id}/customization`,
    };
    const rounds = amount({ short: 2, full: 100 });
    for (const { version, document } of readDescriptions()) {
      const { operations, allows } = publishedAnswers(document);
      for (const [name, way] of Object.entries(ways)) {
        const operation = operations.get(name);
        const bodies = operation?.body ? listBodies(operation.body.value, rounds) : [];
        for (const body of bodies) {
          const told = `${name} (${version}): ${JSON.stringify(body)}`;
          expect(operation && allows(operation, body), told).toBe(true);
          const { status, warnings, body: answered } = await send(way, Object(body));
          expect([status, warnings], `${told} ${JSON.stringify(answered)}`).toEqual([200, []]);
          expect(answered, told).toMatchObject(Object(body));
        }
        expect(bodies).toHaveLength(rounds);
      }
    }
  },
);

test("a change returns no body to a client that requests none", async () => {
  const { send, org, spaceId, inRequest } = await openAsked();
  const minimal = { prefer: "respond-async, return=minimal" };
  const renamed = await send(`PATCH ${inRequest}`, { subject: "Quiet" }, minimal);
  expect([renamed.status, renamed.headers["preference-applied"]]).toEqual([204, "return=minimal"]);
  expect((await send(`GET ${inRequest}`)).body.subject).toBe("Quiet");
  const { body: site } = await send(`POST /v1/orgs/${org}/sites`, { title: "Docs" });
  const under = `/v1/orgs/${org}/sites/${site.id}`;
  const added = await send(`POST ${under}/site-spaces`, { spaceId }, minimal);
  expect(added.status).toBe(204);
  const whole = await send(
    `PATCH ${inRequest}`,
    { subject: "Loud" },
    { prefer: "return=representation" },
  );
  expect(whole.body.subject).toBe("Loud");
  const other = await send(`PATCH /v1/spaces/${spaceId}`, { title: "Book" }, minimal);
  expect(other.status).toBe(200);
});

test("an organization and an invite accept the requests of published clients", async () => {
  const { send, org, spaceId } = await openAsked();
  const made = await send(
    "POST /v1/orgs?withDefaultSite=true&openapiUrl=https://a.example/s.yaml",
    {
      title: "Acme",
      onboardingPreferences: { source: null, audience: null, interests: [] },
    },
  );
  expect(made.status).toBe(201);
  expect(made.warnings).toHaveLength(3);
  const invites = `POST /v1/orgs/${org}/link-invites`;
  const asGuest = await send(invites, { level: null, space: spaceId });
  expect(asGuest.status).toBe(201);
  const guests = `POST /v1/orgs/${org}/invites`;
  const { body: invited } = await send(guests, { emails: ["ada@a.example"], role: null });
  const [user] = invited.users;
  const permissions = `/v1/spaces/${spaceId}/permissions`;
  const granted = async () => (await send(`GET ${permissions}/users`)).body.items.length;
  await send(`POST ${permissions}`, { role: "edit", users: [user] });
  expect(await granted()).toBe(1);
  expect((await send(`PATCH ${permissions}/users/${user}`, { role: null })).status).toBe(204);
  expect(await granted()).toBe(0);
  const unknown = await send(`PATCH /v1/orgs/${org}`, { nobodyKnows: true });
  expect(unknown.status).toBe(400);
});
