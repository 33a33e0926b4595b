import { expect, test } from "vitest";
import {
  openRewriting,
  rewriteReferences,
} from "../../../../src/features/backup/restore/new-ids.ts";

test("a location in a file refers to the restored file", async () => {
  const ids = {
    collection: () => undefined,
    space: () => undefined,
    content: (space: string, id: string) => (space === "home" && id === "old" ? "new" : undefined),
  };
  const rewriting = await openRewriting(ids, "home");
  const url = (value: string) => ({ ref: { kind: "url", url: value } });
  const rewritten = (value: string) => rewriteReferences(url(value), rewriting);
  expect(rewritten("/files/old#L35")).toEqual(url("/files/new#L35"));
  expect(rewritten("/pages/old#part")).toEqual(url("/pages/new#part"));
  for (const other of ["/files/gone#L35", "#old", "https://example.com/files/old#L35"]) {
    expect(rewritten(other)).toEqual(url(other));
  }
});
