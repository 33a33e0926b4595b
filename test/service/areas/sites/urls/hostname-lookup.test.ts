import { expect, test } from "vitest";
import {
  findPublicHostname,
  lookUpHostname,
} from "../../../../../src/service/areas/sites/urls/hostname-lookup.ts";

test.each([
  ["https://docs.acme.example", "docs.acme.example"],
  ["https://docs.acme.example:8443/tome", "docs.acme.example"],
  ["http://127.0.0.1:4000", undefined],
  ["http://[::1]:4000", undefined],
  ["http://localhost:4000", undefined],
  ["http://tome.localhost", undefined],
])("of the base URL %s, custom hostnames are looked up for %s", async (base, own) => {
  expect(findPublicHostname({ base })).toBe(own);
  const jobs: unknown[] = [];
  const enqueue = async (job: unknown) => void jobs.push(job);
  const site = { id: "D1", organization_id: "O1" };
  const isQueued = await lookUpHostname({ base, enqueue }, site, "help.acme.example");
  expect(isQueued).toBe(own !== undefined);
  const payload = { siteId: "D1", hostname: "help.acme.example", own };
  const job = { kind: "check-hostname", payload, organization: "O1" };
  expect(jobs).toEqual(own === undefined ? [] : [job]);
});
