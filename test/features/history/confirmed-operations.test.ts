import { expect, test } from "vitest";
import { isConfirmedElsewhere } from "../../../src/features/history/confirmed-operations.ts";
import { everyVerb } from "../../commands/tree.ts";

test("an undo asks before the requests whose commands ask", async () => {
  const differing: string[] = [];
  for (const [words, verb] of await everyVerb()) {
    if (verb.kind !== "mutation") continue;
    const isConfirmed = verb.confirm !== undefined && !verb.confirm.onlyIfSelf;
    for (const endpoint of verb.endpoints) {
      if (isConfirmedElsewhere(endpoint) !== isConfirmed) differing.push(words);
    }
  }
  expect(differing).toEqual([]);
});
