import { expect, test } from "vitest";
import {
  mostVisitorHashes,
  VisitorHashes,
} from "../../../../src/service/areas/insights/visitor-hashes.ts";

const ada = { client: "192.0.2.1", userAgent: "Firefox" };

test("a visitor is new once for each subject and day", () => {
  const hashes = new VisitorHashes();
  const days = ["2026-01-01", "2026-01-02", "2026-01-03"];
  for (const day of days) {
    const hash = hashes.compute(day, ada);
    for (const subject of ["site", "page"]) {
      expect([hashes.isNew(subject, hash), hashes.add(subject, hash)]).toEqual([true, true]);
      expect([hashes.isNew(subject, hash), hashes.add(subject, hash)]).toEqual([false, false]);
      expect(hashes.compute(day, ada)).toBe(hash);
    }
  }
});

test("the same visitor has another hash on each day", () => {
  const hashes = new VisitorHashes();
  const days = ["2026-01-01", "2026-01-02", "2026-01-01"];
  expect(new Set(days.map((day) => hashes.compute(day, ada))).size).toBe(3);
});

test("visitors beyond the limit of a day are not new, and those of the next day are", () => {
  const hashes = new VisitorHashes();
  for (const day of ["2026-01-01", "2026-01-02"]) {
    hashes.compute(day, ada);
    let added = 0;
    for (let at = 0; at < mostVisitorHashes + 10; at++) if (hashes.add("site", String(at))) added++;
    expect(added).toBe(mostVisitorHashes);
    expect(hashes.isNew("page", "another")).toBe(false);
  }
});

test("visitors differ by their address and by their user agent", () => {
  const hashes = new VisitorHashes();
  const parts = ["", "a", "b", "a b", "b a"];
  const visitors = parts.flatMap((client) => parts.map((userAgent) => ({ client, userAgent })));
  const all = () => visitors.map((visitor) => hashes.compute("2026-01-01", visitor));
  expect(all()).toEqual(all());
  expect(new Set(all()).size).toBe(visitors.length);
});

test("a hash has 96 bits in base64url", () => {
  const hash = new VisitorHashes().compute("2026-01-01", ada);
  expect(hash).toMatch(/^[\w-]{16}$/);
});
