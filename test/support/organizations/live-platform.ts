/** A platform that organization files are compared with, and the ids of its resources in a lock. */
import { openOrganization } from "../../../src/features/organization/organization-reader.ts";
import { openScriptedClient } from "../network/scripted-client.ts";
import { locked, resourceIds } from "./plan-parts.ts";

export const lock = new Map([
  ["teams/docs", locked("team", "T1")],
  ["spaces/a", locked("space", "S1", { title: "1", git: "2", "grants/teams/docs": "3" })],
  ["sites/s", locked("site", "X1", { order: "1" })],
  ["sites/s/p", locked("section", "P1", { title: "1" })],
]);

/** @param responses by path; a list is the items of a response, and a number the status of an error */
export function openLivePlatform(responses: Readonly<Record<string, unknown>>) {
  const { client, sent } = openScriptedClient(({ line }) => {
    const value = responses[line.replace(/^GET |\?.*/g, "")] ?? 404;
    return Array.isArray(value) ? { items: value } : value;
  });
  const lines = () => sent.map((one) => String(one).replace(/\?.*/, ""));
  return {
    client,
    reading: openOrganization(client, "O1"),
    names: resourceIds(lock, { U1: "ada@x.org" }),
    lines,
  };
}
