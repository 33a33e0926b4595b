import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";

test.each([
  ["check symbolic-link --local", "is for repositories", "--repo"],
  ["check page-missing readme-missing --local", "is for repositories", "--repo"],
  ["check space-link-broken --repo .", "is for organizations", "Remove --repo"],
])("%s is refused, because it would examine no rule", async (line, reason, solution) => {
  const { code, stdout, stderr } = await openTome()(line);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toContain(reason);
  expect(stderr).toContain(solution);
});

test.each(["links", "link-broken"])("check %s checks the rule for broken links", async (word) => {
  const { stdout } = await openTome({ withSample: true })(`check ${word} --local --json`);
  const rules = JSON.parse(stdout).map((finding: { rule: string }) => finding.rule);
  expect(new Set(rules)).toEqual(new Set(["space-link-broken"]));
});

test("findings of pages with equal ids in a space and its translation are separate", async () => {
  const tome = openTome();
  const ok = async (line: string, stdin = "") => {
    const { code, stdout, stderr } = await tome(`${line} --local`, { stdin });
    if (code !== 0) throw new Error(`${line}: ${stderr}`);
    return stdout.trim();
  };
  const space = await ok("space create --title Guide --language en --format id");
  await ok(`cr create --space ${space} --subject Links`);
  await ok(`cr edit 1 --space ${space} --new --title Prices --file -`, "[terms](terms.md)");
  await ok(`cr merge 1 --space ${space}`);
  const source = ["--source-space", space, "--source-language", "en", "--language", "de"];
  const translation = await ok(`translation create ${source.join(" ")} --format id`);
  await ok(`translation run ${translation} --wait`);
  const { code, stdout } = await tome("check space-link-broken --local --json");
  expect(code).toBe(10);
  const findings: { fingerprint: string }[] = JSON.parse(stdout);
  expect(findings).toHaveLength(2);
  expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(2);
});
