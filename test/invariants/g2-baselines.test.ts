/** A finding keeps its identity when titles, words and lines change. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";
import { amount, report, sample, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { type Files, faults, randomRepository } from "../support/generators/random-repository.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import {
  answering,
  orderlyOrganization,
  organizationFaults,
  renamed as renamedAnswers,
} from "../support/organizations/orderly-organization.ts";

const count = amount({ short: 1, full: 50 });

function put(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** New titles, and additional lines at the top. */
function renamed(files: Files): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      if (!path.endsWith(".md")) return [path, text];
      const titled = text.replace(/\[Page (\d+)\]/g, "[Renamed $1]").replace(/^# /m, "# New ");
      return [path, titled.replace(/^(# .*)$/m, "$1\n\nA new line.\n\nAnother one.")];
    }),
  );
}

slowTest("a baseline of a repository survives renamed titles and moved lines", async () => {
  const tome = openTome();
  let kept = 0;
  for (let round = 0; round < count; round++) {
    const random = randomFrom();
    const repository = randomRepository(random);
    for (const rule of ["page-twice", "link-broken", "anchor-broken", "block-unclosed"] as const) {
      const about = { seed: random.seed, rule };
      const files = faults[rule](repository, random);
      const folder = temporaryFolder();
      const run = (line: string) => tome(`check --repo . ${line}`, { cwd: folder });
      put(folder, files);
      const written = await run("--baseline known.json --update-baseline");
      expect({ about, code: written.code }).toEqual({ about, code: 0 });
      put(folder, renamed(files));
      const again = await run("--baseline known.json --fail-on warning");
      expect({ about, ...again }).toMatchObject({ about, code: 0, stdout: "" });
      expect(again.stderr).toContain("1 in the baseline");
      kept++;
    }
  }
  report("G2", `${kept} baselines, each kept through new titles`);
});

slowTest("findings that are not in the baseline count", async () => {
  const random = randomFrom();
  const repository = randomRepository(random);
  const folder = temporaryFolder();
  const run = (line: string) => openTome()(`check --repo . ${line}`, { cwd: folder });
  put(folder, repository.files);
  expect(await run("--baseline known.json")).toMatchObject({ code: 2 });
  expect(await run("--baseline known.json --update-baseline")).toMatchObject({ code: 0 });
  put(folder, faults["link-broken"](repository, random));
  expect(await run("--baseline known.json")).toMatchObject({ code: 10 });
});

test("a baseline of an organization survives renamed titles", async () => {
  const tome = openTome();
  let kept = 0;
  for (let round = 0; round < count; round++) {
    const random = randomFrom();
    const orderly = orderlyOrganization(random);
    const { org } = orderly;
    for (const [rule, inject] of sample(Object.entries(organizationFaults), 6)) {
      const about = { seed: random.seed, rule };
      const folder = temporaryFolder();
      const answers = inject(orderly, random);
      const run = async (given: typeof answers, line: string) => {
        const env = { TOME_BASE_URL: await answering(given), TOME_TOKEN: "t", TOME_ORG: org };
        return tome(`check ${rule} --baseline known.json ${line}`, { env, cwd: folder });
      };
      expect({ about, ...(await run(answers, "--update-baseline")) }).toMatchObject({
        about,
        code: 0,
      });
      const again = await run(renamedAnswers(answers), "--json rule");
      expect({ about, ...again }).toMatchObject({ about, code: 0, stdout: "[]\n" });
      kept++;
    }
  }
  report("G2", `${kept} baselines of organizations, each kept through new titles`);
});
