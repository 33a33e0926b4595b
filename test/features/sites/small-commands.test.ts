/** Commands of a site that send one request: agent settings, visitor schema, claims and hints. */
import { expect, test } from "vitest";
import { putSchema } from "../../../src/features/sites/adaptive-schema.ts";
import { update } from "../../../src/features/sites/agent-settings.ts";
import { presentHostname } from "../../../src/features/sites/hostname-view.ts";
import { fetchDestinationTitles } from "../../../src/features/sites/redirect-titles.ts";
import { suggestAfterSection } from "../../../src/features/sites/section-hints.ts";
import { loadPreviewClaims, readClaims } from "../../../src/features/sites/visitor-claims.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";
import { drawLines } from "../../support/organizations/reviewed-change-request.ts";

const ids = { organizationId: "O1", siteId: "X1" };

const write = (text: string) => ({ object: "document" as const, data: { text }, nodes: [] });

const settings = {
  scans: { topics: "never" },
  findings: { changeRequests: "never" },
  editing: { customInstructions: write("Be brief.") },
};

test.each([
  [{ scans: "auto" }, { scans: { topics: "auto" } }],
  [{ changeRequests: "always" }, { findings: { changeRequests: "always" } }],
  [{ text: write("Be long.") }, { editing: { customInstructions: write("Be long.") } }],
  [{ file: write("Of a file.") }, { editing: { customInstructions: write("Of a file.") } }],
])("agent settings %j are changed, and the others are kept", async (flags, changed) => {
  const { context, sent } = openScriptedContext({ answer: () => settings });
  const input = { ...ids, ...flags } as Parameters<typeof update>[1];
  expect(await update(context, input)).toMatchObject({
    done: "Changed the agent settings.",
    record: settings,
  });
  expect(sent).toEqual([
    "GET /orgs/O1/sites/X1/agent-settings",
    ["PUT /orgs/O1/sites/X1/agent-settings", { ...settings, ...changed }],
  ]);
});

test.each([
  [{}, "Specify at least one of --topic-scans, --change-requests and --instructions-file."],
  [
    { text: write("a"), file: write("b") },
    "--instructions cannot be combined with --instructions-file.",
  ],
])("agent settings %j are refused before any request", async (flags, message) => {
  const { context, sent } = openScriptedContext();
  await expect(update(context, { ...ids, ...flags })).rejects.toThrow(message);
  expect(sent).toEqual([]);
});

test("a visitor schema is replaced by that of a file", async () => {
  const schema = { type: "object", properties: { plan: { type: "string" } } };
  const findSchemaFault = async (value: unknown) =>
    value === schema ? undefined : "has no properties";
  const { context, sent } = openScriptedContext({
    documents: { "a.json": schema, "list.json": [], "wrong.json": {} },
    answer: () => ({ jsonSchema: schema }),
    more: { findSchemaFault },
  });
  const put = (file: string) => putSchema(context, { ...ids, file });
  await expect(put("list.json")).rejects.toThrow(
    "--file list.json must contain a JSON Schema object.",
  );
  await expect(put("wrong.json")).rejects.toThrow("--file wrong.json has no properties.");
  expect(sent).toEqual([]);
  expect(await put("a.json")).toEqual({
    done: "Replaced the visitor schema of X1.",
    record: { jsonSchema: schema },
  });
  expect(sent).toEqual([["PUT /orgs/O1/sites/X1/adaptive-schema", { jsonSchema: schema }]]);
});

test("claims are typed or in a file, and contain the email address of a visitor", async () => {
  const documents = { "a.json": { plan: "pro" }, "list.json": [1] };
  const { context } = openScriptedContext({ documents });
  expect(await readClaims(context, undefined)).toEqual({});
  expect(await readClaims(context, "plan=pro")).toEqual({ plan: "pro" });
  expect(await readClaims(context, "a.json")).toEqual({ plan: "pro" });
  await expect(readClaims(context, "list.json")).rejects.toThrow(
    "--claims list.json must contain an object with visitor claims.",
  );
  expect(await loadPreviewClaims(context, {})).toEqual({});
  expect(await loadPreviewClaims(context, { claims: "a.json" })).toEqual({
    claims: '{"plan":"pro"}',
  });
  expect(await loadPreviewClaims(context, { claims: "a.json", asVisitor: "a@b.c" })).toEqual({
    claims: '{"plan":"pro","email":"a@b.c"}',
  });
});

const section = (title: string, more = {}) => ({ object: "site-section", title, ...more });

test.each<readonly [number, readonly object[], string | undefined]>([
  [1, [section("A")], undefined],
  [1, [section("A"), { object: "site-space", title: "B" }], undefined],
  [2, [section("A", { default: true }), section("B")], '"A" (default), "B"'],
  [5, ["A", "B", "C", "D", "E"].map((one) => section(one)), '"A", "B", "C", "D", "E"'],
  [6, ["A", "B", "C", "D", "E", "F"].map((one) => section(one)), undefined],
])("the sections of a site with %i of them: %j", async (_, structure, titles) => {
  const { context } = openScriptedContext({ answer: () => ({ structure }), screen: true });
  expect(await suggestAfterSection(context, ids)).toBe(
    titles &&
      `The site now has the sections ${titles}. To show the structure: tome site structure X1`,
  );
});

test("programs get no hint about sections", async () => {
  const { context, sent } = openScriptedContext();
  expect(await suggestAfterSection(context, ids)).toBeUndefined();
  expect(sent).toEqual([]);
});

test("destinations of redirects get titles of sections and site spaces, and paths of pages", async () => {
  const { client, sent } = openScriptedClient(({ line }) => {
    if (line.includes("/sections")) return { items: [{ id: "E1", title: "Guides" }] };
    if (line.includes("/site-spaces")) {
      const build = (id: string) => ({
        id: `Y${id}`,
        title: `Space ${id}`,
        space: { id: `S${id}` },
      });
      return { items: ["1", "2"].map(build) };
    }
    const inner = [{ id: "P2", title: "Inner", path: "one/inner" }];
    return {
      pages: [
        { id: "P1", title: "One", path: "one", pages: inner },
        { id: "P3", title: "Group", path: "" },
      ],
    };
  });
  const build = (destination: object) => ({ destination: { ...destination } });
  const rows = [build({ siteSpaceId: "Y1", pageId: "P1" }), build({ siteSpaceId: "Y2" })];
  const titles = await fetchDestinationTitles(client, ids, rows);
  const spaces = { Y1: "Space 1", Y2: "Space 2" };
  const paths = { P1: "one", P2: "one/inner", P3: "Group" };
  expect(Object.fromEntries(titles)).toEqual({ ...spaces, ...paths });
  expect(sent.map((line) => String(line).replace(/\?.*/, ""))).toEqual([
    "GET /orgs/O1/sites/X1/site-spaces",
    "GET /spaces/S1/content/pages",
  ]);
  const further = await fetchDestinationTitles(client, ids, [build({ siteSectionId: "E1" })]);
  expect(Object.fromEntries(further)).toEqual({ ...spaces, E1: "Guides" });
});

const check = ["To check the DNS records again:", "  tome hostname check docs.example.com"];
const record = { type: "CNAME", name: "docs", value: "host.example.com" };

test.each<readonly [object, readonly string[]]>([
  [{}, ["<bold docs.example.com>", ...check]],
  [{ status: "live" }, ["<bold docs.example.com>  live", ...check]],
  [{ status: "new_state" }, ["<bold docs.example.com>  new_state", ...check]],
  [
    { status: "dns_no_cname", dnsRecord: record },
    [
      "<bold docs.example.com>  the CNAME record is missing",
      "DNS record to create at the DNS provider:",
      "  TYPE   NAME  VALUE",
      "  CNAME  docs  host.example.com",
      ...check,
    ],
  ],
  [
    { status: "ssl_pending", dnsRecord: { type: "A", name: "documentation", value: "192.0.2.1" } },
    [
      "<bold docs.example.com>  the certificate is being issued",
      "DNS record:",
      "  TYPE  NAME           VALUE",
      "  A     documentation  192.0.2.1",
      ...check,
    ],
  ],
])("the custom domain %j", async (more, lines) => {
  const { context, sent } = openScriptedContext();
  const result = await presentHostname({ hostname: "docs.example.com", ...more }, context);
  expect(drawLines(result !== undefined && "view" in result ? result.view : undefined)).toEqual(
    lines,
  );
  expect(sent).toEqual([]);
});
