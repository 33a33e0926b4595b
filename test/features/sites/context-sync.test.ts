import { expect, test } from "vitest";
import { IncompleteError } from "../../../src/errors.ts";
import { syncConnection } from "../../../src/features/sites/context-sync.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { slowTest } from "../../support/generators/amount.ts";

const input = { organizationId: "O1", siteId: "D1", siteContextConnectionId: "C1" };
const look = "tome site context connection get C1 --site D1";
const path = "/orgs/O1/sites/D1/context-connections/C1";

/** A platform whose sync has these states, one for each request after the first one. */
function open(...states: readonly object[]) {
  const remaining = [{ status: "succeeded", records: 1 }, ...states];
  return openScriptedContext({
    answer: ({ line }) => (line.startsWith("POST ") ? {} : remaining.shift()),
  });
}

test("without --wait the sync is started, and the command that shows its status is named", async () => {
  const { context, sent } = open();
  expect(await syncConnection(context, input)).toEqual({
    done: "Started a sync of the context connection C1.",
    next: `To show its status: ${look}`,
    record: { id: "C1", started: true },
  });
  expect(sent).toEqual([`POST ${path}/sync`]);
});

slowTest("with --wait the command ends when the sync has succeeded", async () => {
  const succeeded = { id: "C1", status: "succeeded", records: 2 };
  const { context, sent } = open({ status: "syncing", records: 1 }, succeeded);
  expect(await syncConnection(context, { ...input, wait: true })).toMatchObject({
    done: "Synchronized the context connection C1; it has 2 records.",
    record: succeeded,
  });
  expect(sent).toEqual([`GET ${path}`, `POST ${path}/sync`, `GET ${path}`, `GET ${path}`]);
});

test.each([
  [{ failureMessage: "GitHub responded with 401." }, ": GitHub responded with 401."],
  [{}, "."],
])("with --wait a failed sync is an error: %o", async (more, reason) => {
  const { context } = open({ status: "failed", records: 0, ...more });
  const error = await syncConnection(context, { ...input, wait: true }).catch((e: unknown) => e);
  expect(error).toEqual(
    new IncompleteError("failed", `The sync of the context connection C1 failed${reason}`, look),
  );
});
