import { createHash } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { saveInFolder } from "../../src/files/save-in-folder.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

const parts = fc.constantFrom(
  ..."a|b|..|.|...|.. |/|//|\\|..\\|C:|c:\\|\\\\server\\share|~|%2e%2e|..%2f|\u2025|\uff0e\uff0e|a\0b|NUL|con.txt|COM1|a:stream|a::$DATA|link|link/inside|file|File|FILE|file/under|\u00e9|e\u0301|\u212a|k|.git|.git/config|-rf|$(id)|\u202e|a\n|a. |*|etc/passwd|tmp|node_modules|target|neighbour".split(
    "|",
  ),
  "x".repeat(300),
);
const names = fc
  .array(parts, { minLength: 1, maxLength: 6 })
  .chain((list) => fc.constantFrom("/", "", "\\").map((glue) => list.join(glue)));

/** Everything in a folder except one part: names, contents, targets of links. */
function fingerprint(folder: string, without: string): string {
  const hash = createHash("sha256");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ path }) => path !== without && !path.startsWith(`${without}/`))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  for (const { entry, path } of entries) {
    const content = entry.isFile()
      ? readFileSync(path, "utf8")
      : entry.isSymbolicLink()
        ? readlinkSync(path)
        : "";
    hash.update(JSON.stringify([path, content]));
  }
  return hash.digest("hex");
}

test("file names of other users write nothing outside their folder, and overwrite nothing without --force", async () => {
  const outer = temporaryFolder();
  const target = join(outer, "target");
  mkdirSync(join(outer, "neighbour"));
  writeFileSync(join(outer, "neighbour", "inside"), "untouched");
  mkdirSync(target);
  writeFileSync(join(target, "file"), "of the person");
  symlinkSync(join(outer, "neighbour"), join(target, "link"));
  const before = fingerprint(outer, target);
  const count = amount({ short: 150, full: 3000 });
  let written = 0;
  const [outside, replaced] = [countFaults(), countFaults()];
  await fc.assert(
    fc.asyncProperty(names, async (name) => {
      try {
        const saved = await saveInFolder(target, [{ name, content: `new ${name}` }], {
          force: false,
        });
        written += saved.length;
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
      }
      const own = readFileSync(join(target, "file"), "utf8");
      replaced.add(own !== "of the person");
      expect(own).toBe("of the person");
      expect(readlinkSync(join(target, "link"))).toBe(join(outer, "neighbour"));
      const now = fingerprint(outer, target);
      outside.add(now !== before);
      expect(now).toBe(before);
    }),
    { numRuns: count },
  );
  const others = `${outside.total()} outside, ${replaced.total()} replaced`;
  report("H2", `${count} names, ${written} written inside, ${others}`);
});
