/** The space into which a backup is restored, and its settings. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { openBackupPlatform } from "../../../support/platforms/backup-platform.ts";

interface Space {
  readonly id: string;
  readonly title: string;
  readonly organization: string;
  readonly mergeRules: unknown;
}

async function start(toRules: (owner: string) => object = () => ({ type: "none" })) {
  const platform = await openBackupPlatform();
  const { json, run, newOrganization, owner } = platform;
  const mergeRules = toRules(owner);
  const { id: spaceId } = await json<Space>("space create --title Notes");
  const rules = join(temporaryFolder(), "rules.json");
  writeFileSync(rules, JSON.stringify({ mergeRules }));
  const update = await run(`space update ${spaceId} --input ${rules}`);
  expect(update.code, update.stderr).toBe(0);
  const folder = join(temporaryFolder(), "backup");
  await json(`backup create ${folder} --space ${spaceId}`);
  const other = await newOrganization();
  const restore = async (flags = "", expectedCode = 0) => {
    const { code, stderr } = await run(`backup restore ${folder} --yes ${flags}`.trim());
    expect(code, stderr).toBe(expectedCode);
    return stderr;
  };
  const spaces = async (organization: string) =>
    (await json<Space[]>(`space list --all --org ${organization}`)).filter(
      ({ title }) => title === "Notes",
    );
  return { ...platform, mergeRules, spaceId, other, restore, spaces };
}

describe("the space of a backup", () => {
  test("that was transferred to another organization is restored as a new one", async () => {
    const { json, organization, spaceId, other, restore, spaces } = await start();
    await json(`space transfer ${spaceId} --to ${other} --yes`);
    const before = await json<Space>(`space get ${spaceId}`);
    await restore();
    expect(await json<Space>(`space get ${spaceId}`)).toEqual(before);
    const [restored, ...more] = await spaces(organization);
    expect(more).toEqual([]);
    expect(restored).toMatchObject({ title: "Notes", organization });
    expect(restored?.id).not.toBe(spaceId);
  });

  test("that still exists is used", async () => {
    const { organization, spaceId, restore, spaces } = await start();
    await restore();
    expect((await spaces(organization)).map(({ id }) => id)).toEqual([spaceId]);
  });
});

describe("in another organization, merge rules", () => {
  const refused = "The merge rules were not restored because they name users";
  const review = { rule: "require_at_least_one_review" };
  const byUsers = (owner: string) => ({ rule: "require_specific_reviewers", users: [owner] });

  test.each([
    ["without users are restored", () => [review], true],
    ["of users are not restored", (owner: string) => [byUsers(owner)], false],
    [
      "some of which name users are not restored",
      (owner: string) => [review, byUsers(owner)],
      false,
    ],
  ])("%s", async (_, toRules, isRestored) => {
    const { mergeRules, other, restore, spaces } = await start((owner) => ({
      type: "rules",
      rules: toRules(owner),
    }));
    const stderr = await restore(`--to ${other}`, isRestored ? 0 : 9);
    const [restored] = await spaces(other);
    expect(stderr.includes(refused)).toBe(!isRestored);
    if (isRestored) expect(restored?.mergeRules).toEqual(mergeRules);
    else expect(restored?.mergeRules).not.toEqual(mergeRules);
  });
});
