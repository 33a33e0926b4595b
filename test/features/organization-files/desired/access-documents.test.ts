/** The files with webhooks and SAML providers of an export. */
import { expect, test } from "vitest";
import { webhookEvents } from "../../../../src/contract/webhook-values.ts";
import {
  findSecretVariables,
  toSamlDocument,
  toWebhooksDocument,
} from "../../../../src/features/organization-files/desired/access-documents.ts";
import type { ResourceIds } from "../../../../src/features/organization-files/ids.ts";
import type { Live } from "../../../../src/features/organization-files/resource.ts";
import type { JsonObject } from "../../../../src/json/values.ts";
import { createPartial } from "../../../support/commands/partial.ts";

/** The address of a resource is its id. */
const ids = createPartial<ResourceIds>({ getAddress: (_: string, id: string) => id });

function live(kind: Live["kind"], id: string, fields: JsonObject): Live {
  return { kind, id, title: "Title", fields: new Map(Object.entries(fields)) };
}

function writeWebhooks(things: readonly Live[], secrets: Readonly<Record<string, string>> = {}) {
  const [notes, variables]: [string[], string[]] = [[], []];
  const document = toWebhooksDocument(things, ids, {
    say: (text) => void notes.push(text),
    secrets: new Map(Object.entries(secrets)),
    addVariable: (name) => void variables.push(name),
  });
  return { document, notes, variables };
}

const withoutSecrets =
  "The signing secrets of webhooks were not exported. Applied to another organization, the files create new ones, or take them from variables (secret).";

test("webhooks have their URL, events, state and the variables of the earlier file", () => {
  const things = [
    live("webhook", "webhooks/ci", {
      url: "https://ci.example/hook",
      events: ["a", "b"],
      active: true,
    }),
    live("webhook", "webhooks/all", {
      url: "https://all.example",
      events: [...webhookEvents],
      active: false,
    }),
    live("webhook", "webhooks/bare", { url: "https://bare.example" }),
    live("space", "spaces/other", {}),
  ];
  const entries = {
    ci: { url: "https://ci.example/hook", events: ["a", "b"] },
    all: { url: "https://all.example", events: [], active: false },
    bare: { url: "https://bare.example", events: [] },
  };
  expect(writeWebhooks(things)).toEqual({
    document: { webhooks: entries },
    ...{ notes: [withoutSecrets], variables: [] },
  });
  const secrets = { ci: "CI", all: "ALL", bare: "BARE", gone: "GONE" };
  const withSecrets = {
    ci: { ...entries.ci, secret: { env: "CI" } },
    all: { ...entries.all, secret: { env: "ALL" } },
    bare: { ...entries.bare, secret: { env: "BARE" } },
  };
  expect(writeWebhooks(things, secrets)).toEqual({
    document: { webhooks: withSecrets },
    ...{ notes: [], variables: ["CI", "ALL", "BARE"] },
  });
  expect(writeWebhooks([])).toEqual({ document: { webhooks: {} }, notes: [], variables: [] });
});

test.each<[string, boolean]>([
  ["https://hooks.example/incoming", false],
  ["https://hooks.example/incoming?key=1", true],
  ["https://hooks.example/incoming#part", true],
  ["https://hooks.example/services/T00000000B11111111", true],
  ["https://hooks.example/a1b2c3d4e5f6a7b8/send", true],
  // Too short, without digits, and without letters.
  ["https://hooks.example/a1b2c3d4e5f6a7b", false],
  ["https://hooks.example/a-very-long-word-of-a-path", false],
  ["https://hooks.example/12345678901234567890", false],
  ["not a url?key=1", false],
])("the URL %s of a webhook becomes a variable: %s", (url, isSecret) => {
  const { document, notes, variables } = writeWebhooks(
    [live("webhook", "webhooks/my-hook", { url })],
    { "my-hook": "SECRET" },
  );
  const env = "WEBHOOK_MY_HOOK_URL";
  expect(document).toMatchObject({
    webhooks: { "my-hook": { url: isSecret ? { env } : url } },
  });
  expect(variables).toEqual(isSecret ? ["SECRET", env] : ["SECRET"]);
  expect(notes).toEqual(
    isSecret
      ? [
          `The URL of webhooks/my-hook may contain a secret and was not exported: set ${env} before plan and apply.`,
        ]
      : [],
  );
});

test.each<[unknown, readonly (readonly [string, string])[]]>([
  [undefined, []],
  [{ webhooks: null }, []],
  [
    {
      webhooks: {
        ci: { secret: { env: "CI" } },
        text: { secret: "text" },
        number: { secret: { env: 7 } },
        none: null,
      },
    },
    [["ci", "CI"]],
  ],
])("the variables of the earlier file %j are found", (file, expected) => {
  expect([...findSecretVariables(file)]).toEqual(expected);
});

test("SAML providers have their fields in order, and one team in short form", () => {
  const okta = {
    ...{ ssoURL: "https://okta.example/sso", entityID: "okta", title: "Okta", certificate: "PEM" },
    ...{ defaultRole: "read", defaultTeam: "teams/all", groupsAttribute: "groups" },
    ...{ "groups/eng": ["teams/eng"], "groups/ops": ["teams/a", "teams/b"], "groups/none": [] },
    other: "ignored",
  };
  const things = [
    live("saml-provider", "saml/okta", okta),
    live("saml-provider", "saml/bare", { title: "Bare", defaultRole: null }),
    live("webhook", "webhooks/ci", { title: "CI" }),
  ];
  const document = toSamlDocument(things, ids);
  expect(document).toEqual({
    providers: {
      okta: {
        ...{ title: "Okta", entityID: "okta", ssoURL: "https://okta.example/sso" },
        ...{ certificate: "PEM", defaultRole: "read", defaultTeam: "teams/all" },
        groupsAttribute: "groups",
        groups: { eng: "teams/eng", ops: ["teams/a", "teams/b"], none: [] },
      },
      bare: { title: "Bare", defaultRole: "guest" },
    },
  });
  const { okta: first = {} } = Object(document.providers);
  expect(Object.keys(first)).toEqual([
    ...["title", "entityID", "ssoURL", "certificate", "defaultRole", "defaultTeam"],
    ...["groupsAttribute", "groups"],
  ]);
});
