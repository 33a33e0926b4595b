import { join } from "node:path";
import { expect, test } from "vitest";
import { findSshKeys } from "../../../src/app/run/ssh-keys.ts";
import { openTome } from "../../support/commands/tome.ts";

/** Readable files; ssh itself validates their content. */
const key = join(import.meta.dirname, "ssh-keys.test.ts");
const knownHosts = join(import.meta.dirname, "../main.test.ts");

test("each key belongs to one host, and to its port unless it is 22", () => {
  const keys = findSshKeys({
    TOME_GIT_SSH_KEYS: ` GitHub.com=${key} ,git.example.com:2222=${key},other.example.com:22=${key}`,
    TOME_GIT_KNOWN_HOSTS: knownHosts,
  });
  expect([...(keys?.files ?? [])]).toEqual([
    ["github.com", key],
    ["git.example.com:2222", key],
    ["other.example.com", key],
  ]);
  expect(keys?.knownHosts).toBe(knownHosts);
  expect(findSshKeys({ TOME_GIT_KNOWN_HOSTS: knownHosts })).toBeUndefined();
  expect(findSshKeys({ TOME_GIT_SSH_KEYS: " " })).toBeUndefined();
});

test.each([
  [key, /must be comma-separated pairs of a host and a private key file/],
  [`github.com=${key},`, /must be comma-separated pairs/],
  [`github.com=${key}, other `, /; "other" is invalid\.$/],
  [`*=${key}`, /must be comma-separated pairs/],
  [`github.com=${key},GITHUB.com:22=${key}`, /lists github.com twice/],
  ["github.com=keys/key", /must contain absolute paths/],
  [`github.com=${key}%h`, /must contain absolute paths/],
  [`github.com=${key.replace(/\/(?=[^/]*$)/, "\\")}`, /must contain absolute paths/],
  [`github.com=${key}2`, /cannot be read/],
])("%s is refused, naming the variable", (given, message) => {
  const environment = { TOME_GIT_SSH_KEYS: given, TOME_GIT_KNOWN_HOSTS: knownHosts };
  expect(() => findSshKeys(environment)).toThrow(message);
  expect(() => findSshKeys(environment)).toThrow(/environment variable TOME_GIT_/);
});

test("keys without known hosts are refused only by commands that open the platform", async () => {
  const tome = openTome();
  const env = { TOME_GIT_SSH_KEYS: `github.com=${key}` };
  const { code, stderr } = await tome("space list --local", { env });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/requires TOME_GIT_KNOWN_HOSTS/)]);
  expect((await tome("config list", { env })).code).toBe(0);
});
