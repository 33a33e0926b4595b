import { describe, expect, test } from "vitest";
import * as site from "../../../../../src/contract/site.ts";
import * as contract from "../../../../../src/contract/site-mcp-server.ts";
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
