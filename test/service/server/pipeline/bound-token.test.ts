import { describe, expect, test } from "vitest";
import { type Endpoint, getMethod } from "../../../../src/contract/endpoint.ts";
import * as invitation from "../../../../src/contract/invitation.ts";
import * as organizationInvite from "../../../../src/contract/organization-invite.ts";
import * as userContract from "../../../../src/contract/user.ts";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { addProvider, askWith, signIn } from "../../../support/models/consent-world.ts";
import {
  type FullOrganization,
  openFullOrganization,
  tryAll,
} from "../../../support/organizations/full-organization.ts";
import { manifestFor } from "../../../support/organizations/integrations.ts";
import { endpoints } from "../../../support/requests/made.ts";

const secret = "Confidential";

/**
 * A full organization, and an admin of it who is in another organization, whose provider signs them
 * in.
 */
async function start() {
  const target = await openFullOrganization(secret);
  const { workspace, organizationId } = target;
  const home = await workspace.organization("Home");
  await workspace.vouch(home, "example.com");
  await addProvider(workspace, home, "Home login");
  const user = await workspace.member(home, "admin");
  const stranger = await workspace.member(home, "admin");
  await workspace.enroll(organizationId, user, "admin");
  return { target, home, user, stranger, token: await signIn(workspace, home, user) };
}

/** The operations of these tests. */
const tried: ReadonlySet<Endpoint> = new Set(sample(endpoints, 60));
const isTried = (endpoint: Endpoint) => tried.has(endpoint);
const isTriedRead = (endpoint: Endpoint) => isTried(endpoint) && getMethod(endpoint) === "GET";

async function tryWith(
  target: FullOrganization,
  caller: string,
  chosen: typeof isTried,
  token?: string,
) {
  const all = await tryAll(target, caller, chosen, undefined, {}, token);
  return new Map(all.map((one) => [one.name, one]));
}

/** One for the tests that change nothing of it. */
const shared = await start();

describe("a token of single sign-on", () => {
  slowTest(
    "has the access of an outsider in another organization, even if its owner is an admin there",
    async () => {
      const { target, user, stranger, token } = shared;
      const bound = await tryWith(target, user, isTried, token);
      const strange = await tryWith(target, stranger, isTried);
      const differing: string[] = [];
      for (const [name, { status, body, changed, endpoint }] of bound) {
        const other = strange.get(name);
        const isSame = status === other?.status && changed === other.changed;
        if (!isSame) differing.push(`${endpoint.operation} ${status}`);
        if (body.includes(secret)) expect(other?.body, name).toContain(secret);
      }
      const operations = new Set([...bound.values()].map(({ endpoint }) => endpoint.operation));
      const statuses = [
        ["createOrganization", 403],
        ["joinOrganization", 404],
        ["joinOrganizationWithInvite", 404],
      ] as const;
      const expected = statuses.filter(([operation]) => operations.has(operation));
      expect(new Set(differing)).toEqual(new Set(expected.map((one) => one.join(" "))));
      const own = [...(await tryWith(target, user, isTriedRead)).values()];
      const opened = own.filter(({ status }) => status < 300);
      expect(opened.length).toBeGreaterThan(own.length / 3);
    },
  );

  test("has access to its own organization, and lists no other", async () => {
    const { target, home, token } = shared;
    const { workspace, organizationId } = target;
    const opens = (path: string) => askWith(workspace, token, path);
    expect(await opens(`/v1/orgs/${home}/members`)).toBe(200);
    expect(await opens(`/v1/orgs/${organizationId}`)).toBe(404);
    const headers = { authorization: `Bearer ${token}` };
    const url = "http://127.0.0.1:4000/v1/orgs";
    const { body } = await workspace.service.transport({ method: "GET", url, headers });
    const { items } = JSON.parse(String(body));
    expect(items.map(({ id }: { id: string }) => id)).toEqual([home]);
  });

  test("publishes for its own organization by hostname, and for no other", async () => {
    const { target, home, token } = shared;
    const { workspace, organizationId } = target;
    const publish = async (id: string, hostname: string) => {
      const { db } = workspace;
      await db.updateTable("organizations").set({ hostname }).where("id", "=", id).execute();
      const { integrationName, ...body } = manifestFor(hostname, { integrationName: hostname });
      const { status } = await workspace.service.transport({
        method: "POST",
        url: `http://127.0.0.1:4000/v1/integrations/${integrationName}`,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return status;
    };
    expect(await publish(home, "home-docs")).toBe(200);
    expect(await publish(organizationId, "other-docs")).toBe(404);
  });

  test("neither shows nor answers invitations of another organization", async () => {
    const { target, user, token } = shared;
    const { workspace } = target;
    const other = await workspace.organization("Inviting");
    const admin = await workspace.member(other, "admin");
    const { email } = await workspace.ok(user, userContract.current, {});
    const invite = { organizationId: other, emails: [email ?? ""], role: "edit" as const };
    await workspace.ok(admin, organizationInvite.users, invite);
    const send = async (
      method: "GET" | "POST" | "DELETE" | "PATCH",
      path: string,
      json?: object,
    ) => {
      const { status, body } = await workspace.service.transport({
        method,
        url: `http://127.0.0.1:4000/v1${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          ...(json && { "content-type": "application/json" }),
        },
        ...(json && { body: JSON.stringify(json) }),
      });
      return { status, body: String(body) };
    };
    expect(await send("GET", "/user/invitations")).toEqual({
      status: 200,
      body: '{"items":[],"count":0}',
    });
    for (const method of ["POST", "DELETE"] as const) {
      const { status, body } = await send(
        method,
        `/orgs/${other}/invitation`,
        method === "POST" ? {} : undefined,
      );
      expect([status, body]).toEqual([403, expect.not.stringContaining("Inviting")]);
    }
    const { items } = await workspace.ok(user, invitation.list, {});
    expect(items).toMatchObject([{ organization: { id: other }, role: "edit" }]);
  });

  test("does not change the profile that other organizations show", async () => {
    const { target, user, token } = shared;
    const { workspace } = target;
    const { displayName } = await workspace.ok(user, userContract.current, {});
    const { status } = await workspace.service.transport({
      method: "PATCH",
      url: `http://127.0.0.1:4000/v1/users/${user}`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ displayName: "Somebody else" }),
    });
    expect(status).toBe(403);
    expect(await workspace.ok(user, userContract.current, {})).toMatchObject({ displayName });
  });

  test("ends when the domain of its owner's email is no longer verified", async () => {
    const { target, home, token } = await start();
    const { workspace } = target;
    await workspace.db
      .updateTable("organization_domains")
      .set({ verified_at: null })
      .where("organization_id", "=", home)
      .execute();
    expect(await askWith(workspace, token, "/v1/user")).toBe(401);
  });
});
