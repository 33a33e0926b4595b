/** One problem causes one finding of its rule, and there is none without it. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { RepositoryRule } from "../../src/document/repository/repository-fault.ts";
import { organizationRules } from "../../src/features/check/organization-rules.ts";
import { openTome } from "../support/commands/tome.ts";
import { amount, report, sample, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { type Files, faults, randomRepository } from "../support/generators/random-repository.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import {
  type Answers,
  answering,
  orderlyOrganization,
  organizationFaults,
} from "../support/organizations/orderly-organization.ts";

const count = amount({ short: 1, full: 50 });

function put(files: Files): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

slowTest(
  "each problem of a repository is found alone, at its file, and not without it",
  async () => {
    const tome = openTome();
    const check = async (files: Files) => {
      const folder = put(files);
      const { code, stdout, stderr } = await tome("check --repo . --json", { cwd: folder });
      rmSync(folder, { recursive: true });
      expect([[0, 10].includes(code), stderr]).toEqual([true, stderr]);
      return JSON.parse(stdout) as { rule: string; file: string; fingerprint: string }[];
    };
    let tried = 0;
    for (let round = 0; round < count; round++) {
      const random = randomFrom();
      const repository = randomRepository(random);
      const about = { seed: random.seed };
      expect({ about, rows: await check(repository.files) }).toEqual({ about, rows: [] });
      for (const [rule, inject] of sample(Object.entries(faults), 7)) {
        const files = inject(repository, random);
        const rows = await check(files);
        expect({ about, rule, rules: rows.map((row) => row.rule) }).toEqual({
          about,
          rule,
          rules: [rule as RepositoryRule],
        });
        tried++;
      }
    }
    report("G1", `${tried} faults in ${count} repositories, each found alone`);
  },
);

test("each problem of an organization is found alone, and not without it", async () => {
  const tome = openTome();
  let tried = 0;
  for (let round = 0; round < count; round++) {
    const random = randomFrom();
    const orderly = orderlyOrganization(random);
    const about = { seed: random.seed };
    const folder = put({
      ".tome.check.yaml": "rules:\n  git-sync-absent: notice\n  sync-conflict: error\n",
    });
    const check = async (answers: Answers) => {
      const env = {
        TOME_BASE_URL: await answering(answers),
        TOME_TOKEN: "t",
        TOME_ORG: orderly.org,
      };
      const { code, stdout, stderr } = await tome("check --json", { env, cwd: folder });
      expect([[0, 10].includes(code), stderr]).toEqual([true, stderr]);
      return JSON.parse(stdout) as { rule: string }[];
    };
    expect({ about, rows: await check(orderly.answers) }).toEqual({ about, rows: [] });
    expect(Object.keys(organizationFaults).sort()).toEqual(
      organizationRules.map(({ id }) => id).sort(),
    );
    for (const [rule, inject] of sample(Object.entries(organizationFaults), 8)) {
      const rows = await check(inject(orderly, random));
      expect({ about, rule, rules: rows.map((row) => row.rule) }).toEqual({
        ...{ about, rule, rules: [rule] },
      });
      tried++;
    }
  }
  report("G1", `${tried} faults in ${count} organizations, each found alone`);
});
