/** `tome access explain` for operations whose required role depends on the input. */
import { expect, test } from "vitest";
import { requiredRoles } from "../../../src/contract/required-roles.ts";
import { describeNeed, type Requirement } from "../../../src/contract/requirement.ts";
import { everyVerb } from "../../commands/tree.ts";
import { openTome } from "../../support/commands/tome.ts";

const table: Readonly<Record<string, Requirement>> = requiredRoles;

interface Row {
  readonly operation: string;
  readonly field: string | null;
  readonly needs: string;
}

async function explain(line: string): Promise<readonly Row[]> {
  const { stdout } = await openTome()(`access explain --local --json -- ${line}`);
  return JSON.parse(stdout) as Row[];
}

const lines = (await everyVerb()).flatMap(([line, verb]) =>
  verb.kind === "custom"
    ? []
    : verb.endpoints
        .slice(-1)
        .filter(({ operation }) => table[operation]?.fields !== undefined)
        .map(({ operation }) => [line, operation] as const),
);

test.each(lines)(
  "%s without fields lists the requirements of all fields of %s",
  async (line, operation) => {
    const rows = await explain(line);
    const { needs = "" } = rows.find((row) => row.operation === operation) ?? {};
    const { fields = {}, ...always } = table[operation] ?? {};
    expect(needs.startsWith(describeNeed(always as Requirement))).toBe(true);
    for (const [field, need] of Object.entries(fields)) {
      const part = needs.split("; ").find((one) => new RegExp(`\\b${field}\\b`).test(one));
      expect([field, part]).toEqual([
        field,
        expect.stringContaining(describeNeed(need).split("; ")[0] ?? ""),
      ]);
    }
  },
);

test("a field of the command line has its own requirement", async () => {
  const rows = await explain("space update Handbook --title Guide");
  expect(rows.filter(({ field }) => field === "title")).toMatchObject([
    { operation: "updateSpaceById", needs: "admin in the space" },
  ]);
});
