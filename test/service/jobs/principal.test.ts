import { expect, it } from "vitest";
import {
  getConcurrencyKey,
  isSameActor,
  type Principal,
  parsePrincipal,
  platform,
} from "../../../src/service/jobs/principal.ts";

const token = { store: "tokens" as const, hash: "ab" };
const principals: [Principal, string][] = [
  [platform, "platform"],
  [{ kind: "user", user: "u1", token }, "user u1"],
  [{ kind: "user", user: "u2" }, "user u2"],
  [{ kind: "integration", integration: "i1", user: "u1" }, "integration i1"],
  [{ kind: "integration", integration: "i2", user: "u1" }, "integration i2"],
  [{ kind: "installation", integration: "i1", installation: "n1", user: "u1" }, "installation n1"],
  [{ kind: "installation", integration: "i1", installation: "n2", user: "u1" }, "installation n2"],
];

it.each(principals)("%j is scheduled as %s", (principal, key) => {
  expect(getConcurrencyKey(principal)).toBe(key);
  expect(parsePrincipal(JSON.stringify(principal))).toEqual(principal);
  const sameActors = principals.filter(([other]) => isSameActor(principal, other));
  expect(sameActors).toEqual([[principal, key]]);
});

it("the same user with another token is the same actor", () => {
  expect(isSameActor({ kind: "user", user: "u1", token }, { kind: "user", user: "u1" })).toBe(true);
});

it("a row of an earlier version has no principal", () => {
  expect(parsePrincipal(null)).toBe(undefined);
});
