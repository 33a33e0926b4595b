import { expect, test } from "vitest";
import * as conversation from "../../../../src/contract/conversation.ts";
import {
  computeInputDigest,
  prepareInputDigest,
} from "../../../../src/service/areas/audit/payload.ts";
import { useSlowClock } from "../../../support/machine/slow-clock.ts";

const createItems = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `c${at}`, parts: [] }));

test("the digest of a large list is the same, prepared or not, and covers each item", async () => {
  const items = createItems(1000);
  const input = { organizationId: "o", conversations: items };
  const digest = computeInputDigest(conversation.ingest, input);
  const copy = { ...input };
  await prepareInputDigest(conversation.ingest, copy, "user");
  expect(computeInputDigest(conversation.ingest, copy)).toBe(digest);
  for (const at of [0, 19, 20, 999]) {
    const conversations = items.with(at, { id: "other", parts: [] });
    expect(computeInputDigest(conversation.ingest, { ...input, conversations })).not.toBe(digest);
  }
  expect(
    computeInputDigest(conversation.ingest, { ...input, conversations: createItems(999) }),
  ).not.toBe(digest);
});

test("a large list is digested in turns with other work", async () => {
  useSlowClock();
  const items = createItems(5000);
  let turns = 0;
  let isDone = false;
  const countTurns = () => {
    turns++;
    if (!isDone) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const parts = items.map((item) => ({ ...item, text: "word ".repeat(500) }));
  await prepareInputDigest(conversation.ingest, { conversations: parts }, "user");
  isDone = true;
  expect(turns).toBeGreaterThan(0);
});
