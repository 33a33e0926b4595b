import { expect, test } from "vitest";
import {
  findSigningSecret,
  openSigningSecrets,
} from "../../../../src/service/areas/integrations/signing-secrets.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { openSecretBox } from "../../../../src/service/engines/secret-box.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

test("each integration, installation and content has its own secret, which stays the same", async () => {
  const { db } = await openWorkspace();
  const call = { db, secretBox: openSecretBox(undefined), newId: createId };
  const owners = [
    { integration: "a" },
    { integration: "b" },
    { installation: "a" },
    { installation: "b" },
    { installation: "a", content: "c" },
    { installation: "a", content: "d" },
    { installation: "b", content: "c" },
  ];
  expect(await findSigningSecret(call, { integration: "a" })).toBeUndefined();
  const compute = await openSigningSecrets(call);
  const secrets = owners.map(compute);
  expect(new Set(secrets).size).toBe(owners.length);
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
  expect(owners.map(await openSigningSecrets(call))).toEqual(secrets);
  expect(await Promise.all(owners.map((owner) => findSigningSecret(call, owner)))).toEqual(secrets);
});
