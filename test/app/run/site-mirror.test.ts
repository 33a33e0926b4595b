import { expect, test } from "vitest";
import { openSiteMirror } from "../../../src/app/run/site-mirror.ts";
import type { SiteCopy } from "../../../src/contract/site-copy.ts";
import { createPartial } from "../../support/commands/partial.ts";

test("a copy that cannot be stored is an error of the mirror", async () => {
  const options = { version: "1.2.3", build: "test", log: () => {} };
  const copy = createPartial<SiteCopy>({ site: { id: "X1" } });
  await expect(openSiteMirror(options, copy, "https://api.example.com")).rejects.toThrow();
});
