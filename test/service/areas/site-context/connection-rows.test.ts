import { expect, test } from "vitest";
import { redactedCredential } from "../../../../src/contract/site-context-values.ts";
import {
  openSettings,
  sealSettings,
} from "../../../../src/service/areas/site-context/connection-rows.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";

const row = { id: "C1", connector: "builtin:github-issues" };

test("settings that a client sends back keep their credentials, and a new token replaces one", async () => {
  const box = openSecretBox(undefined);
  const first = await sealSettings(box, row, { repository: "acme/docs", token: "old" });
  expect(first.setup).toBe('{"repository":"acme/docs"}');
  const stored = await openSettings(box, { ...row, ...first });
  const sentBack = { repository: "acme/site", token: redactedCredential };
  const second = await sealSettings(box, row, sentBack, stored);
  const kept = await openSettings(box, { ...row, ...second });
  expect(kept).toEqual({ repository: "acme/site", token: "old" });
  const third = await sealSettings(box, row, { token: "new" }, kept);
  expect(await openSettings(box, { ...row, ...third })).toEqual({
    repository: "acme/site",
    token: "new",
  });
});

test("credentials cannot be read as those of another connection", async () => {
  const box = openSecretBox(undefined);
  const encrypted = await sealSettings(box, row, { repository: "acme/docs", token: "old" });
  await expect(openSettings(box, { ...row, id: "C2", ...encrypted })).rejects.toThrow();
});
