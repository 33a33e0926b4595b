/** Every operation that changes something leaves an event, and none that does not. */
import { expect, test } from "vitest";
import { isAudited, methodOf } from "../../../../src/contract/endpoint.ts";
import { openCompleteOrganization } from "../../../support/complete-organization.ts";
import { type Attempt, tryAll } from "../../../support/full-organization.ts";
import { endpoints } from "../../../support/made.ts";

const writes = (endpoint: Attempt["endpoint"]) => methodOf(endpoint) !== "GET";

/** Whether something was changed, by what was answered. */
function isDone({ endpoint, status, body }: Attempt): boolean {
  if (status >= 300 || !isAudited(endpoint)) return false;
  if (methodOf(endpoint) === "DELETE" && status === 204) return endpoint.goneBy204 === true;
  return !body.includes('"result":"conflicts"');
}

test("Each change leaves an event in each organization that it is about, and nothing else does", async () => {
  const organization = await openCompleteOrganization("Audited");
  const { admin, organizationId } = organization;
  const tried = await tryAll(organization, admin, writes, () => false);
  const faults = tried.flatMap((attempt) => {
    const { name, endpoint, status, audited } = attempt;
    const due = isDone(attempt) ? 1 : 0;
    const isMove = /transfer(Space|Collection)/.test(endpoint.operation);
    const isEnough = isMove ? audited.length >= due : audited.length === due;
    return isEnough ? [] : [`${name}: ${status} left ${audited.length} events instead of ${due}`];
  });
  expect(faults).toEqual([]);
  const left = tried.filter(({ audited }) => audited.length > 0);
  const own = left.filter(({ audited }) => audited.includes(organizationId));
  // Who makes an organization leaves the event there.
  expect(left.length - own.length).toBeLessThanOrEqual(1);
  const written = endpoints.filter(isAudited);
  expect(left.length).toBeGreaterThan(written.length * 0.6);
});

test("What is refused leaves no event", async () => {
  const organization = await openCompleteOrganization("Audited");
  const { workspace, organizationId } = organization;
  const reader = await workspace.member(organizationId, "read");
  const tried = await tryAll(organization, reader, writes, () => false);
  const refused = tried.filter(({ status }) => status >= 300);
  expect(refused.length).toBeGreaterThan(30);
  expect(refused.filter(({ audited }) => audited.length > 0).map(({ name }) => name)).toEqual([]);
});
