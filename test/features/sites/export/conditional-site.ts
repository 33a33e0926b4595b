/** A generated site whose sections and texts have conditions, each with its own word. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { openLocalTome } from "../../../support/commands/tome.ts";
import { randomFrom } from "../../../support/generators/random.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";

export type Claims = Readonly<Record<string, boolean>>;

interface Mark {
  readonly word: string;
  readonly isVisible: (claims: Claims) => boolean;
}

type Condition = readonly [string | undefined, (claims: Claims) => boolean];

const everyone: Condition = [undefined, () => true];

const conditions: readonly Condition[] = [
  everyone,
  ["visitor.claims.a == true", ({ a = false }) => a],
  ["visitor.claims.b == true", ({ b = false }) => b],
];

export async function openConditionalSite(seed: number) {
  const random = randomFrom(seed);
  const { ok } = openLocalTome();
  const folder = temporaryFolder();
  const marks: Mark[] = [];
  const { id: site } = JSON.parse(await ok("site create --title Generated --json"));
  await ok(`site update ${site} --adaptive-content --visibility public`);
  const choose = () => random.pick(conditions);
  for (const section of [0, 1, 2, 3]) {
    // The first section is visible to all visitors, so that the site has a home page.
    const [sectionCondition, isSectionVisible] = section === 0 ? everyone : choose();
    const source = join(folder, `s${section}`);
    mkdirSync(source);
    for (const page of [0, 1, 2]) {
      const lines = [`# Page ${section}${page}`];
      for (const text of [0, 1, 2]) {
        const word = `mark${seed}x${section}x${page}x${text}z`;
        const [condition, isTextVisible] = choose();
        const content = `Text ${word} and [a link](p${random.below(3)}.md).`;
        lines.push(
          condition === undefined ? content : `{% if ${condition} %}\n${content}\n{% endif %}`,
        );
        marks.push({
          word,
          isVisible: (claims) => isSectionVisible(claims) && isTextVisible(claims),
        });
      }
      writeFileSync(
        join(source, page === 0 ? "README.md" : `p${page}.md`),
        `${lines.join("\n\n")}\n`,
      );
    }
    const { id: space } = JSON.parse(
      await ok(`space create --title S${section} --from-folder ${source} --json`),
    );
    const { id } = JSON.parse(
      await ok(
        `site section create --site ${site} --space ${space} --title title${seed}x${section}z --json`,
      ),
    );
    marks.push({
      word: `title${seed}x${section}z`,
      isVisible: (claims) => isSectionVisible(claims),
    });
    if (sectionCondition !== undefined) {
      await ok(`site section update ${id} --site ${site} --condition "${sectionCondition}"`);
    }
  }
  await ok(`site publish ${site}`);
  let count = 0;
  return {
    marks,
    /** The text of each file by its name. */
    async export(claims: Claims | undefined): Promise<ReadonlyMap<string, string>> {
      const out = join(folder, `out${count++}`);
      const file = join(folder, "claims.json");
      writeFileSync(file, JSON.stringify(claims ?? {}));
      await ok(
        `site export ${site} ${out} ${claims === undefined ? "--public" : `--claims ${file}`}`,
      );
      return listFiles(out);
    },
  };
}

export function listFiles(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path): [string, string] => [
      relative(root, path).split(sep).join("/"),
      readFileSync(path, "latin1"),
    ]);
  return new Map(files.sort(([one], [other]) => (one < other ? -1 : 1)));
}
