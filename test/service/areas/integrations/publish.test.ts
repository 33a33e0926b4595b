import { expect, test } from "vitest";
import * as integration from "../../../../src/contract/integration.ts";
import { slowTests } from "../../../support/generators/amount.ts";
import {
  type Manifest,
  manifestFor,
  openIntegrations,
} from "../../../support/organizations/integrations.ts";

const integrationName = "link-checker";

test("a published integration has the values of its manifest, and defaults for the rest", async () => {
  const { workspace, org, admin, publish } = await openIntegrations();
  const made = await publish();
  expect(made).toMatchObject({
    name: integrationName,
    version: 1,
    title: "Link checker",
    description: "Tells when links break",
    target: "all",
    visibility: "private",
    verified: false,
    scopes: ["space:content:read"],
    categories: [],
    previewImages: [],
    externalLinks: [],
    owner: { object: "organization", id: org },
    permissions: { admin: true },
  });
  for (const absent of ["summary", "blocks", "configurations", "contentSecurityPolicy"]) {
    expect(made).not.toHaveProperty(absent);
  }
  expect(await workspace.ok(admin, integration.get, { integrationName })).toEqual(made);
});

test("every field of a manifest is returned, except the script and the secrets", async () => {
  const { workspace, admin, publish } = await openIntegrations();
  const fields: Partial<Manifest> = {
    summary: "# What it does",
    target: "space",
    visibility: "public",
    categories: ["analytics", "other"],
    blocks: [
      {
        id: "embed",
        title: "Embed",
        description: "Shows a board",
        icon: "https://example.com/i.svg",
        urlUnfurl: ["https://boards.example.com/**"],
        markdown: { codeblock: "board", body: "content" },
      },
    ],
    contentSources: [
      { id: "boards", title: "Boards", configuration: { componentId: "choose-board" } },
    ],
    configurations: {
      account: {
        properties: {
          region: { type: "string", title: "Region", default: "eu", enum: ["eu", "us"] },
          depth: { type: "number", default: 3 },
          loud: { type: "boolean", default: false },
          connect: { type: "button", callback_url: "/connect", button_text: "Connect" },
        },
        required: ["region"],
      },
      site: { componentId: "site-settings" },
    },
    externalLinks: [{ url: "https://example.com/docs", label: "Documentation" }],
    contentSecurityPolicy: "default-src 'self'; img-src https: data:",
  };
  const hidden = { script: "canary-script", secrets: { API_KEY: "canary-secret" } };
  const made = await publish({ ...fields, ...hidden });
  expect(made).toMatchObject(fields);
  const listed = await workspace.ok(admin, integration.list, {});
  expect(JSON.stringify([made, listed])).not.toContain("canary");
});

test("a policy given as directives is returned as one text", async () => {
  const { publish } = await openIntegrations();
  const contentSecurityPolicy = {
    "default-src": "'self'",
    "img-src": "https: data:",
    "upgrade-insecure-requests": "",
  };
  const made = await publish({ contentSecurityPolicy });
  expect(made.contentSecurityPolicy).toBe(
    "default-src 'self'; img-src https: data:; upgrade-insecure-requests",
  );
});

test("publishing again creates the next version with only the values of its manifest", async () => {
  const { workspace, admin, publish } = await openIntegrations();
  await publish({ summary: "Old", blocks: [{ id: "one", title: "One" }], visibility: "public" });
  const second = await publish({ title: "Link checker 2" });
  expect(second).toMatchObject({ version: 2, title: "Link checker 2", visibility: "private" });
  expect(second).not.toHaveProperty("summary");
  expect(second).not.toHaveProperty("blocks");
  expect((await publish()).version).toBe(3);
  const { items } = await workspace.ok(admin, integration.list, { blocks: true });
  expect(items).toEqual([]);
});

test("an organization can be named by its hostname", async () => {
  const { workspace, org, publish } = await openIntegrations();
  await workspace.db
    .updateTable("organizations")
    .set({ hostname: "acme-docs" })
    .where("id", "=", org)
    .execute();
  expect((await publish({ organization: "acme-docs" })).owner.id).toBe(org);
});

test("an unknown organization, or one of which the caller is not a member, cannot publish", async () => {
  const { workspace, admin } = await openIntegrations();
  const elsewhere = await workspace.organization("Elsewhere");
  for (const organization of ["nowhere", elsewhere]) {
    const refused = await workspace.refused(admin, integration.publish, manifestFor(organization));
    expect(refused).toEqual({
      status: 404,
      message: `Organization ${organization} does not exist, or you are not a member of it.`,
    });
  }
});

test("only an admin of the organization publishes, unpublishes, and sets the tunnel", async () => {
  const { workspace, org, admin, publish } = await openIntegrations();
  await publish({ visibility: "public" });
  const tunnelUrl = "https://tunnel.example.com/";
  for (const role of ["create", "read", null] as const) {
    const member = await workspace.member(org, role);
    const asked = { integrationName };
    const refusals = [
      await workspace.refused(member, integration.publish, manifestFor(org)),
      await workspace.refused(member, integration.unpublish, asked),
      await workspace.refused(member, integration.dev, { ...asked, tunnelUrl }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403]);
  }
  expect(await workspace.ok(admin, integration.get, { integrationName })).toMatchObject({
    version: 1,
  });
});

test("a name belongs to its organization, even if it is hidden from other users", async () => {
  const { workspace, admin, publish } = await openIntegrations();
  const elsewhere = await workspace.organization("Elsewhere");
  const rival = await workspace.member(elsewhere, "admin");
  const messages = new Set<string>();
  for (const visibility of ["private", "public"] as const) {
    await publish({ visibility });
    const refused = await workspace.refused(rival, integration.publish, manifestFor(elsewhere));
    expect(refused.status).toBe(409);
    messages.add(refused.message);
  }
  expect(messages.size).toBe(1);
  const { owner } = await workspace.ok(admin, integration.get, { integrationName });
  expect(owner.id).not.toBe(elsewhere);
});

slowTests.each([
  ["title", { title: "x" }, "title must have at least 2 characters (it has 1)."],
  ["title", { title: "x".repeat(31) }, "title can have at most 30 characters (it has 31)."],
  ["title", { title: "   " }, "title must not be blank."],
  ["description", { description: "x".repeat(101) }, "at most 100 characters"],
  ["summary", { summary: "x".repeat(2049) }, "at most 2048 characters"],
  ["scopes", { scopes: ["space:content:erase"] }, "scopes.0 must be space:content:read, "],
  ["target", { target: "page" }, "target must be all, site, space or organization"],
  ["visibility", { visibility: "secret" }, "visibility must be public, private or unlisted"],
  ["categories", { categories: ["fun"] }, "categories.0 must be analytics"],
  ["runtime", { runtime: "v3" }, "runtime must be v1 or v2"],
  ["previewImages", { previewImages: ["AAAA", "AAAA", "AAAA", "AAAA"] }, "at most 3 items"],
  ["icon", { icon: "no base64" }, "icon must be base64"],
  ["icon", { icon: "AAAAA" }, "icon is not complete base64"],
  ["script", { script: "" }, "script must have at least 1 character"],
  [
    "blocks",
    { blocks: [{ id: "a", title: "x" }] },
    "blocks.0.title must have at least 2 characters",
  ],
  [
    "blocks",
    {
      blocks: [
        { id: "a", title: "One" },
        { id: "a", title: "Two" },
      ],
    },
    "blocks must give each block a unique id.",
  ],
  [
    "blocks",
    { blocks: [{ id: "a", title: "One", nice: 1 }] },
    "blocks.0.nice is not a field of this operation.",
  ],
  [
    "contentSources",
    { contentSources: [{ id: "a", title: "One" }] },
    "contentSources.0.configuration is required.",
  ],
  [
    "externalLinks",
    { externalLinks: [{ url: "javascript:alert(1)", label: "x" }] },
    "externalLinks.0.url must be an http or https URL.",
  ],
  [
    "externalLinks",
    { externalLinks: Array(6).fill({ url: "https://example.com", label: "x" }) },
    "externalLinks must be at most 5 items",
  ],
  [
    "configurations",
    { configurations: { account: {} } },
    "must have either properties or a componentId",
  ],
  [
    "configurations",
    { configurations: { account: { properties: {}, required: ["key"] } } },
    "configurations.account requires a property that is not defined.",
  ],
  [
    "configurations",
    { configurations: { space: { properties: { a: { type: "string", default: 1 } } } } },
    "configurations.space.properties.a.default must be a string",
  ],
  ["secrets", { secrets: { KEY: 1 } }, "secrets.KEY must be a string"],
  [
    "contentSecurityPolicy",
    { contentSecurityPolicy: "default-src 'self' \u0000" },
    "contentSecurityPolicy can have printable ASCII characters and line breaks only",
  ],
  [
    "contentSecurityPolicy",
    { contentSecurityPolicy: { "default-src": "https://bücher.example" } },
    "contentSecurityPolicy.default-src can have printable ASCII characters and line breaks only",
  ],
  ["contentSecurityPolicy", { contentSecurityPolicy: 1 }, "must be text, or an object"],
  [
    "contentSecurityPolicy",
    { contentSecurityPolicy: { "allow-all": "*" } },
    "contentSecurityPolicy.allow-all is not a field of this operation.",
  ],
])(
  "an error in %s is refused with its rule, and nothing is published",
  async (_field, fields, message) => {
    const { workspace, org, admin } = await openIntegrations();
    // These requests violate the types on purpose.
    const faulty = { ...manifestFor(org), ...fields } as ReturnType<typeof manifestFor>;
    const refused = await workspace.refused(admin, integration.publish, faulty);
    expect(refused).toEqual({ status: 400, message: expect.stringContaining(message) });
    expect((await workspace.ok(admin, integration.list, {})).items).toEqual([]);
  },
);

test("secrets are stored encrypted, kept by a version without secrets, and replaced by new ones", async () => {
  const { workspace, publish } = await openIntegrations();
  const rows = () => workspace.db.selectFrom("integration_secrets").selectAll().execute();
  await publish({ secrets: { API_KEY: "canary-one", OTHER: "canary-two" } });
  const first = await rows();
  expect(first.map(({ name }) => name)).toEqual(["API_KEY", "OTHER"]);
  await publish();
  expect(await rows()).toEqual(first);
  const whole = JSON.stringify(await workspace.service.admin.export());
  expect(whole).not.toContain("canary");
  expect(whole).not.toContain(Buffer.from("canary-one").toString("base64").slice(0, 10));
  await publish({ secrets: {} });
  expect(await rows()).toEqual([]);
});
