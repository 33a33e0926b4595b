import { expect, test } from "vitest";
import { fixFinding } from "../../../src/features/sites/finding-fix.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { slowTest } from "../../support/generators/amount.ts";

const input = { organizationId: "O1", siteId: "D1", siteFindingId: "F1" };
const path = "/orgs/O1/sites/D1/findings/F1/change-requests";

test("without --wait the generation is started, and the command that lists the result is named", async () => {
  const { context, sent } = openScriptedContext();
  expect(await fixFinding(context, input)).toEqual({
    done: "Started to generate a change request for the finding F1.",
    next: "To list it: tome site finding change-requests F1 --site D1",
    record: { id: "F1", started: true },
  });
  expect(sent).toEqual([`POST ${path}`]);
});

slowTest("with --wait the command ends with the new change request", async () => {
  const [earlier, made] = [
    { id: "R1", number: 3, space: "S1" },
    { id: "R2", number: 4, space: "S2" },
  ];
  const lists = [[earlier], [earlier], [made, earlier]];
  const { context, sent } = openScriptedContext({
    answer: ({ line }) => (line.startsWith("POST ") ? {} : { items: lists.shift() }),
  });
  expect(await fixFinding(context, { ...input, wait: true })).toMatchObject({
    done: "Generated change request 4 of space S2 for the finding F1.",
    next: "To review it: tome cr diff 4 --space S2",
    record: made,
  });
  const list = `GET ${path}?limit=1000`;
  expect(sent).toEqual([list, `POST ${path}`, list, list]);
});
