/** Requests for checks of the connections between spaces and repositories. */
import { beforeEach, expect, test } from "vitest";
import { noteUnexportedChange, scheduleGitCheck } from "../../../src/service/core/git-checks.ts";
import type { JobRequest } from "../../../src/service/jobs/job.ts";
import type { Service } from "../../../src/service/service.ts";
import { openTestPlatform } from "../../support/platforms/platform.ts";

let service: Service;
let owner = "";
let organization = "";
const spaces = ["", ""];
beforeEach(async () => {
  const platform = await openTestPlatform();
  service = platform.service;
  ({ owner, organization } = await service.admin.beginning());
  for (const at of spaces.keys()) {
    const { body } = await platform.ask(`POST /v1/orgs/${organization}/spaces`, { body: {} });
    spaces[at] = (body as { id: string }).id;
  }
});

const created = "2026-01-01T00:00:00.000Z";
const now = new Date("2026-01-02T00:00:00.000Z");

async function addConnection(id: string, space: string | undefined, changes: object = {}) {
  const row = {
    id,
    space_id: space ?? "",
    provider: "git" as const,
    config: "{}",
    credentials: null,
    webhook_secret: "sealed",
    created_by: owner,
    principal: JSON.stringify({ kind: "user", user: owner }),
    created_at: created,
    updated_at: created,
    removed_at: null,
    observed_commit: null,
    checked_at: null,
    next_check_at: null,
    check_number: 1,
    failures: 0,
    problem: null,
    changed_at: null,
    received_at: null,
    rewritten: null,
    ...changes,
  };
  await service.db.insertInto("git_installations").values(row).execute();
}

function openCall() {
  const jobs: JobRequest[] = [];
  return {
    jobs,
    call: { db: service.db, now, enqueue: async (job: JobRequest) => void jobs.push(job) },
  };
}

const listConnections = () =>
  service.db
    .selectFrom("git_installations")
    .select(["id", "check_number", "next_check_at", "changed_at"])
    .orderBy("id")
    .execute();

const unchanged = (id: string) => ({ id, check_number: 1, next_check_at: null, changed_at: null });

function toJob(installationId: string, number: number, at: Date) {
  return {
    kind: "check-git-connection",
    payload: { installationId, number },
    at,
    principal: { kind: "user", user: owner },
    organization,
  };
}

test("a check replaces the earlier one of its connection", async () => {
  await addConnection("one", spaces[0]);
  await addConnection("two", spaces[1]);
  const { jobs, call } = openCall();
  const later = new Date("2026-02-01T00:00:00.000Z");
  await scheduleGitCheck(call, "one", now);
  await scheduleGitCheck(call, "one", later);
  expect(jobs).toEqual([toJob("one", 2, now), toJob("one", 3, later)]);
  expect(await listConnections()).toEqual([
    { id: "one", check_number: 3, next_check_at: later.toISOString(), changed_at: null },
    unchanged("two"),
  ]);
});

test("the first change since the last export requests a check, and later ones wait for it", async () => {
  await addConnection("one", spaces[0]);
  await addConnection("two", spaces[1]);
  const { jobs, call } = openCall();
  await noteUnexportedChange(call, spaces[0] ?? "");
  await noteUnexportedChange({ ...call, now: new Date() }, spaces[0] ?? "");
  expect(jobs).toEqual([toJob("one", 2, now)]);
  const time = now.toISOString();
  expect(await listConnections()).toEqual([
    { id: "one", check_number: 2, next_check_at: time, changed_at: time },
    unchanged("two"),
  ]);
});

test("a change of a space without a connection requests no check", async () => {
  await addConnection("one", spaces[0], { removed_at: created });
  await addConnection("two", spaces[1]);
  const { jobs, call } = openCall();
  await noteUnexportedChange(call, spaces[0] ?? "");
  await noteUnexportedChange(call, "none");
  expect(jobs).toEqual([]);
  expect(await listConnections()).toEqual([unchanged("one"), unchanged("two")]);
});
