/** A writer of organization files whose platform answers with chosen values. */
import type { JsonValue } from "../../../src/json/values.ts";
import { openScriptedClient } from "../network/scripted-client.ts";
import { locked, resourceIds } from "./plan-parts.ts";

const lock = new Map([
  ["teams/docs", locked("team", "T1")],
  ["collections/a", locked("collection", "C1")],
  ["spaces/a", locked("space", "S1")],
  ["sites/s", locked("site", "X1")],
  ["sites/s/g", locked("group", "G1")],
  ["sites/s/p", locked("section", "P1")],
  ["sites/s/y", locked("site-space", "Y1")],
  ["sites/s/l", locked("link", "L1")],
]);

/**
 * A writer with some resources, and the requests that it sent.
 * @param responses by line of the request; otherwise, a resource with the id NEW
 */
export function openWriter(responses: Readonly<Record<string, JsonValue>> = {}) {
  const { client, sent } = openScriptedClient(({ line }) => responses[line] ?? { id: "NEW" });
  const ids = resourceIds(lock, { U1: "ada@x.org", U2: "bob@x.org" });
  const texts = new Map([
    ["pets", "openapi: 3.1.0"],
    ["ID", "openapi: 3.0.0"],
  ]);
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  return { writer: { client, organizationId: "O1", ids, note, texts }, sent, ids, notes };
}
