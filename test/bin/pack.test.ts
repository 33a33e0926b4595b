import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { buildProgram, root } from "./built.ts";

beforeAll(buildProgram);

const text = z.string();
const license = z.union([
  z.strictObject({ license: z.strictObject({ id: z.string().check(z.regex(/^[\w.+-]+$/)) }) }),
  z.strictObject({ license: z.strictObject({ name: text }) }),
  z.strictObject({ expression: text }),
]);
const known = {
  "bom-ref": text,
  group: z.optional(text),
  name: text,
  version: text,
  purl: z.string().check(z.regex(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+/)),
  licenses: z.optional(z.array(license)),
};

/** The constraints of CycloneDX 1.6 for the used fields. */
const Bom = z.strictObject({
  $schema: z.literal("http://cyclonedx.org/schema/bom-1.6.schema.json"),
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.literal("1.6"),
  version: z.literal(1),
  metadata: z.strictObject({
    component: z.strictObject({ type: z.literal("application"), ...known }),
  }),
  components: z.array(
    z.strictObject({
      type: z.literal("library"),
      ...known,
      hashes: z.tuple([
        z.strictObject({
          alg: z.literal("SHA-512"),
          content: z.string().check(z.regex(/^[0-9a-f]{128}$/)),
        }),
      ]),
    }),
  ),
  dependencies: z.array(z.strictObject({ ref: text, dependsOn: z.array(text) })),
});

test("the SBOM lists the same packages, each with its license and the checksum of npm", () => {
  const read = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), "utf8"));
  const { name, version } = read("package.json");
  const { files } = read("dist", "about.json");
  const { packages } = read("package-lock.json");
  const bom = Bom.parse(read("dist", "sbom.cdx.json"));
  const folders = [...new Set(Object.values<string[]>(files).flat())].sort();
  const own = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  expect(bom.metadata.component.purl).toBe(own);
  expect(bom.components.map(({ group, name, version }) => [group, name, version])).toEqual(
    folders.map((folder) => {
      const about = read(folder, "package.json");
      const [own, scope] = about.name.split("/").reverse();
      return [scope, own, about.version];
    }),
  );
  const sums = folders.map((folder) => {
    const sum = packages[folder].integrity.replace("sha512-", "");
    return Buffer.from(sum, "base64").toString("hex");
  });
  expect(bom.components.map(({ hashes }) => hashes[0].content)).toEqual(sums);
  const refs = bom.components.map((one) => one["bom-ref"]);
  expect(new Set(refs).size).toBe(refs.length);
  expect(bom.dependencies).toEqual([{ ref: own, dependsOn: refs }]);
});

test("the published files name the license of every package", () => {
  const licenses = readFileSync(join(root, "dist", "THIRD-PARTY-LICENSES.txt"), "utf8");
  const { files } = JSON.parse(readFileSync(join(root, "dist", "about.json"), "utf8"));
  const folders: string[] = Object.values<string[]>(files).flat();
  expect(folders.length).toBeGreaterThan(20);
  for (const folder of new Set(folders)) {
    const { name, version } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    expect(licenses).toContain(`${name} ${version} (`);
  }
});
