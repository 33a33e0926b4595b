/** Dry runs and plans name the roles that the caller does not have. */
import { expect, test } from "vitest";
import { dataIn, openAgent } from "../../support/commands/agent.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

async function openWorkspace() {
  const home = temporaryFolder();
  const env = { HOME: home, TOME_CONFIG_DIR: `${home}/config`, XDG_DATA_HOME: `${home}/data` };
  const tome = openTome();
  const ok = async (line: string, token = "") => {
    const own = token === "" ? {} : { TOME_TOKEN: token };
    const { code, stdout, stderr } = await tome(`${line} --local`, { env: { ...env, ...own } });
    if (code !== 0) throw new Error(`tome ${line} ended with ${code}: ${stderr}`);
    return { data: stdout.trimEnd(), notes: stderr.trimEnd().split("\n") };
  };
  const { data: space } = await ok("space create --title Handbook --format id");
  const createToken = async (role: string) => (await ok(`local token create --role ${role}`)).data;
  return { env, ok, space, createToken };
}

function findMissing(notes: readonly string[]): readonly string[] {
  return notes.filter((line) => line.startsWith("Missing role: "));
}

slowTest("a dry run states the required role, the own role and the users who have it", async () => {
  const { ok, createToken } = await openWorkspace();
  const [reader, editor] = [await createToken("read"), await createToken("edit")];
  const admin = JSON.parse((await ok("member list --role admin --json user.displayName")).data);
  const name = admin[0].user.displayName;
  const line = "space update Handbook --title Guide --dry-run";
  const { data, notes } = await ok(line, reader);
  expect(JSON.parse(data)).toMatchObject({ method: "PATCH", body: { title: "Guide" } });
  expect(findMissing(notes)).toEqual([
    `Missing role: Changing the title of a space requires admin in the space "Handbook". Your role is read. It can be done by ${name}.`,
  ]);
  expect(findMissing((await ok(line)).notes)).toEqual([]);
  const team = "team create --title Writers --dry-run";
  expect(findMissing((await ok(team, editor)).notes)).toEqual([
    `Missing role: Creating a team requires admin in the organization. Your role is edit. It can be done by ${name}.`,
  ]);
  const own = "cr create --space Handbook --subject Change --dry-run";
  expect(findMissing((await ok(own, editor)).notes)).toEqual([]);
  expect(findMissing((await ok(own, reader)).notes)).toHaveLength(1);
});

slowTest("a dry run of several resources states each missing role once", async () => {
  const { ok, createToken } = await openWorkspace();
  await ok("space create --title Notes");
  const editor = await createToken("edit");
  const { data, notes } = await ok("space delete Handbook Notes --dry-run", editor);
  expect(JSON.parse(data)).toHaveLength(2);
  expect(findMissing(notes).map((note) => note.replace(/ It can be.*/, ""))).toEqual([
    'Missing role: Deleting a space requires admin in the space "Handbook". Your role is edit.',
    'Missing role: Deleting a space requires admin in the space "Notes". Your role is edit.',
  ]);
  expect(findMissing((await ok("space delete Handbook Notes --dry-run")).notes)).toEqual([]);
  const invite = "org invite delete one two --dry-run";
  expect(findMissing((await ok(invite, editor)).notes)).toHaveLength(1);
});

slowTest("the author of a comment needs no role to delete it", async () => {
  const { ok, createToken } = await openWorkspace();
  const commenter = await createToken("comment");
  const { data: comment } = await ok(
    "comment create --space Handbook --body Hello --format id",
    commenter,
  );
  const line = `comment delete ${comment} --space Handbook --dry-run`;
  expect(findMissing((await ok(line, commenter)).notes)).toEqual([]);
  expect(findMissing((await ok(line, await createToken("edit"))).notes)).toHaveLength(1);
});

test("a plan of an agent states missing roles", async () => {
  const { env, createToken } = await openWorkspace();
  const { call } = await openAgent({ env: { ...env, TOME_TOKEN: await createToken("read") } });
  const input = { space: "Handbook", title: "Guide" };
  const { text } = await call("plan", { command: "space update", input });
  expect(JSON.parse(dataIn(text)).missingRoles).toEqual([
    expect.stringContaining('requires admin in the space "Handbook". Your role is read.'),
  ]);
});
