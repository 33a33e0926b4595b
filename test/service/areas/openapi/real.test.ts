import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import * as openapi from "../../../../src/contract/openapi.ts";
import * as openapiVersion from "../../../../src/contract/openapi-version.ts";
import { amount, sample } from "../../../support/generators/amount.ts";
import { answering } from "../../../support/network/answering.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

const packages = join(import.meta.dirname, "../../../../node_modules");
const examples = (path: string) => join(packages, "@readme/oas-examples", path);
const beside = (file: string) => join(import.meta.dirname, "real", file);

function getText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith(".br") ? brotliDecompressSync(bytes) : bytes).toString("utf8");
}

/** Sends a text like its author, or lets the platform fetch it if it is too large. */
async function processed(text: string) {
  const host = "127.0.0.9";
  const workspace = await openWorkspace({ allowPrivate: [host] });
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const named = { organizationId, specSlug: "real" };
  const isLarge = text.length > 8 * 1024 * 1024;
  const there = isLarge ? await answering((_, response) => response.end(text), host) : undefined;
  const source = there ? { url: `${there.url}/api/openapi` } : { text };
  await workspace.ok(admin, openapi.put, { ...named, source });
  await workspace.service.jobs.finish();
  const specification = await workspace.ok(admin, openapi.get, named);
  return {
    specification,
    filesystem: async () =>
      (await workspace.ok(admin, openapiVersion.latestContent, named)).filesystem,
    raw: () => workspace.ok(admin, openapiVersion.latestRaw, named),
  };
}

/** The texts of all unresolved `$ref`s outside examples in a file, and their number. */
function unresolved(root: unknown): { readonly count: number; readonly lost: string[] } {
  const lost: string[] = [];
  let count = 0;
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (["example", "examples", "default", "value", "enum"].includes(name)) continue;
      if (name === "$ref" && typeof member === "string") {
        count++;
        const steps = decodeURIComponent(member).split("/").slice(1);
        let at: unknown = member.startsWith("#/") ? root : undefined;
        for (const step of steps) {
          const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
          at = (at as Record<string, unknown> | undefined)?.[key];
        }
        if (at === undefined) lost.push(member);
      } else walk(member);
    }
  };
  walk(root);
  return { count, lost };
}

const good: readonly (readonly [
  name: string,
  file: string,
  format: "json" | "yaml",
  references: number,
])[] = [
  ["GitHub, 13 MB", beside("github.json.br"), "json", 9000],
  ["Figma", join(packages, "@figma/rest-api-spec/openapi/openapi.yaml"), "yaml", 500],
  ["rclone", join(packages, "rclone-openapi/openapi.json"), "json", 100],
  ["rclone in YAML", join(packages, "rclone-openapi/openapi.yaml"), "yaml", 100],
  ["Star Trek", examples("3.0/json/star-trek.json"), "json", 100],
  ["Star Trek in YAML", examples("3.0/yaml/star-trek.yaml"), "yaml", 100],
  ["US patents", examples("3.0/yaml/uspto.yaml"), "yaml", 0],
  ["ReadMe", examples("3.1/json/readme.json"), "json", 0],
  ["ReadMe's first one", examples("3.0/json/readme-legacy.json"), "json", 1],
  ["Petstore 3.0", examples("3.0/json/petstore.json"), "json", 10],
  // From here on each has a feature that none of the previous ones has.
  ["Kubernetes, whose schemas are recursive", beside("kubernetes.json.br"), "json", 2900],
  [
    "Dialogporten, with a byte order mark",
    join(packages, "@digdir/dialogporten-schema/swagger.verified.json"),
    "json",
    100,
  ],
  ["Train travel", examples("3.1/yaml/train-travel.yaml"), "yaml", 10],
  ["Webhooks", examples("3.1/json/webhooks.json"), "json", 1],
  ["Petstore 2.0", examples("2.0/yaml/petstore.yaml"), "yaml", 10],
  ["Petstore 3.1", examples("3.1/yaml/petstore.yaml"), "yaml", 10],
  ["circular schemas", examples("3.0/json/circular.json"), "json", 1],
  ["circular request bodies", examples("3.0/yaml/circular-request-bodies.yaml"), "yaml", 1],
  ["circular schemas of 2.0", examples("2.0/json/schema-circular.json"), "json", 1],
  ["a category of categories", beside("recursion.yaml.txt"), "yaml", 1],
  ["callbacks", examples("3.0/yaml/callbacks.yaml"), "yaml", 0],
  ["discriminators", examples("3.0/json/discriminators.json"), "json", 10],
  ["links", examples("3.0/yaml/link-example.yaml"), "yaml", 1],
];

// The first one alone takes as long as all others.
test.each(sample(good.slice(amount({ short: 10, full: 0 })), 2))(
  "a real specification is complete, and its references resolve: %s",
  async (_name, file, format, references) => {
    const text = getText(file);
    const { specification, filesystem, raw } = await processed(text);
    expect(specification.lastProcessedErrors).toBeUndefined();
    expect(specification.processingState).toBe("complete");
    expect(await raw()).toEqual({ text, format });
    const { [`openapi.${format}`]: entry, ...others } = await filesystem();
    expect(others).toEqual({});
    const { count, lost } = unresolved(entry);
    expect(lost).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(references);
  },
);

const bad: readonly (readonly [file: string, faults: string[]])[] = [
  ["minimal-yaml.yaml.txt", ["openapi.yaml:1:1: The description has no paths, which is required."]],
  [
    "param-no-response.yaml.txt",
    ["openapi.yaml:8:7: paths › /test › post has no responses, which is required."],
  ],
  [
    "path-reference-typo.yaml.txt",
    [
      "openapi.yaml:8:7: paths › /test › get has no responses, which is required.",
      "openapi.yaml:8:13: paths › /test › get has the unknown field $ref.",
    ],
  ],
];

test.each(sample(bad, 1))(
  "an invalid real specification ends with errors at the right location: %s",
  async (file, faults) => {
    const { specification } = await processed(getText(beside(file)));
    expect(specification).toMatchObject({
      processingState: "complete",
      lastProcessErrorCode: "PARSE_ERROR",
    });
    expect(specification).not.toHaveProperty("lastVersion");
    const messages = specification.lastProcessedErrors?.map(({ message }) => message);
    expect(messages).toEqual(expect.arrayContaining(faults));
  },
);
