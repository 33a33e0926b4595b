import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createEventId } from "../../../../src/service/areas/audit/event-id.ts";

/** A random id whose SHA-256 digest starts with one of the digits. */
function findId(digits: string): { readonly id: string; readonly digest: string } {
  for (let count = 0; ; count++) {
    const digest = createHash("sha256").update(`id${count}`).digest("hex");
    if (digits.includes(digest.charAt(0))) return { id: `id${count}`, digest };
  }
}

const time = new Date(0x0123456789ab);

test.each([
  ["048c", "8"],
  ["159d", "9"],
  ["26ae", "a"],
  ["37bf", "b"],
])("an id is a UUID of version 7 with its time and random digits: %s", (digits, variant) => {
  const { id, digest } = findId(digits);
  expect(createEventId(time, () => id)).toBe(
    `01234567-89ab-7000-${variant}${digest.slice(1, 4)}-${digest.slice(4, 16)}`,
  );
});

test.each([
  [undefined, "000"],
  [null, "000"],
  ["01234567-89ab-7000-8000-000000000000", "001"],
  ["01234567-89ab-70ff-8000-000000000000", "100"],
  ["01234567-89ab-7ffe-8000-000000000000", "fff"],
  ["01234567-89ab-7fff-8000-000000000000", "fff"],
])("an id follows the one of the same time before it: %s", (before, count) => {
  expect(createEventId(time, () => "id", before).slice(0, 18)).toBe(`01234567-89ab-7${count}`);
});
