/** The administration of the local platform: the requests and the results. */
import { describe, expect, test } from "vitest";
import { listDomains, revokeDomain, vouchForDomain } from "../../../src/features/local/domain.ts";
import { changeFaults, listRequests, showState } from "../../../src/features/local/inspect.ts";
import {
  changeClock,
  exportData,
  importData,
  reset,
  seed,
} from "../../../src/features/local/local.ts";
import { loadSandboxOptions } from "../../../src/features/local/sandbox.ts";
import { getStatus, move } from "../../../src/features/local/storage.ts";
import {
  createToken,
  listTokens,
  revokeToken,
  rotateToken,
} from "../../../src/features/local/token.ts";
import { openAdministration } from "../../support/platforms/administration.ts";

const database = "postgres://db";

describe("the data", () => {
  test.each([
    [{}, undefined, { folder: "/data" }, ["/data"]],
    [{ database }, "http://served", { database }, [database, "http://served"]],
  ])("are replaced by the sample workspace: %j", async (flags, url, location, dropped) => {
    const { context, requests, forgotten } = openAdministration({ ...(url && { url }) });
    expect(await seed(context, flags)).toEqual({
      done: "Loaded the sample workspace.",
      next: "Commands use it with --local, such as tome space list --local. To use it in all commands: tome auth switch local",
      record: { ...location, seeded: true },
    });
    expect([requests, forgotten]).toEqual([["POST /seed"], dropped]);
  });

  test("of the profile local need no flag", async () => {
    const { context } = openAdministration({ more: { settings: { local: true } } });
    expect(await seed(context, {})).toMatchObject({ next: "To list its spaces: tome space list" });
  });

  test.each([
    [409, "tome local reset"],
    [500, undefined],
  ])("are not replaced after the status %i", async (status, hint) => {
    const { context, forgotten } = openAdministration({ answers: { "POST /seed": status } });
    await expect(seed(context, {})).rejects.toMatchObject({ status, hint });
    expect(forgotten).toEqual([]);
  });

  test("are deleted after a confirmation", async () => {
    const { context, requests, said } = openAdministration({ yes: false, confirms: true });
    expect(await reset(context, {})).toEqual({
      done: "Deleted all data in /data.",
      record: { folder: "/data", reset: true },
    });
    expect([requests, said]).toEqual([["POST /reset"], ["question: Delete all data in /data?"]]);
    const refused = openAdministration({ yes: false, confirms: false });
    await expect(reset(refused.context, { database })).rejects.toThrow();
    expect([refused.requests, refused.said, refused.forgotten]).toEqual([
      [],
      [`question: Delete all data in ${database}?`],
      [],
    ]);
  });

  test("are exported to a file or to standard output", async () => {
    const written: unknown[] = [];
    const writePrivateFile = async (...args: unknown[]) => void written.push(args);
    const answers = { "GET /export": { ä: 1 } };
    const { context } = openAdministration({ answers, more: { writePrivateFile } });
    expect(await exportData(context, { file: "a.json" })).toEqual({
      done: "Exported all data to /data/a.json.",
      record: { file: "/data/a.json", bytes: 9 },
    });
    expect(written).toEqual([["a.json", '{"ä":1}\n']]);
    expect(await exportData(context, { file: "-" })).toEqual({ text: '{"ä":1}\n' });
    expect(written).toHaveLength(1);
  });

  test.each([
    [{}, { a: 1 }, undefined, []],
    [{ keepOwnerTokens: true }, { a: 1, keepOwnerTokens: true }, 0, []],
    [
      {},
      { a: 1 },
      1,
      [
        "warning: Skipped 1 owner token in a.json because this platform does not know it. To import it: tome local import a.json --keep-owner-tokens",
      ],
    ],
    [
      {},
      { a: 1 },
      2,
      [
        "warning: Skipped 2 owner tokens in a.json because this platform does not know them. To import them: tome local import a.json --keep-owner-tokens",
      ],
    ],
  ])("are imported with %j", async (flags, body, droppedOwnerTokens, warnings) => {
    const { context, requests, said, forgotten } = openAdministration({
      documents: { "a.json": { a: 1 } },
      answers: { "POST /import": { droppedOwnerTokens } },
    });
    expect(await importData(context, { file: "a.json", ...flags })).toEqual({
      done: "Imported a.json, replacing all data in /data.",
      record: { folder: "/data", file: "a.json" },
    });
    expect([requests, said, forgotten]).toEqual([[["POST /import", body]], warnings, ["/data"]]);
  });

  test("are not imported without a confirmation, but a seed needs none", async () => {
    const options = { yes: false, confirms: false, documents: { "a.json": [1] } };
    const { context, requests, said } = openAdministration(options);
    await expect(importData(context, { file: "a.json" })).rejects.toThrow();
    expect([requests, said]).toEqual([[], ["question: Replace all data in /data with a.json?"]]);
    expect(await seed(context, { file: "a.json" })).toMatchObject({
      done: "Loaded a.json, replacing all data in /data.",
    });
    expect(requests).toEqual([["POST /import", [1]]]);
  });

  test.each([
    [{}, "GET /clock"],
    [{ advance: "1d" }, ["POST /clock", { advance: "1d" }]],
    [{ reset: true }, ["POST /clock", { reset: true }]],
  ])("have a clock that is read or changed: %j", async (flags, request) => {
    const answers = { "GET /clock": { now: "T" }, "POST /clock": { now: "T" } };
    const { context, requests } = openAdministration({ answers });
    expect(await changeClock(context, flags)).toEqual({ record: { now: "T" } });
    expect(requests).toEqual([request]);
  });
});

describe("a domain", () => {
  const flags = { domain: "x.org", organization: "acme" };
  const record = { domain: "x.org", organization: { title: "Acme" } };
  test.each([
    [vouchForDomain, "POST /domains/vouch", 'Verified x.org for "Acme".'],
    [revokeDomain, "POST /domains/revoke", 'Ended the verification of x.org for "Acme".'],
  ])("is changed: %#", async (act, line, done) => {
    const { context, requests } = openAdministration({ answers: { [line]: record } });
    expect(await act(context, { ...flags, database })).toEqual({ done, record });
    expect(requests).toEqual([[line, flags]]);
  });

  test("is listed", async () => {
    const { context } = openAdministration({ answers: { "GET /domains": { items: [record] } } });
    expect(await listDomains(context, {})).toMatchObject({
      list: [[record]],
      columns: [
        { header: "DOMAIN" },
        { header: "ORGANIZATION" },
        { header: "STATUS" },
        { header: "VERIFIED BY" },
      ],
      none: "No claimed domains.",
    });
    expect(await listDomains(openAdministration().context, {})).toMatchObject({ list: [[]] });
  });
});

describe("a token", () => {
  const one = { id: "T1", label: "CI", email: "ada@x.org", displayName: "Ada", status: "active" };
  const revoked = { ...one, id: "T2", status: "revoked" };
  const twice = [
    { ...one, id: "T3", label: "Twice" },
    { ...one, id: "T4", label: "Twice", email: "bob@x.org" },
  ];
  const answers = {
    "GET /tokens": { items: [revoked, one, ...twice, { ...revoked, id: "T5", label: "Old" }] },
    "POST /token": { id: "T1", token: "secret", expiresAt: "2030-01-02T03:04:05Z" },
    "POST /tokens/T1/revoke": { ...one },
    "POST /tokens/T1/rotate": { id: "T1", token: "secret" },
    "POST /tokens/T5/rotate": { id: "T5", token: "secret" },
    "POST /tokens/folder/rotate": { token: "secret" },
  };

  test("is printed alone, and the user is named if it is another one", async () => {
    const run = async (flags: object, more: object = {}) => {
      const { context, requests, said, secrets } = openAdministration({ answers, ...more });
      const result = await createToken(context, flags);
      return { result, body: (requests[0] as unknown[])[1], said, secrets };
    };
    expect(await run({ label: "CI", expires: "1d" })).toEqual({
      result: { text: "secret\n" },
      body: { label: "CI", expiresIn: "1d" },
      said: [],
      secrets: ["secret"],
    });
    const time = "2030-01-01T00:00:00Z";
    const note = "note: Created a token for Ada (ada@x.org).";
    expect(await run({ role: "read", expires: time })).toMatchObject({
      body: { role: "read", expiresAt: time },
      said: [note],
    });
    expect((await run({ user: "ada@x.org" })).said).toEqual([note]);
    for (const choice of [{ format: "json" }, { jq: "." }]) {
      const { result, said } = await run({}, { screen: true, more: { choice } });
      expect(result).toEqual({ record: answers["POST /token"] });
      expect(said).toEqual([]);
    }
    expect((await run({}, { screen: true })).said).toEqual([
      expect.stringMatching(/^note: The token expires on .*2030/),
      "note: The token is not shown again. To use it: TOME_TOKEN=<token> tome <command> --local",
    ]);
  });

  test.each([
    ["T1", "T1"],
    ["CI", "T1"],
    ["Old", "T5"],
  ])("%s is found by id or label", async (word, id) => {
    const { context, requests } = openAdministration({ answers });
    await rotateToken(context, { tokenId: word });
    expect(requests).toEqual(["GET /tokens", [`POST /tokens/${id}/rotate`, {}]]);
  });

  test("is revoked after a confirmation", async () => {
    const { context, said, requests } = openAdministration({ answers, yes: false, confirms: true });
    expect(await revokeToken(context, { tokenId: "CI" })).toEqual({
      done: "Revoked the token T1 (CI).",
      record: { ...one, revoked: true },
    });
    expect(said).toEqual(["question: Revoke the token T1 (CI) of ada@x.org?"]);
    expect(requests).toEqual(["GET /tokens", "POST /tokens/T1/revoke"]);
  });

  test("of the data folder is replaced by default", async () => {
    const { context, said, requests } = openAdministration({ answers, yes: false, confirms: true });
    expect(await rotateToken(context, { expires: "1d" })).toEqual({ text: "secret\n" });
    expect(said).toEqual([
      "question: Replace the token of the data in /data? Programs that use it need the new one.",
    ]);
    expect(requests).toEqual([["POST /tokens/folder/rotate", { expiresIn: "1d" }]]);
    const other = openAdministration({ answers, yes: false, confirms: false });
    await expect(rotateToken(other.context, { tokenId: "T1" })).rejects.toThrow();
    expect(other.said[0]).toContain("Replace the token T1 (CI) of ada@x.org?");
    expect(other.requests).toEqual(["GET /tokens"]);
  });

  test("that does not exist, or with the label of several, is refused", async () => {
    const { context } = openAdministration({ answers });
    await expect(revokeToken(context, { tokenId: "none" })).rejects.toMatchObject({
      message: 'No token has the id or label "none".',
      hint: "tome local token list",
    });
    await expect(revokeToken(context, { tokenId: "Twice" })).rejects.toMatchObject({
      message: 'The label "Twice" belongs to 2 tokens. Use one of these ids:',
      details: ["T3 (ada@x.org)", "T4 (bob@x.org)"],
    });
  });

  test("of the folder is listed as unrecorded, but not for programs", async () => {
    const items = [
      { id: "1", folder: true, lastUsedAt: null },
      { id: "2", folder: true, lastUsedAt: "T" },
      { id: "3", folder: false, lastUsedAt: null },
    ];
    const list = async (choice: object) => {
      const { context } = openAdministration({
        answers: { "GET /tokens": { items } },
        more: { choice },
      });
      return listTokens(context, {});
    };
    expect(await list({})).toMatchObject({
      list: [[{ ...items[0], lastUsedAt: "not recorded" }, items[1], items[2]]],
      none: "No tokens.",
    });
    expect(await list({ format: "json" })).toMatchObject({ list: [items] });
  });
});

describe("file contents", () => {
  const status = {
    location: "s3",
    endpoint: "https://s3.example/",
    bucket: "b",
    prefix: "p",
    database: { files: 1, bytes: 1023 },
    s3: { files: 2, bytes: 1024 },
    unused: { files: 0, bytes: 1_048_576 },
  };
  const show = async (answer: object, choice: object = {}) => {
    const { context } = openAdministration({
      answers: { "GET /storage": answer },
      more: { choice },
    });
    return getStatus(context, {});
  };

  test("are shown with their locations", async () => {
    const totals = {
      inDatabase: "1 file, 1023 B",
      inObjectStorage: "2 files, 1.0 KiB",
      unusedObjects: "0 files, 1.0 MiB",
    };
    expect(await show({ ...status, check: "ok" })).toEqual({
      record: {
        newFiles: "object storage",
        objectStorage: "https://s3.example/b/p",
        check: "ok",
        ...totals,
      },
    });
    expect(await show(status)).toMatchObject({ record: { check: null } });
    expect(await show({ ...status, location: "database", endpoint: undefined })).toEqual({
      record: { newFiles: "database", objectStorage: "not configured", ...totals },
    });
    expect(await show(status, { format: "json" })).toEqual({ record: status });
  });

  const moveAll = async (to: "s3" | "database", ...batches: readonly object[]) => {
    const rest = [...batches];
    const answers = {
      get "POST /storage/move"() {
        return rest.shift() ?? {};
      },
    };
    const { context, requests, said } = openAdministration({ answers });
    const result = await move(context, { to }).catch((error: Error) => error);
    return { result, requests, said };
  };

  test("are moved in batches", async () => {
    const { result, requests, said } = await moveAll(
      "s3",
      { moved: 2, movedBytes: 1000, last: "a", remaining: 1 },
      { moved: 1, movedBytes: 24 },
    );
    expect(result).toEqual({
      done: "Moved 3 files (1.0 KiB) to the object storage.",
      record: { to: "s3", files: 3, bytes: 1024 },
    });
    expect(requests).toEqual([
      ["POST /storage/move", { to: "s3" }],
      ["POST /storage/move", { to: "s3", after: "a" }],
    ]);
    expect(said).toEqual(["note: Moved 2 files; 1 file left."]);
    expect((await moveAll("database", { moved: 0, movedBytes: 0 })).result).toMatchObject({
      done: "All file contents are in the database.",
    });
  });

  test("that cannot be moved are an error after all others", async () => {
    const problems = [{ message: "No space." }];
    const { result, requests } = await moveAll(
      "database",
      { moved: 1, movedBytes: 1, last: "a", remaining: 2, problems },
      { moved: 0, movedBytes: 0, last: "b", remaining: 1, problems },
    );
    expect(result).toMatchObject({
      status: 502,
      message: "Moved 1 file; 2 files could not be moved: No space.",
      hint: "tome local storage move --to database",
    });
    expect(requests).toHaveLength(2);
  });
});

describe("a running server", () => {
  const url = "http://served";
  const refused = "No server uses the data in /data. Faults and requests require a running server.";

  test("lists or deletes its requests", async () => {
    const answers = { "GET /requests?misses=true&limit=5": { items: [{ path: "/x" }] } };
    const { context, requests } = openAdministration({ url, answers });
    expect(await listRequests(context, { misses: true, last: 5 })).toMatchObject({
      list: [[{ path: "/x" }]],
      none: "No requests for missing resources.",
    });
    expect(await listRequests(context, {})).toMatchObject({ list: [[]], none: "No requests yet." });
    expect(await listRequests(context, { clear: true })).toEqual({
      done: "Deleted the list of requests.",
      record: { cleared: true },
    });
    expect(requests.slice(1)).toEqual(["GET /requests?", "DELETE /requests"]);
    await expect(listRequests(openAdministration().context, {})).rejects.toMatchObject({
      message: refused,
      hint: "tome serve",
    });
  });

  test("starts, shows and stops a fault injection plan", async () => {
    const plan = { seed: 1, rules: [{ name: "slow", calls: 2 }, { calls: 3 }], log: [] };
    const answers = { "GET /faults": plan, "PUT /faults": plan };
    const documents = { "f.json": { rules: [] } };
    const open = (more: object = {}) => openAdministration({ url, answers, documents, ...more });
    const { context, requests } = open();
    expect(await changeFaults(context, { file: "f.json" })).toEqual({
      done: "Started the fault injection plan f.json (2 rules).",
      record: plan,
    });
    expect(await changeFaults(context, {})).toMatchObject({
      list: [
        [
          { rule: "slow", calls: 2 },
          { rule: "1", calls: 3 },
        ],
      ],
      none: "No fault injection plan.",
    });
    expect(await changeFaults(context, { end: true })).toEqual({
      done: "Stopped the fault injection plan.",
      record: { rules: [] },
    });
    expect(requests).toEqual([["PUT /faults", { rules: [] }], "GET /faults", "DELETE /faults"]);
    const json = open({ more: { choice: { format: "json" } } });
    expect(await changeFaults(json.context, {})).toEqual({ record: plan });
    await expect(changeFaults(context, { file: "f.json", end: true })).rejects.toThrow(
      "Specify either a fault injection plan or --end, not both.",
    );
    await expect(changeFaults(openAdministration().context, {})).rejects.toThrow(refused);
    const wrong = openAdministration({ url, answers: { "PUT /faults": 400 }, documents });
    await expect(changeFaults(wrong.context, { file: "f.json" })).rejects.toThrow(
      "Invalid fault injection plan f.json: Answered with 400.",
    );
    const failed = openAdministration({ url, answers: { "PUT /faults": 500 }, documents });
    await expect(changeFaults(failed.context, { file: "f.json" })).rejects.toMatchObject({
      status: 500,
    });
  });

  test("shows its state, also without a server", async () => {
    const { context, requests } = openAdministration();
    await showState(context, {});
    await showState(context, { rows: true });
    expect(requests).toEqual(["GET /state?settled=true", "GET /state?settled=true&rows=true"]);
  });
});

test("a repeatable platform has a seed and a clock", async () => {
  const { context } = openAdministration({ documents: { "f.json": [1] } });
  expect(await loadSandboxOptions(context, {})).toEqual({
    faults: undefined,
    repeatable: undefined,
  });
  expect(await loadSandboxOptions(context, { faults: "f.json", repeatable: 0 })).toEqual({
    faults: { name: "f.json", plan: [1] },
    repeatable: { seed: 0, clock: new Date("2026-01-01T00:00:00Z") },
  });
  const clock = "2027-01-01T00:00:00Z";
  expect(await loadSandboxOptions(context, { repeatable: 1, clock })).toMatchObject({
    repeatable: { seed: 1, clock: new Date(clock) },
  });
  await expect(loadSandboxOptions(context, { clock })).rejects.toThrow(
    "--clock requires --repeatable. To move the clock of existing data, use tome local clock.",
  );
});
