import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { listSitePositions } from "../../../../src/features/backup/restore/site-positions.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";

/** A backup with these files. */
function write(texts: Readonly<Record<string, string>>) {
  const root = temporaryFolder();
  const files = Object.entries(texts).map(([path, text]) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    const sha256 = createHash("sha256").update(text).digest("hex");
    return { path, size: Buffer.byteLength(text), sha256 };
  });
  return { root, manifest: { files } };
}

const lock = JSON.stringify({
  things: {
    "spaces/handbook": { kind: "space", id: "S1" },
    "spaces/api": { kind: "space", id: "S2" },
    "spaces/unused": { kind: "space", id: "S3" },
    "collections/api": { kind: "collection", id: "S4" },
  },
});
const site = `site:
  title: Docs
  structure:
    - {type: space, key: handbook}
    - type: section
      title: Reference
      children:
        - {type: space, key: english, space: api}
    - type: group
      title: More
      children:
        - type: section
          title: Guides
          children:
            - {type: space, key: api, space: handbook}
            - {type: space, key: german, space: api}
`;

test("the places of a space are found by its key in the files, in sections and groups", async () => {
  const { root, manifest } = write({
    "organization/tome.lock.json": lock,
    "organization/sites/docs.yaml": site,
    "organization/sites/notes.txt": "structure: []",
  });
  const positions = await listSitePositions(root, manifest, ["S1", "S2", "S3", "S4", "S5"]);
  const shown = [...positions].map(([id, list]) => [
    id,
    ...list.map(({ address, siteTitle, sectionTitle }) => [address, siteTitle, sectionTitle]),
  ]);
  expect(shown).toEqual([
    ["S1", ["spaces/handbook", "Docs", undefined], ["spaces/handbook", "Docs", "Guides"]],
    ["S2", ["spaces/api", "Docs", "Reference"], ["spaces/api", "Docs", "Guides"]],
  ]);
});

test("a backup without organization files has no places", async () => {
  const { root, manifest } = write({ "organization/sites/docs.yaml": site });
  expect((await listSitePositions(root, manifest, ["S1"])).size).toBe(0);
});
