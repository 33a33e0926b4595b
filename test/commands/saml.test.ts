import { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commands } from "../../src/commands/saml.ts";
import { openTome } from "../support/commands/tome.ts";
import { slowTest, slowTests } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { certificate } from "../support/network/loopback.ts";
import { identity, secondIdentity, weakCertificate } from "../support/sign-in/saml.ts";

async function start() {
  const tome = openTome();
  const run = (line: string, stdin = "") => tome(`${line} --local`, { stdin });
  const ok = async (line: string, stdin = "") => {
    const { code, stdout, stderr } = await run(line, stdin);
    if (code !== 0) throw new Error(`tome ${line} ended with ${code}: ${stderr}`);
    return stdout.trimEnd();
  };
  return { run, ok };
}

const addresses = "--entity-id https://id.example --sso-url https://id.example/sso";

function describeCreated(id: string): string {
  return `Created the SAML provider "Okta" (${id}, active). To list the members who can sign in: tome saml users --local\n`;
}

slowTest(
  "a provider is created with a certificate from a file or from standard input",
  async () => {
    const { run, ok } = await start();
    const file = join(temporaryFolder(), "certificate.pem");
    writeFileSync(file, certificate);
    const made = await run(`saml create --label Okta ${addresses} --certificate ${file} --json`);
    const provider = JSON.parse(made.stdout);
    expect(provider).toMatchObject({ status: "active", certificate });
    expect(made.stderr).toBe(describeCreated(provider.id));
    expect(await ok("sso list --jq .[].label")).toBe("Okta");
    const second = await ok("saml create --label Azure --format id");
    expect(await ok(`saml get ${second} --jq .status`)).toBe("pending");
    await ok(
      `saml update ${second} ${addresses} --certificate - --default-role guest`,
      certificate,
    );
    expect(await ok(`saml get ${second} --jq .status`)).toBe("active");
    expect(await ok("saml list --format id")).toBe(`${provider.id}\n${second}`);
    expect((await run(`saml delete ${second} --yes`)).stderr).toContain(
      "Deleted the SAML provider",
    );
  },
);

describe("a person reads of a certificate", () => {
  const column = commands.verbs.get?.kind === "query" ? commands.verbs.get.columns : [];
  const describeText = column.find(({ path }) => path === "certificate")?.describe;
  const expires = (pem: string) => {
    const { subject, validTo } = new X509Certificate(pem);
    return `${subject.replaceAll("\n", ", ")}, expires ${new Date(validTo).toISOString().slice(0, 10)}`;
  };
  const [first, second] = [identity.certificate, secondIdentity.certificate];
  const unreadable = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";

  test.each([
    ["its subject and expiry", first, expires(first)],
    ["those of each of several", `${first}\n${second}`, `${expires(first)}; ${expires(second)}`],
    ["the text, if it cannot be read", unreadable, unreadable],
    ["the text, if one of several cannot be read", first + unreadable, first + unreadable],
    ["the text, if it has another form", "MIIC…", "MIIC…"],
    ["nothing, if it is empty", "", ""],
  ])("%s", (_, text, described) => {
    expect(describeText?.(text)).toBe(described);
  });
});

test("an invalid certificate is refused, and a missing file is named", async () => {
  const { run } = await start();
  const missing = await run("saml create --label Okta --certificate nothing.pem");
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("nothing.pem")]);
  const wrong = await run("saml create --label Okta --certificate -", "no certificate");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("X.509")]);
  const long = await run("saml create --label Okta --certificate -", "x".repeat(10_001));
  expect(long.code).toBe(2);
  expect(long.stderr).toContain("--certificate can have at most 10000 characters (it has 10001)");
});

test("a dry run shows the text of the certificate and sends nothing", async () => {
  const { ok } = await start();
  const shown = JSON.parse(await ok("saml create --label Okta --certificate - -n", certificate));
  expect(shown.body).toEqual({ label: "Okta", certificate });
  expect(await ok("saml list --format id")).toBe("");
});

slowTest(
  "certificates are added, listed and removed during a rollover, in any format",
  async () => {
    const { run, ok } = await start();
    const folder = temporaryFolder();
    const write = (name: string, content: string | Uint8Array) => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const first = write("first.der", new X509Certificate(identity.certificate).raw);
    const second = write("second.txt", `Certificate:\n    Data:\n${secondIdentity.certificate}`);
    await ok(`saml create --label Okta ${addresses} --certificate ${first}`);
    const fingerprints = [identity, secondIdentity].map((one) =>
      new X509Certificate(one.certificate).fingerprint256.replaceAll(":", "").toLowerCase(),
    );
    const added = await run(`saml certificate add Okta ${second}`);
    expect(added.stderr).toContain(
      `Added a certificate to the SAML provider "Okta" (${fingerprints[1]}).`,
    );
    const again = await run(`saml certificate add Okta ${second}`);
    expect(again.stderr).toContain("already has the certificate. No changes were made.");
    const list = JSON.parse(await ok("saml certificate list Okta --json"));
    expect(list.map((one: { fingerprint: string }) => one.fingerprint).sort()).toEqual(
      [...fingerprints].sort(),
    );
    expect(list[0]).toMatchObject({ key: "RSA 2048", expiresAt: expect.stringMatching(/Z$/) });
    const absent = await run("saml certificate remove Okta 00");
    expect([absent.code, absent.stderr]).toEqual([2, expect.stringContaining("No certificate of")]);
    await ok(`saml certificate remove Okta ${fingerprints[0]?.slice(0, 12)}`);
    expect(await ok("saml certificate list Okta --jq .[].fingerprint")).toBe(fingerprints[1]);
    const last = await run(`saml certificate remove Okta ${fingerprints[1]}`);
    expect([last.code, last.stderr]).toEqual([2, expect.stringContaining("the only certificate")]);
    const weak = await run(`saml certificate add Okta ${write("weak.pem", weakCertificate)}`);
    const wrong = await run(`saml certificate add Okta ${write("wrong.pem", "wrong")}`);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining("no X.509 certificate"),
    ]);
    expect([weak.code, weak.stderr]).toEqual([1, expect.stringContaining("RSA key of 1024 bits")]);
  },
);

slowTest(
  "groups of a provider are added, listed and removed with the titles of their teams",
  async () => {
    const { run, ok } = await start();
    const team = await ok("team create --title Developers --format id");
    await ok("saml create --label Okta --format id");
    await ok("saml group add Okta engineering --team Developers");
    const again = await run("saml group add Okta engineering --team Developers");
    expect(again.stderr).toContain("No changes were made.");
    await ok("saml update Okta --groups-attribute roles");
    const [row] = JSON.parse(await ok("saml group list Okta --json"));
    expect(row).toEqual({ name: "engineering", team, title: "Developers" });
    expect(JSON.parse(await ok("saml get Okta --json"))).toMatchObject({
      groupsAttribute: "roles",
      groups: [{ name: "engineering", team }],
    });
    const absent = await run("saml group remove Okta nothing");
    expect([absent.code, absent.stderr]).toEqual([
      2,
      expect.stringContaining("tome saml group list"),
    ]);
    await ok("saml group remove Okta engineering");
    expect(await ok("saml group list Okta --json")).toBe("[]");
    await ok("saml update Okta --no-groups-attribute");
    expect(JSON.parse(await ok("saml get Okta --json")).groupsAttribute).toBeUndefined();
  },
);

/** Metadata as identity providers write it: with different prefixes, orders and key uses. */
function getMetadata(
  form: "plain" | "prefixed",
  { bindings = ["HTTP-POST", "HTTP-Redirect"], use = ' use="signing"', roles = 1 } = {},
): string {
  const p = form === "prefixed" ? "md:" : "";
  const key = certificate.replace(/-----[A-Z ]+-----|\s/g, "");
  const services = bindings.map(
    (binding) =>
      `<${p}SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="https://id.example/sso?a=1&amp;b=${binding}"/>`,
  );
  const role = `<${p}IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<${p}KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${key}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></${p}KeyDescriptor>
${services.join("\n")}</${p}IDPSSODescriptor>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- <${p}EntityDescriptor entityID="https://old.example"> -->
<${p}EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID='https://id.example/entity'>
${Array.from({ length: roles }, () => role).join("\n")}</${p}EntityDescriptor>
`;
}

slowTests.each(["plain", "prefixed"] as const)(
  "a provider is created and changed from %s metadata",
  async (form) => {
    const { run, ok } = await start();
    const file = join(temporaryFolder(), "metadata.xml");
    writeFileSync(file, getMetadata(form));
    const made = await run(`saml create --label Okta --metadata ${file} --json`);
    const provider = JSON.parse(made.stdout);
    expect(provider).toMatchObject({
      status: "active",
      entityID: "https://id.example/entity",
      ssoURL: "https://id.example/sso?a=1&b=HTTP-Redirect",
      certificate,
    });
    expect(made.stderr).toBe(describeCreated(provider.id));
    const own = "--sso-url https://own.example/sso";
    await ok(`saml update Okta --metadata - ${own}`, getMetadata(form, { use: "" }));
    expect(JSON.parse(await ok("saml get Okta --json ssoURL,entityID"))).toEqual({
      ssoURL: "https://own.example/sso",
      entityID: "https://id.example/entity",
    });
  },
);

slowTests.each([
  ["several identity providers", getMetadata("plain", { roles: 2 }), "of one identity provider"],
  ["no signing key", getMetadata("plain", { use: ' use="encryption"' }), "signing certificate"],
  [
    "only other bindings",
    getMetadata("plain", { bindings: ["HTTP-POST", "SOAP"] }),
    "HTTP-POST, SOAP",
  ],
  [
    "an entity declaration",
    getMetadata("plain").replace("?>", "?><!DOCTYPE a>"),
    "of one identity",
  ],
  ["other text", "<html></html>", "of one identity provider"],
])("metadata with %s is refused, and nothing is created", async (_, text, reason) => {
  const { run, ok } = await start();
  const { code, stderr } = await run("saml create --label Okta --metadata -", text);
  expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  expect(await ok("saml list --format id")).toBe("");
});

slowTest(
  "a dry run of a change to certificates or groups prints the request and changes nothing",
  async () => {
    const { ok } = await start();
    const folder = temporaryFolder();
    const write = (name: string, text: string) => {
      const file = join(folder, name);
      writeFileSync(file, text);
      return file;
    };
    const first = write("first.pem", identity.certificate);
    const second = write("second.pem", secondIdentity.certificate);
    const id = await ok(`saml create --label Okta ${addresses} --certificate ${first} --format id`);
    await ok("team create --title Writers");
    const before = await ok("saml get Okta --json");
    for (const line of [
      `saml certificate add Okta ${second}`,
      "saml group add Okta engineering --team Writers",
    ]) {
      const { method, url, body } = JSON.parse(await ok(`${line} --dry-run`));
      expect([method, url.endsWith(`/saml/${id}`)]).toEqual(["PATCH", true]);
      expect(Object.keys(body)).toHaveLength(1);
      expect(await ok("saml get Okta --json")).toBe(before);
    }
    await ok(`saml certificate add Okta ${second}`);
    const [{ fingerprint }] = JSON.parse(await ok("saml certificate list Okta --json"));
    const removal = JSON.parse(await ok(`saml certificate remove Okta ${fingerprint} -n`));
    expect(removal.body.certificate.match(/BEGIN/g)).toHaveLength(1);
    expect(JSON.parse(await ok("saml certificate list Okta --json"))).toHaveLength(2);
    await ok("saml group add Okta engineering --team Writers");
    const group = JSON.parse(await ok("saml group remove Okta engineering -n"));
    expect(group.body).toEqual({ groups: [] });
    expect(await ok("saml group list Okta")).toContain("engineering");
  },
);
