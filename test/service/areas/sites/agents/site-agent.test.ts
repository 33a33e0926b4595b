import { describe, expect, test } from "vitest";
import * as contract from "../../../../../src/contract/site-agent.ts";
import { openSitesFixture } from "../fixture.ts";

describe("agent settings of a site", () => {
  test("have defaults until an admin replaces them", async () => {
    const fixture = await openSitesFixture();
    const { workspace, admin } = fixture;
    const of = fixture.of(await fixture.site("Guide"));
    const first = await workspace.ok(admin, contract.get, of);
    expect(first).toMatchObject({
      scans: { topics: "never" },
      findings: { changeRequests: "never" },
    });
    expect(first).not.toHaveProperty("updatedAt");
    const settings = {
      scans: { topics: "auto" as const },
      findings: { changeRequests: "auto-fixable" as const },
      editing: first.editing,
    };
    await workspace.ok(admin, contract.put, { ...of, ...settings });
    const reader = await workspace.member(fixture.org, "read");
    const read = await workspace.ok(reader, contract.get, of);
    expect(read).toMatchObject(settings);
    expect(read.updatedAt).toBeDefined();
    expect((await workspace.refused(reader, contract.put, { ...of, ...settings })).status).toBe(
      403,
    );
    const { editing: _editing, ...missing } = settings;
    const input = Object.assign({ ...of }, missing, { editing: Object.assign({}) });
    const { status } = await workspace.ask(admin, contract.put, input);
    expect(status).toBe(400);
  });
});
