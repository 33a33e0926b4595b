import { describe, expect, test } from "vitest";
import * as site from "../../../../../src/contract/site.ts";
import * as contract from "../../../../../src/contract/site-mcp-server.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { readAllPages } from "../../../../support/requests/all-pages.ts";
import { openSitesFixture } from "../fixture.ts";

const url = "https://status.example.com/mcp";

async function start() {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const siteId = await fixture.site("Guide");
  const of = fixture.of(siteId);
  const create = (name: string, headers: Record<string, string> = {}) =>
    workspace.ok(admin, contract.create, { ...of, name, url, headers });
  const stored = () => workspace.service.db.selectFrom("site_mcp_servers").selectAll().execute();
  return { fixture, workspace, admin, siteId, of, create, stored };
}

describe("MCP servers of a site", () => {
  test("are listed, changed and deleted", async () => {
    const { workspace, admin, of, create } = await start();
    const one = await create("Status");
    expect(one).toMatchObject({ object: "site-mcp-server", transport: "sse", headers: {} });
    expect(one).not.toHaveProperty("condition");
    workspace.passDays(1);
    const two = await create("Orders");
    const { items, count } = await workspace.ok(admin, contract.list, { ...of, limit: 1 });
    expect({ ids: items.map(({ id }) => id), count }).toEqual({ ids: [one.id], count: 2 });
    const at = { ...of, siteMcpServerId: two.id };
    const condition = "visitor.claims.beta == true";
    await workspace.ok(admin, contract.update, { ...at, condition, transport: "http" });
    const read = await workspace.ok(admin, contract.get, at);
    expect(read).toMatchObject({ name: "Orders", url, condition, transport: "http" });
    const open = await workspace.ok(admin, contract.update, { ...at, condition: null });
    expect(open).not.toHaveProperty("condition");
    await workspace.ok(admin, contract.remove, at);
    expect((await workspace.refused(admin, contract.get, at)).status).toBe(404);
  });

  test("hide the values of headers, and store them encrypted", async () => {
    const { workspace, admin, of, create, stored } = await start();
    const secret = "Bearer 0123456789abcdef";
    const made = await create("Orders", { Authorization: secret, "X-Key": "another-secret" });
    const at = { ...of, siteMcpServerId: made.id };
    const hidden = { Authorization: "[hidden]", "X-Key": "[hidden]" };
    expect(made.headers).toEqual(hidden);
    expect((await workspace.ok(admin, contract.get, at)).headers).toEqual(hidden);
    const [before] = await stored();
    expect(before?.headers).not.toContain(secret);
    const headers = { Authorization: "[hidden]", "X-New": "third-secret" };
    const changed = await workspace.ok(admin, contract.update, { ...at, headers });
    expect(changed.headers).toEqual({ Authorization: "[hidden]", "X-New": "[hidden]" });
    const [after] = await stored();
    const values = [before, after].map((row) => JSON.parse(row?.headers ?? "{}"));
    expect(values[1].Authorization).toBe(values[0].Authorization);
    expect(Object.keys(values[1])).toEqual(["Authorization", "X-New"]);
    const refused = await workspace.refused(admin, contract.update, {
      ...at,
      headers: { Other: "[hidden]" },
    });
    expect(refused.status).toBe(400);
    const long = secret.repeat(40);
    const tooLong = { ...at, headers: { Authorization: long } };
    const { status, message } = await workspace.ask(admin, contract.update, tooLong);
    expect({ status, repeats: message?.includes(secret) }).toEqual({ status: 400, repeats: false });
  });

  test("refuse an invalid condition, and readers", async () => {
    const { fixture, workspace, admin, of, create } = await start();
    const input = { ...of, name: "Status", url, headers: {} };
    const refused = await workspace.refused(admin, contract.create, { ...input, condition: "(" });
    expect(refused.status).toBe(400);
    await create("Status");
    const reader = await workspace.member(fixture.org, "read");
    expect((await workspace.refused(reader, contract.list, of)).status).toBe(403);
  });

  test("are deleted with their site", async () => {
    const { workspace, admin, of, create, stored } = await start();
    await create("Status", { "X-Key": "secret-of-the-test" });
    await workspace.ok(admin, site.remove, of);
    expect(await stored()).toEqual([]);
  });
});

describe("an MCP server", () => {
  slowTest("belongs to its site, and changes alone", async () => {
    const { fixture, workspace, admin, of, create, stored } = await start();
    const one = await create("One", { Key: "secret-one" });
    workspace.passDays(1);
    const two = await create("Two", { Key: "secret-two" });
    const [before] = await stored();
    const at = { ...of, siteMcpServerId: one.id };
    const update = (changes: object) => workspace.ok(admin, contract.update, { ...at, ...changes });
    let expected: object = one;
    expect(await update({})).toEqual(expected);
    for (const changes of [
      { name: "First" },
      { url: "https://other.example.com/mcp" },
      { transport: "http" },
      { condition: "visitor.claims.beta == true" },
    ]) {
      expected = { ...expected, ...changes };
      expect(await update(changes)).toEqual(expected);
    }
    const [after] = await stored();
    expect(after?.headers).toBe(before?.headers);
    expect(await readAllPages(workspace, admin, contract.list, of)).toEqual([expected, two]);
    const headers = { Other: "[hidden]" };
    expect(await workspace.refused(admin, contract.update, { ...at, headers })).toEqual({
      status: 400,
      message: 'headers has no value of "Other" yet. Specify one.',
    });
    const elsewhere = { ...fixture.of(await fixture.site("Other")), siteMcpServerId: one.id };
    for (const endpoint of [contract.get, contract.update]) {
      expect((await workspace.refused(admin, endpoint, elsewhere)).status).toBe(404);
    }
    expect((await workspace.ask(admin, contract.remove, elsewhere)).status).toBe(204);
    expect((await workspace.ask(admin, contract.remove, at)).status).toBe(205);
    expect((await workspace.ask(admin, contract.remove, at)).status).toBe(204);
    expect(await workspace.ok(admin, contract.list, of)).toMatchObject({ items: [two], count: 1 });
  });

  test("is one of at most a hundred", async () => {
    const { fixture, workspace, admin, of, create, stored } = await start();
    await create("One");
    const [row] = await stored();
    const rows = Array.from({ length: 98 }, (_, at) => ({ ...row, id: `M${at}` }));
    await workspace.db
      .insertInto("site_mcp_servers")
      .values(rows as never)
      .execute();
    await create("Last");
    const input = { ...of, name: "More", url, headers: {} };
    expect(await workspace.refused(admin, contract.create, input)).toEqual({
      status: 409,
      message: "The site has reached the limit of 100 MCP servers. Delete some first.",
    });
    const elsewhere = fixture.of(await fixture.site("Other"));
    await workspace.ok(admin, contract.create, { ...input, ...elsewhere });
  });
});

test("a reader of the site reads and changes none of its MCP servers", async () => {
  const { fixture, workspace, of, create } = await start();
  const reader = await workspace.member(fixture.org, "read");
  const { id: siteMcpServerId } = await create("One");
  const at = { ...of, siteMcpServerId };
  const refused = [
    await workspace.refused(reader, contract.get, at),
    await workspace.refused(reader, contract.create, { ...of, name: "Two", url, headers: {} }),
    await workspace.refused(reader, contract.update, { ...at, name: "Two" }),
    await workspace.refused(reader, contract.remove, at),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  const condition = "visitor.claims.beta == true";
  const input = { ...of, name: "Two", url, headers: {}, condition };
  expect((await workspace.ok(fixture.admin, contract.create, input)).condition).toBe(condition);
});
