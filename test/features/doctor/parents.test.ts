import { describe, expect, test } from "vitest";
import type { Context } from "../../../src/context.ts";
import { NameNotFoundError } from "../../../src/errors.ts";
import { fetchParents } from "../../../src/features/doctor/parents.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

type Setting = readonly [value: string, from: string];

interface Options {
  readonly org?: Setting;
  readonly space?: Setting;
  readonly site?: Setting;
  readonly local?: boolean;
  /** Ids by kind, or the errors of their look-up. */
  readonly ids?: Readonly<Record<string, string | Error>>;
  readonly responses?: Readonly<Record<string, unknown>>;
}

async function fetchChecks({ org, space, site, local = false, ids = {}, responses = {} }: Options) {
  const toSetting = (one: Setting | undefined) => one && { value: one[0], from: one[1] };
  const context = createPartial<Context>({
    settings: {
      local,
      profileFlag: " --profile work",
      org: toSetting(org),
      space: toSetting(space),
      site: toSetting(site),
    },
    local: { organization: async () => "OLOCAL" },
    parentId: async (name: string) => {
      const id = ids[name];
      if (id instanceof Error) throw id;
      return id;
    },
  });
  const { client, sent } = openScriptedClient(({ line }) => responses[line] ?? 404);
  return { checks: await fetchParents(context, client), sent };
}

const acme: Setting = ["acme", "profile work"];
const acmeFound = {
  check: "organization",
  ok: true,
  found: "Acme, acme (profile work)",
  fix: null,
};
const ofAcme = { "GET /orgs/O1": { id: "O1", title: "Acme" } };

describe("the default organization", () => {
  test.each<readonly [string, Options, object, readonly string[]]>([
    [
      "that is not set is suggested",
      {},
      {
        ok: true,
        found: "not set; commands require --org",
        fix: "To list yours: tome org list; to set one: tome config set org <org> --profile work",
      },
      [],
    ],
    [
      "of the local platform is its own",
      { local: true, responses: { "GET /orgs/OLOCAL": { title: "Local" } } },
      { ok: true, found: "Local, OLOCAL (organization of the local platform)", fix: null },
      ["GET /orgs/OLOCAL"],
    ],
    [
      "of a setting is shown with its title",
      { org: acme, local: true, ids: { org: "O1" }, responses: ofAcme },
      acmeFound,
      ["GET /orgs/O1"],
    ],
    [
      "without a title is shown by its reference",
      { org: acme, responses: { "GET /orgs/acme": {} } },
      { ok: true, found: "acme (profile work)", fix: null },
      ["GET /orgs/acme"],
    ],
    [
      "that does not exist can be replaced",
      { org: acme },
      {
        ok: false,
        found: "acme (profile work) does not exist or is not visible to you",
        fix: "To list yours: tome org list; tome config set org <org> --profile work",
      },
      ["GET /orgs/acme"],
    ],
    [
      "that is not visible can be replaced",
      { org: ["acme", "environment TOME_ORG"], responses: { "GET /orgs/acme": 403 } },
      {
        ok: false,
        found: "acme (environment TOME_ORG) does not exist or is not visible to you",
        fix: "To list yours: tome org list; then change TOME_ORG",
      },
      ["GET /orgs/acme"],
    ],
    [
      "is checked again later after another error of the platform",
      { org: acme, responses: { "GET /orgs/acme": 500 } },
      { ok: false, found: "acme (profile work): Answered with 500.", fix: "Try again later" },
      ["GET /orgs/acme"],
    ],
    [
      "with an unknown name is reported with the other names",
      {
        org: ["acme", "project file /p/.tome.json"],
        ids: { org: new NameNotFoundError("No organization matches.", "hint", ["a", "b"]) },
      },
      {
        ok: false,
        found: "No organization matches. a b",
        fix: 'To list yours: tome org list; then change "org" in /p/.tome.json',
      },
      [],
    ],
  ])("%s", async (_, options, expected, requests) => {
    const { checks, sent } = await fetchChecks(options);
    expect(checks).toEqual([{ check: "organization", ...expected }]);
    expect(sent).toEqual(requests);
  });

  test("does not hide an error of tome", async () => {
    await expect(fetchChecks({ org: acme, ids: { org: new TypeError("bug") } })).rejects.toThrow(
      "bug",
    );
  });
});

describe("the default space", () => {
  const guide: Setting = ["guide", "profile work"];
  const found = { check: "space", ok: true, found: "Guide, guide (profile work)", fix: null };
  const elsewhere = {
    check: "space",
    ok: false,
    found: "guide (profile work) belongs to the organization O2, not to acme (profile work)",
    fix: "To list yours: tome space list --org <org>; tome config set space <space> --profile work",
  };
  test.each<readonly [string, Options, string | undefined, object]>([
    ["is shown with its title", { org: acme, ids: { org: "O1" } }, "O1", found],
    ["of another organization is a problem", { org: acme, ids: { org: "O1" } }, "O2", elsewhere],
    ["may have no organization", { org: acme, ids: { org: "O1" } }, undefined, found],
    ["needs no default organization", {}, "O2", found],
  ])("%s", async (_, options, organization, expected) => {
    const { checks, sent } = await fetchChecks({
      ...options,
      space: guide,
      ids: { ...options.ids, space: "S1" },
      responses: { ...ofAcme, "GET /spaces/S1": { title: "Guide", organization } },
    });
    expect(checks.slice(1)).toEqual([expected]);
    expect(sent).toContain("GET /spaces/S1");
  });
});

describe("the default site", () => {
  const help: Setting = ["help", "profile work"];
  const responses = { ...ofAcme, "GET /orgs/O1/sites/X1": { title: "Help" } };
  test("is shown with its title", async () => {
    const { checks } = await fetchChecks({
      org: acme,
      site: help,
      ids: { org: "O1", site: "X1" },
      responses,
    });
    expect(checks).toEqual([
      acmeFound,
      { check: "site", ok: true, found: "Help, help (profile work)", fix: null },
    ]);
  });

  test("is read by its reference if that is an id", async () => {
    const { sent } = await fetchChecks({ org: acme, site: help });
    expect(sent).toEqual(["GET /orgs/acme", "GET /orgs/acme/sites/help"]);
  });

  test("is not checked without an organization", async () => {
    const { checks, sent } = await fetchChecks({ site: help, ids: { site: "X1" }, responses });
    expect([checks.map(({ check }) => check), sent]).toEqual([["organization"], []]);
  });
});
