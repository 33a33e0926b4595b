import { describe, expect, test } from "vitest";
import * as team from "../../../../src/contract/team.ts";
import { openArrival } from "../../../../src/service/areas/sign-in/encrypted-result.ts";
import { consume } from "../../../../src/service/areas/sign-in/saml-acs.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { encoded, identity, signedResponse, type Told } from "../../../support/sign-in/saml.ts";
import { base, openRequests } from "./requests.ts";

const groupsAttribute = (name: string, ...values: readonly string[]) =>
  `<saml:AttributeStatement><saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join("")}</saml:Attribute></saml:AttributeStatement>`;

async function start() {
  const opened = await openRequests();
  const { workspace, db, org, admin, provider, request, secretBox } = opened;
  const path = `/v1/orgs/${org}/saml/${provider.id}`;
  const configure = (columns: object) =>
    db.updateTable("saml_providers").set(columns).where("id", "=", provider.id).execute();
  await configure({ certificate: identity.certificate });
  const createMessage = (changes: Partial<Told> = {}) =>
    signedResponse({
      ...{ issuer: provider.entity_id, audience: `${base}${path}/metadata` },
      ...{ recipient: `${base}${path}/acs`, now: workspace.now, ...changes },
    });
  const bring = (text: string) => {
    const body = new URLSearchParams({ SAMLResponse: encoded(text) }).toString();
    return consume(request({ body }));
  };
  const read = async ({ headers }: Awaited<ReturnType<typeof bring>>) => {
    const url = new URL(headers.location ?? "");
    expect(url.origin + url.pathname).toBe(`${base}${path}/arrive`);
    return openArrival(secretBox, url.searchParams.get("with") ?? "", workspace.now);
  };
  const createTeam = async (title: string) =>
    (await workspace.ok(admin, team.create, { organizationId: org, title })).id;
  const addGroup = (name: string, team_id: string) =>
    db.insertInto("saml_groups").values({ provider_id: provider.id, name, team_id }).execute();
  const failures = async () =>
    (await db.selectFrom("saml_failures").select("reason").execute()).map(({ reason }) => reason);
  return { ...opened, configure, createMessage, bring, read, createTeam, addGroup, failures };
}

describe("a response of the identity provider", () => {
  test("is passed on for a minute, with the user and the end of the session", async () => {
    const { createMessage, bring, read, provider, workspace, pass } = await start();
    const sessionEnd = new Date(workspace.now.getTime() + 3_600_000);
    const answer = await bring(createMessage({ sessionEnd }));
    const until = workspace.now.getTime() + 60_000;
    expect(answer.status).toBe(303);
    expect(await read(answer)).toEqual({
      ...{ provider: provider.id, request: "_request", email: "ada@example.com", until },
      sessionEnd: sessionEnd.getTime(),
    });
    pass(60_000);
    expect(await read(answer)).toBeUndefined();
  });

  slowTests.each([0, 60_001, 359_999])(
    "is accepted once, even after %d ms",
    async (milliseconds) => {
      const { createMessage, bring, provider, failures, pass } = await start();
      const message = createMessage();
      expect((await bring(message)).status).toBe(303);
      pass(milliseconds);
      const again = await bring(message);
      const reason = `The response from ${provider.label} was rejected: the assertion was already used.`;
      expect(again.status).toBe(403);
      expect(again.body).toContain(reason);
      expect(await failures()).toEqual([reason]);
      expect((await bring(createMessage({ id: "_other" }))).status).toBe(303);
    },
  );

  slowTests.each([
    ["certificate", "the provider is not fully configured"],
    ["entity_id", "the provider is not fully configured"],
    ["sso_url", "the provider is not fully configured"],
  ])("is rejected without the %s of the provider", async (column, reason) => {
    const { createMessage, bring, configure, failures } = await start();
    const message = createMessage();
    await configure({ [column]: "" });
    expect((await bring(message)).status).toBe(403);
    expect(await failures()).toEqual([`The response from Login was rejected: ${reason}.`]);
  });

  test("is rejected without a message, or for another audience", async () => {
    const { createMessage, request, bring, failures, pass } = await start();
    expect((await consume(request({ body: "" }))).status).toBe(403);
    pass(2000);
    expect((await consume(request())).status).toBe(403);
    pass(2000);
    const audience = `${base}/v1/orgs/O1/saml/P1/metadata`;
    expect((await bring(createMessage({ audience }))).status).toBe(403);
    const reasons = await failures();
    expect(reasons.every((one) => one.startsWith("The response from Login was rejected: "))).toBe(
      true,
    );
    expect(reasons).toHaveLength(2);
  });
});

describe("the groups of the user", () => {
  slowTest("name the teams of the provider, each once", async () => {
    const { createMessage, bring, read, createTeam, addGroup } = await start();
    const more = groupsAttribute("groups", "engineering", "docs", "unknown");
    expect((await read(await bring(createMessage({ more, id: "_1" }))))?.teams).toBeUndefined();
    const [one, two] = [await createTeam("One"), await createTeam("Two")];
    for (const name of ["engineering", "docs", "sales"]) await addGroup(name, one);
    await addGroup("sales", two);
    expect((await read(await bring(createMessage({ more, id: "_2" }))))?.teams).toEqual([one]);
    expect((await read(await bring(createMessage({ id: "_3" }))))?.teams).toEqual([]);
    const sales = groupsAttribute("groups", "sales");
    const answer = await bring(createMessage({ more: sales, id: "_4" }));
    expect((await read(answer))?.teams?.toSorted()).toEqual([one, two].toSorted());
  });

  test("are those of the configured attribute", async () => {
    const { createMessage, bring, read, createTeam, addGroup, configure } = await start();
    const one = await createTeam("One");
    await addGroup("engineering", one);
    await configure({ groups_attribute: "urn:staff" });
    const readTeams = async (name: string, id: string) => {
      const more = groupsAttribute(name, "engineering");
      return (await read(await bring(createMessage({ more, id }))))?.teams;
    };
    expect(await readTeams("urn:staff", "_1")).toEqual([one]);
    expect(await readTeams("groups", "_2")).toEqual([]);
  });
});
