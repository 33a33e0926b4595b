import { describe, expect, test } from "vitest";
import * as member from "../../../src/contract/member.ts";
import { ApiError, IncompleteError, NetworkError } from "../../../src/errors.ts";
import {
  announceSteps,
  buildIncompleteError,
  buildStep,
  carryOutSteps,
  confirmSteps,
  type OrganizationStep,
  type StepResult,
  toStepRows,
} from "../../../src/features/organization/steps.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

const { client } = openScriptedClient();
const step = (says: string, error?: Error): OrganizationStep => ({
  says,
  describe: () => ({ method: "GET", url: "", headers: {} }),
  send: () => (error === undefined ? Promise.resolve() : Promise.reject(error)),
});
const network = (arrived: "no" | "perhaps") => new NetworkError("closed", { arrived });

describe("carryOutSteps", () => {
  const run = async (errors: readonly (Error | undefined)[], stopsAtRefusal?: boolean) => {
    const said: string[] = [];
    const steps = errors.map((error, at) => step(`step ${at}`, error));
    const results = await carryOutSteps(client, steps, (text) => said.push(text), stopsAtRefusal);
    return { outcomes: results.map(({ outcome }) => outcome), said };
  };

  test.each<readonly [readonly (Error | undefined)[], boolean, readonly string[]]>([
    [[undefined, undefined], false, ["done", "done"]],
    [[new ApiError(403, "no"), undefined], false, ["failed", "done"]],
    [[new ApiError(403, "no"), undefined], true, ["failed", "not begun"]],
    [[network("perhaps"), undefined], false, ["unknown", "not begun"]],
    [[network("no"), undefined], false, ["failed", "not begun"]],
    [[new IncompleteError("pending", "later"), undefined], true, ["asked", "done"]],
    [[new IncompleteError("partial", "part"), undefined], false, ["unknown", "done"]],
    [[new IncompleteError("unknown", "?"), undefined], true, ["unknown", "not begun"]],
    [[new IncompleteError("failed", "no"), undefined], false, ["failed", "done"]],
  ])("%j, stopping at a refusal: %s", async (errors, stops, outcomes) => {
    expect((await run(errors, stops)).outcomes).toEqual(outcomes);
  });

  test("says the current step, and throws a bug", async () => {
    expect((await run([undefined, undefined])).said).toEqual(["1 of 2: step 0", "2 of 2: step 1"]);
    await expect(run([new TypeError("bug")])).rejects.toThrow("bug");
  });
});

describe("buildIncompleteError", () => {
  const result = (outcome: StepResult["outcome"], message?: string): StepResult => ({
    says: `change ${outcome}`,
    outcome,
    ...(message !== undefined && { error: new Error(message) }),
  });
  test.each<readonly [readonly StepResult[], IncompleteError | undefined]>([
    [[], undefined],
    [[result("done")], undefined],
    [
      [result("done"), result("asked")],
      new IncompleteError(
        "pending",
        "1 of 2 changes await an admin or an invited user. Run the command again afterwards.",
      ),
    ],
    [
      [result("asked"), result("failed", "no."), result("not begun")],
      new IncompleteError(
        "partial",
        "2 of 3 changes failed or have an unknown result. Run the command again to complete them. First error: change failed: no.",
      ),
    ],
    [
      [result("done"), result("unknown", "closed")],
      new IncompleteError(
        "partial",
        "1 of 2 changes failed or have an unknown result. Run the command again to complete them. First error: change unknown: closed",
      ),
    ],
    [
      [result("not begun")],
      new IncompleteError(
        "partial",
        "1 of 1 changes failed or have an unknown result. Run the command again to complete them.",
      ),
    ],
  ])("%#", (results, error) => {
    expect(buildIncompleteError(results)).toEqual(error);
  });

  test("rows have the errors", () => {
    expect(toStepRows([result("done"), result("failed", "no")])).toEqual([
      { status: "done", change: "change done", error: null },
      { status: "failed", change: "change failed", error: "no" },
    ]);
  });
});

describe("confirmSteps", () => {
  test.each([
    [1, 1, []],
    [30, 30, []],
    [31, 30, ["note: - and 1 more; use --dry-run to list all"]],
  ])("lists at most 30 of %d steps", async (count, listed, rest) => {
    const { context, said } = openScriptedContext({ confirms: true });
    const steps = Array.from({ length: count }, (_, at) => step(`step ${at}`));
    await confirmSteps(context, "tome x", steps, "Apply?");
    expect(said).toEqual([
      ...Array.from({ length: listed }, (_, at) => `note: - step ${at}`),
      ...rest,
      "question: Apply?",
    ]);
  });

  test("lists nothing with --yes, and needs it without a terminal", async () => {
    const { context, said } = openScriptedContext({ yes: true });
    await confirmSteps(context, "tome x", [step("a")], "Apply?");
    expect(said).toEqual([]);
    const { context: other } = openScriptedContext();
    await expect(confirmSteps(other, "tome x", [step("a")], "Apply?")).rejects.toThrow(/tome x/);
  });
});

test("a step describes and sends the same request, and a dry run has all of them with notes", async () => {
  const scripted = openScriptedClient();
  const one = buildStep("remove Ada", member.remove, { organizationId: "O1", userId: "U1" });
  const announced: unknown[] = [];
  Object.assign(scripted.client, { announceAll: (...args: unknown[]) => announced.push(args) });
  announceSteps(scripted.client, [one], ["note"]);
  expect(announced).toMatchObject([
    [
      [{ method: "DELETE", url: expect.stringMatching(/\/orgs\/O1\/members\/U1$/) }],
      ["- remove Ada", "note"],
    ],
  ]);
  expect(scripted.sent).toEqual([]);
  await one.send(scripted.client);
  expect(scripted.sent).toEqual(["DELETE /orgs/O1/members/U1"]);
});
