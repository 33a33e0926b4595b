import { describe, expect, test } from "vitest";
import { slowTest } from "../../../../support/generators/amount.ts";
import { getMessage, openTestPlatform } from "../../../../support/platforms/platform.ts";

async function start() {
  const { ask, service } = await openTestPlatform();
  const send = async (what: string, body?: unknown) =>
    (await ask(what.replace(" /", " /v1/"), body === undefined ? {} : { body })).body;
  const { items } = (await send("GET /orgs")) as { items: { id: string }[] };
  const organization = items[0]?.id ?? "";
  const space = (await send(`POST /orgs/${organization}/spaces`, {})) as { id: string };
  const publish = (name: string, more: object = {}) =>
    send(`POST /integrations/${name}`, {
      organization,
      title: name,
      description: name,
      script: "export default {};",
      scopes: ["space:content:read"],
      ...more,
    });
  await publish("boards", {
    blocks: [{ id: "board", title: "Board", urlUnfurl: ["https://example.com/**"] }],
  });
  await publish("keys", {
    configurations: { account: { properties: { key: { type: "string" } }, required: ["key"] } },
  });
  for (const name of ["boards", "keys"]) {
    await send(`POST /integrations/${name}/installations`, { organization });
  }
  const statuses = `/v1/orgs/${organization}/integrations/installations-status`;
  const token = async (role: "read" | "guest") =>
    (await service.admin.makeToken({ role, organization })).token;
  return { ask, send, organization, spaceId: space.id, statuses, token };
}

const named = (body: unknown) =>
  (
    body as { items: { status: string; integration: { name: string }; target: object }[] }
  ).items.map(({ status, integration, target }) => [integration.name, status, target]);

describe("the status of integrations", () => {
  test("is listed for the organization by default", async () => {
    const { ask, organization, statuses } = await start();
    const target = { type: "organization", organizationId: organization };
    const { body } = await ask(`GET ${statuses}`);
    expect(named(body)).toEqual([
      ["boards", "active", target],
      ["keys", "pending", target],
    ]);
    const first = (await ask(`GET ${statuses}?limit=1`)).body as { next: { page: string } };
    const second = await ask(`GET ${statuses}?limit=1&page=${encodeURIComponent(first.next.page)}`);
    expect(named(second.body).map(([name]) => name)).toEqual(["keys"]);
  });

  test("is listed for one space, and refused without it", async () => {
    const { ask, send, spaceId, statuses, organization } = await start();
    const onSpace = `${statuses}?target=space&space=${spaceId}`;
    const { body } = await ask(`GET ${onSpace}`);
    expect(named(body)).toEqual([
      ["boards", "active", { type: "space", spaceId }],
      ["keys", "pending", { type: "space", spaceId }],
    ]);
    const installed = (await send("GET /integrations/boards/installations")) as {
      items: { id: string }[];
    };
    await send(`PATCH /integrations/boards/installations/${installed.items[0]?.id}`, {
      space_selection: "selected",
    });
    expect(named((await ask(`GET ${onSpace}`)).body).map(([name]) => name)).toEqual(["keys"]);
    expect((await ask(`GET ${statuses}?target=space`)).status).toBe(501);
    expect((await ask(`GET ${statuses}?space=${spaceId}`)).status).toBe(400);
    expect(organization).not.toBe("");
  });

  test("of one integration is visible to members only", async () => {
    const { ask, organization, token } = await start();
    const path = (name: string) =>
      `GET /v1/orgs/${organization}/integrations/${name}/installation_status`;
    expect((await ask(path("keys"))).body).toEqual({ status: "pending" });
    expect((await ask(path("nosuch"))).status).toBe(404);
    expect((await ask(path("keys"), { token: await token("read") })).status).toBe(200);
    const refused = await ask(path("keys"), { token: await token("guest") });
    expect(refused.status).toBe(403);
    expect(getMessage(refused)).toContain("requires the role read");
    for (const list of ["integrations/installations-status", "installations"]) {
      const what = `GET /v1/orgs/${organization}/${list}`;
      const listed = await ask(what, { token: await token("guest") });
      expect([what, listed.status]).toEqual([what, 403]);
    }
  });
});

test("the blocks of a space are those of the integrations on it", async () => {
  const { ask, spaceId, token } = await start();
  const path = `GET /v1/spaces/${spaceId}/integration-blocks`;
  expect((await ask(path)).body).toEqual([
    { name: "boards", blocks: [expect.objectContaining({ id: "board", title: "Board" })] },
  ]);
  expect((await ask(path, { token: await token("guest") })).status).toBe(404);
});

describe("the status of integrations on one space or site", () => {
  slowTest("is that of its own settings", async () => {
    const { ask, send, organization, spaceId, statuses } = await start();
    const configuration = { properties: { key: { type: "string" } }, required: ["key"] };
    const publish = (name: string, more: object) =>
      send(`POST /integrations/${name}`, {
        ...{ organization, title: name, description: name, script: "export default {};" },
        ...{ scopes: ["space:content:read", "site:metadata:read"], ...more },
      });
    await publish("both", { configurations: { space: configuration, site: configuration } });
    await publish("sites", { target: "site" });
    const ids: Record<string, string> = {};
    for (const name of ["both", "sites"]) {
      const made = await send(`POST /integrations/${name}/installations`, { organization });
      ids[name] = (made as { id: string }).id;
    }
    const { id: siteId } = (await send(`POST /orgs/${organization}/sites`, {
      ...{ title: "Docs", spaces: [spaceId] },
    })) as { id: string };
    const list = async (query: string) => named((await ask(`GET ${statuses}?${query}`)).body);
    const onSpace = `target=space&space=${spaceId}`;
    const onSite = `target=site&site=${siteId}`;
    const states = async (query: string) =>
      (await list(query)).map(([name, status]) => `${name} ${status}`);
    expect(await states(onSpace)).toEqual(["boards active", "both pending", "keys pending"]);
    expect((await list(onSite)).find(([name]) => name === "sites")).toEqual([
      ...["sites", "active", { type: "site", siteId }],
    ]);
    expect(await states(onSite)).toContain("both pending");
    const settings = { configuration: { key: "a" } };
    await send(`PATCH /integrations/both/installations/${ids.both}/spaces/${spaceId}`, settings);
    expect(await states(onSpace)).toContain("both active");
    expect(await states(onSite)).toContain("both pending");
    await send(`PATCH /integrations/both/installations/${ids.both}/sites/${siteId}`, settings);
    expect(await states(onSite)).toContain("both active");
    const pages: string[] = [];
    for (let page: string | undefined = ""; page !== undefined; ) {
      const query: string = page === "" ? "" : `&page=${encodeURIComponent(page)}`;
      const { body } = await ask(`GET ${statuses}?${onSpace}&limit=1${query}`);
      pages.push(...named(body).map(([name]) => String(name)));
      page = (body as { next?: { page: string } }).next?.page;
    }
    expect(pages).toEqual(["boards", "both", "keys"]);
  });

  test("is refused for another target, and not found elsewhere", async () => {
    const { ask, send, spaceId, statuses } = await start();
    const other = (await send("POST /orgs", { title: "Other" })) as { id: string };
    const foreign = (await send(`POST /orgs/${other.id}/spaces`, {})) as { id: string };
    const get = async (query: string) => {
      const answer = await ask(`GET ${statuses}?${query}`);
      return [answer.status, answer.status < 400 ? "" : getMessage(answer)];
    };
    for (const [query, expected] of [
      [`space=${spaceId}`, [400, "space is only valid with the target space."]],
      ["site=S", [400, "site is only valid with the target site."]],
      [`target=site&space=${spaceId}`, [400, "space is only valid with the target space."]],
      [
        "target=site",
        [501, "The local platform lists the integrations of one site. Specify site."],
      ],
      [
        "target=space",
        [501, "The local platform lists the integrations of one space. Specify space."],
      ],
      [`target=space&space=${foreign.id}`, [404, expect.stringContaining(foreign.id)]],
      ["target=space&space=unknown", [404, expect.stringContaining("unknown")]],
      ["target=site&site=unknown", [404, expect.stringContaining("unknown")]],
      ["target=organization", [200, ""]],
    ] as const) {
      expect([query, await get(query)]).toEqual([query, expected]);
    }
  });
});
