import { X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import * as organization from "../../../../../src/contract/organization.ts";
import * as saml from "../../../../../src/contract/saml.ts";
import * as sso from "../../../../../src/contract/sso.ts";
import * as team from "../../../../../src/contract/team.ts";
import { toPemCertificate } from "../../../../../src/service/areas/people/sso/certificate.ts";
import { certificate } from "../../../../support/network/loopback.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { identity, secondIdentity, weakCertificate } from "../../../../support/sign-in/saml.ts";

const whole = {
  entityID: "https://login.example.com/metadata",
  certificate,
  ssoURL: "https://login.example.com/sso",
};

/** For all tests, each in its own organization. */
const workspace = await openWorkspace();

async function start() {
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const make = (settings: object = {}) =>
    workspace.ok(admin, saml.create, { organizationId, label: "Login", ...settings });
  return { workspace, organizationId, admin, make };
}

test("a provider is pending until it has an entity id, a certificate and a URL", async () => {
  const { workspace, organizationId, admin, make } = await start();
  const made = await make();
  const base = `http://127.0.0.1:4000/v1/orgs/${organizationId}/saml/${made.id}`;
  expect(made).toEqual({
    object: "saml-provider",
    id: made.id,
    label: "Login",
    entityID: "",
    certificate: "",
    defaultRole: null,
    createdAt: workspace.now.toISOString(),
    status: "pending",
    service: { acsURL: `${base}/acs`, startURL: `${base}/start`, entityID: `${base}/metadata` },
    urls: { location: base },
  });
  const asked = { organizationId, samlProviderId: made.id };
  for (const [name, value] of Object.entries(whole)) {
    const { status } = await workspace.ok(admin, saml.get, asked);
    expect(status).toBe("pending");
    await workspace.ok(admin, saml.update, { ...asked, [name]: value });
  }
  const whole_ = await workspace.ok(admin, saml.get, asked);
  expect(whole_).toMatchObject({ status: "active", entityID: whole.entityID, label: "Login" });
  expect(await workspace.ok(admin, saml.update, asked)).toEqual(whole_);
});

test("a certificate is accepted as PEM and base64, and returned as PEM", async () => {
  const { make } = await start();
  const expected = new X509Certificate(certificate).fingerprint256;
  const base64 = certificate.replace(/-----[^-]+-----|\n/g, "");
  for (const given of [
    certificate,
    `\n${certificate}\n\n`,
    certificate.replaceAll("\n", "\r\n"),
    base64,
    base64.replace(/.{64}/g, "$&\n"),
  ]) {
    const made = await make({ certificate: given });
    expect(made.certificate).toMatch(
      /^-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n?$/,
    );
    expect(new X509Certificate(made.certificate).fingerprint256).toBe(expected);
  }
});

test.each([
  "certificate",
  "{}",
  "AAAA",
  "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
  "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f\n-----END PRIVATE KEY-----",
  `${certificate.replace(/-----[^-]+-----|\n/g, "")}!`,
])("the certificate %j is refused", async (given) => {
  const { workspace, organizationId, admin, make } = await start();
  const asked = { organizationId, label: "Login", certificate: given };
  const refusal = {
    status: 400,
    message:
      "certificate is not an X.509 certificate. Specify the identity provider's certificate as PEM or base64.",
  };
  expect(await workspace.refused(admin, saml.create, asked)).toEqual(refusal);
  const { id: samlProviderId } = await make(whole);
  const changes = { organizationId, samlProviderId, certificate: given };
  expect(await workspace.refused(admin, saml.update, changes)).toEqual(refusal);
});

test("text next to a certificate is not stored", async () => {
  const { make } = await start();
  const key = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIAAB\n-----END PRIVATE KEY-----\n";
  const made = await make({ certificate: certificate + key });
  expect(made.certificate).not.toContain("PRIVATE");
});

test("the default team belongs to the organization, and the default role is stored", async () => {
  const { workspace, organizationId, admin, make } = await start();
  const other = await workspace.organization();
  await workspace.enroll(other, admin, "admin");
  const create = (organization_: string) =>
    workspace.ok(admin, team.create, { organizationId: organization_, title: "Team" });
  const [own, foreign] = [await create(organizationId), await create(other)];
  const made = await make({ defaultTeam: own.id, defaultRole: "comment" });
  expect(made).toMatchObject({ defaultTeam: { id: own.id }, defaultRole: "comment" });
  const asked = { organizationId, label: "Login", defaultTeam: foreign.id };
  expect(await workspace.refused(admin, saml.create, asked)).toMatchObject({
    status: 400,
    message: expect.stringContaining("defaultTeam"),
  });
  const back = { organizationId, samlProviderId: made.id, defaultRole: null };
  expect(await workspace.ok(admin, saml.update, back)).toMatchObject({ defaultRole: null });
});

test("providers are listed from the oldest, page by page, each with its team", async () => {
  const { workspace, organizationId, admin, make } = await start();
  const { id } = await workspace.ok(admin, team.create, { organizationId, title: "Team" });
  const made = [];
  for (const settings of [{}, { defaultTeam: id }, whole]) {
    made.push(await make(settings));
    workspace.passDays(1);
  }
  const first = await workspace.ok(admin, saml.list, { organizationId, limit: 2 });
  const page = first.next?.page ?? "";
  const second = await workspace.ok(admin, saml.list, { organizationId, limit: 2, page });
  expect([...first.items, ...second.items]).toEqual(made);
});

test("only admins see and change providers, and every member sees the sign-in URL", async () => {
  const { workspace, organizationId, make } = await start();
  const pending = await make({ label: "Pending" });
  const active = await make(whole);
  for (const role of ["create", null] as const) {
    const caller = await workspace.member(organizationId, role);
    const asked = { organizationId, samlProviderId: active.id };
    const tried = [
      await workspace.ask(caller, saml.list, { organizationId }),
      await workspace.ask(caller, saml.create, { organizationId, label: "Mine" }),
      await workspace.ask(caller, saml.get, asked),
      await workspace.ask(caller, saml.update, asked),
      await workspace.ask(caller, saml.remove, asked),
    ];
    expect(tried.map((answer) => answer.status)).toEqual([403, 403, 403, 403, 403]);
    const { items } = await workspace.ok(caller, sso.list, { organizationId });
    expect(items).toEqual([{ id: active.id, label: "Login", startURL: active.service.startURL }]);
    expect(items).not.toContainEqual(expect.objectContaining({ id: pending.id }));
  }
  const stranger = await workspace.person();
  expect(await workspace.refused(stranger, sso.list, { organizationId })).toMatchObject({
    status: 404,
  });
});

test("a provider is deleted once", async () => {
  const { workspace, organizationId, admin, make } = await start();
  const asked = { organizationId, samlProviderId: (await make()).id };
  expect(await workspace.ask(admin, saml.remove, asked)).toMatchObject({ status: 205 });
  expect(await workspace.ask(admin, saml.remove, asked)).toMatchObject({ status: 204 });
  expect(await workspace.refused(admin, saml.get, asked)).toMatchObject({ status: 404 });
});

test("with enforced single sign-on, the last active provider stays active", async () => {
  const { workspace, organizationId, admin, make } = await start();
  await make({ label: "Pending" });
  const { id: samlProviderId } = await make(whole);
  const asked = { organizationId, samlProviderId };
  await workspace.ok(admin, organization.update, { organizationId, sso: true });
  const refusal = { status: 409, message: expect.stringContaining("enforces single sign-on") };
  expect(await workspace.refused(admin, saml.remove, asked)).toEqual(refusal);
  const emptied = { ...asked, entityID: "" };
  expect(await workspace.refused(admin, saml.update, emptied)).toEqual(refusal);
  await workspace.ok(admin, saml.update, { ...asked, label: "Renamed" });
  const second = await make(whole);
  expect(await workspace.ask(admin, saml.remove, asked)).toMatchObject({ status: 205 });
  await workspace.ok(admin, organization.update, { organizationId, sso: false });
  const last = { organizationId, samlProviderId: second.id };
  expect(await workspace.ask(admin, saml.remove, last)).toMatchObject({ status: 205 });
});

test("a new certificate that has expired or has a weak key is refused, and a stored one is kept", () => {
  const now = new Date("2026-03-02T08:00:00Z");
  const later = new Date("2326-03-02T08:00:00Z");
  expect(() => toPemCertificate(weakCertificate, now)).toThrow("RSA key of 1024 bits");
  expect(toPemCertificate(weakCertificate, now, weakCertificate)).toBe(weakCertificate);
  expect(() => toPemCertificate(identity.certificate, later)).toThrow("certificate expired on");
  const stored = identity.certificate;
  expect(toPemCertificate(stored, later, stored)).toBe(stored);
  expect(() => toPemCertificate(stored + secondIdentity.certificate, later, stored)).toThrow(
    "certificate expired on",
  );
  expect(toPemCertificate(stored + secondIdentity.certificate, now)).toBe(
    stored + secondIdentity.certificate,
  );
});

test("an update accepts the stored certificate of its provider, even if it would be refused now", async () => {
  const { workspace, organizationId, admin, make } = await start();
  const [one, other] = [await make(), await make()];
  // Stored by an earlier version.
  await workspace.db
    .updateTable("saml_providers")
    .set({ certificate: weakCertificate })
    .where("id", "=", one.id)
    .execute();
  const update = (samlProviderId: string) =>
    workspace.ask(admin, saml.update, {
      ...{ organizationId, samlProviderId, label: "Renamed", certificate: weakCertificate },
    });
  expect((await update(one.id)).status).toBe(200);
  expect((await update(other.id)).status).toBe(400);
});
