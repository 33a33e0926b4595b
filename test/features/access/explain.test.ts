/** `tome access explain` for operations whose required role depends on the input. */
import { describe, expect, test } from "vitest";
import type { Context } from "../../../src/context.ts";
import { requiredRoles } from "../../../src/contract/required-roles.ts";
import { describeNeed, type Requirement } from "../../../src/contract/requirement.ts";
import * as space from "../../../src/contract/space.ts";
import * as user from "../../../src/contract/user.ts";
import { explain as showRequirements } from "../../../src/features/access/explain.ts";
import { everyVerb } from "../../commands/tree.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
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

describe("the operations of a command", () => {
  const read = async (
    line: Partial<Awaited<ReturnType<Context["buildOperations"]>>>,
    screen = false,
  ) => {
    const { context } = openScriptedContext({
      screen,
      more: {
        buildOperations: async () => ({
          command: "space update",
          operations: [],
          fields: [],
          lookups: [],
          ...line,
        }),
      },
    });
    const result = await showRequirements(context, { command: ["space", "update"] });
    if (result === undefined || !("list" in result)) throw result;
    const rows = [];
    for await (const page of result.list) rows.push(...page);
    return { rows, notes: result.notes?.(), headers: result.columns.map(({ header }) => header) };
  };
  const personal =
    "A personal token requires no scopes and has the roles of its user. No requests were sent.";

  test("have roles, scopes and requests, and look-ups come last", async () => {
    const { rows, notes, headers } = await read({
      operations: [space.update],
      fields: ["title", "emoji"],
      lookups: [space.list, space.update],
    });
    const shared = {
      operation: "updateSpaceById",
      scopes: ["space:write"],
      request: "PATCH /spaces/{spaceId}",
    };
    expect(rows).toEqual([
      { ...shared, field: null, needs: "read in the space" },
      { ...shared, field: "title", needs: "admin in the space" },
      { ...shared, field: "emoji", needs: "admin in the space" },
      {
        operation: "listSpacesInOrganizationById",
        scopes: ["space:read"],
        request: "GET /orgs/{organizationId}/spaces",
        field: null,
        needs: "membership in the organization, for lookups by name",
      },
    ]);
    expect(notes).toEqual(["Required OAuth scopes: space:read space:write.", personal]);
    expect(headers).toEqual(["OPERATION", "FIELD", "REQUIRES", "SCOPES", "REQUEST"]);
  });

  test("that no scope permits require a personal token", async () => {
    const { rows, notes, headers } = await read({ operations: [user.update] }, true);
    expect(rows).toEqual([
      {
        operation: "updateUserById",
        scopes: [],
        request: "PATCH /users/{userId}",
        field: null,
        needs: "the user themselves",
      },
    ]);
    expect(notes).toEqual([
      "No OAuth scope permits this command.",
      "Requires a personal token: updateUserById.",
      personal,
    ]);
    expect(headers).toEqual(["OPERATION", "FIELD", "REQUIRES", "SCOPES"]);
  });

  test.each([
    ["api", "The requirements of tome api depend on the request."],
    ["help", "tome help sends no requests, so it requires no roles or scopes."],
  ])("of tome %s are unknown", async (command, message) => {
    await expect(read({ command })).rejects.toThrow(message);
  });
});
