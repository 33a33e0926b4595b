import { expect, test } from "vitest";
import {
  readSecrets,
  storeSecrets,
} from "../../../../src/service/areas/integrations/stored-secrets.ts";
import type { Call } from "../../../../src/service/core/handlers.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { openIntegrations } from "../../../support/organizations/integrations.ts";

test("the secrets of an integration are replaced or kept together, and omitted with another key", async () => {
  const { workspace, publish } = await openIntegrations();
  const { db } = workspace;
  await publish();
  await publish({ integrationName: "other" });
  const [secretBox, another] = [openSecretBox(undefined), openSecretBox(undefined)];
  const call = createPartial<Call>({ db, secretBox });
  const read = (name: string, box = secretBox) => readSecrets({ db, secretBox: box }, name);
  await storeSecrets(call, "link-checker", { B: "2", A: "1" });
  await storeSecrets(call, "other", { A: "3" });
  expect(Object.entries(await read("link-checker"))).toEqual([
    ["A", "1"],
    ["B", "2"],
  ]);
  await storeSecrets(call, "link-checker", undefined);
  expect(await read("link-checker")).toEqual({ A: "1", B: "2" });
  expect(Object.keys(await read("link-checker", another))).toEqual([]);
  await storeSecrets(call, "link-checker", { C: "4" });
  expect(await read("link-checker")).toEqual({ C: "4" });
  await storeSecrets(call, "link-checker", {});
  expect(await read("link-checker")).toEqual({});
  expect(await read("other")).toEqual({ A: "3" });
});
