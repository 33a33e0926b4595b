import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as team from "../../src/contract/team.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, sample } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { openAccessPlatform, openOn } from "../support/platforms/access-platform.ts";

/** Number of bytes between two truncations of a table, except at its end. */
const stride = amount({ short: 83, full: 1 });

/**
 * Tables as exported by a spreadsheet without a final line break, each with another column last.
 */
const orders = [
  "id,email",
  "email,id",
  "email,role",
  "email,role,teams",
  "email,sso",
  "email,active",
];

test("a roster truncated in its last row grants no role that the complete one does not", async () => {
  const workspace = await openOn(undefined);
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  for (let at = 0; at < 20; at++) {
    await workspace.enroll(
      organizationId,
      await workspace.person(`person${at}@example.com`),
      "read",
    );
  }
  for (const title of ["Docs", "Docs EU"]) {
    await workspace.ok(admin, team.create, { organizationId, title });
  }
  const { run, writes } = await openAccessPlatform(workspace, organizationId, admin);
  const folder = temporaryFolder();
  const listCells = (email: string, at: number): Readonly<Record<string, string>> => ({
    id: `e${at}`,
    email,
    role: at % 2 === 0 ? "read" : "",
    teams: "Docs EU",
    sso: "yes",
    active: "true",
  });
  const file = join(folder, "roster.csv");
  const getPlan = async (text: string) => {
    writeFileSync(file, text);
    const line = [
      "member",
      "sync",
      "--roster",
      file,
      "--prune",
      "--max-removals",
      "2",
      "--dry-run",
    ];
    const { code, stdout, stderr } = await run(line);
    expect([0, 2], stderr).toContain(code);
    expect(writes()).toEqual([]);
    return code === 2 ? undefined : changesIn(JSON.parse(stdout || "[]"));
  };
  const found = { cuts: 0, refused: 0 };
  const more = countFaults();
  const tables = orders.flatMap((order) =>
    ["person1@example.com", "newcomer@example.com"].map((last) => ({ order, last })),
  );
  for (const { order, last } of sample(tables, 5)) {
    const emails = [...Array.from({ length: 18 }, (_, at) => `person${at + 2}@example.com`), last];
    const columns = order.split(",");
    const rows = emails.map((email, at) => {
      const cells = listCells(email, at + 1);
      return columns.map((column) => cells[column]).join(",");
    });
    const whole = [order, ...rows].join("\r\n");
    const changes = (await getPlan(`${whole}\r\n`)) ?? expect.fail(whole);
    const row = rows.at(-1) ?? "";
    // Each byte of the last cell, in which a word can be truncated.
    for (let lost = 1; lost <= row.length; lost += lost < 8 ? 1 : stride) {
      const cut = await getPlan(whole.slice(0, -lost));
      const invented = more.add(cut?.gains.filter((one) => !changes.gains.includes(one)) ?? []);
      expect(invented, `${order}, ${last}, without the last ${lost}`).toEqual([]);
      expect(cut?.losses.length ?? 0).toBeLessThanOrEqual(changes.losses.length + 2);
      found.cuts++;
      if (cut === undefined) found.refused++;
    }
  }
  expect(found.refused).toBeGreaterThan(0);
  expect(found.refused).toBeLessThan(found.cuts);
  report(
    "A3",
    `${found.cuts} cuts in a last row, ${found.refused} refused, ${more.total()} gains beyond the whole`,
  );
}, 7_200_000);

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The effects of requests, one by one: grants and removals. */
function changesIn(given: Sent | readonly Sent[]) {
  const gains: string[] = [];
  const losses: string[] = [];
  for (const { method, url, body = {} } of [given].flat()) {
    const { emails, add, remove, ...rest } = body;
    if (method === "DELETE") losses.push(url);
    for (const one of [remove ?? []].flat()) losses.push(`${url} ${JSON.stringify(one)}`);
    for (const one of [emails ?? [], add ?? []].flat()) gains.push(`${url} ${JSON.stringify(one)}`);
    if (Object.keys(rest).length > 0) gains.push(`${url} ${JSON.stringify(rest)}`);
  }
  return { gains, losses };
}
