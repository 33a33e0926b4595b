import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import {
  type BackupManifest,
  readManifest,
  writeManifest,
} from "../../../src/features/backup/manifest.ts";
import { computeHash } from "../../../src/json/canonical.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { closedPort } from "../../support/network/loopback.ts";
import {
  type BackupPlatform,
  openBackupPlatform,
} from "../../support/platforms/backup-platform.ts";

interface Titled {
  readonly id: string;
  readonly title: string;
}

interface Made {
  readonly spaces: number;
  readonly pages: number;
  readonly fetchedPages: number;
  readonly fetchedFiles: number;
  readonly gone: readonly { readonly title: string }[];
}

async function getId({ json }: BackupPlatform, title: string): Promise<string> {
  const found = (await json<Titled[]>("space list --all")).find((space) => space.title === title);
  return found?.id ?? "";
}

/** Changes the first page of a space by a merged change request. */
async function editFirstPage(platform: BackupPlatform, spaceId: string): Promise<void> {
  const { pages } = await platform.json<{ pages: Titled[] }>(`page list --space ${spaceId}`);
  const file = join(temporaryFolder(), "page.md");
  writeFileSync(file, "Other words.\n");
  const { id } = await platform.json<Titled>(`cr create --space ${spaceId} --subject Edit`);
  const page = pages[0]?.id;
  await platform.json(
    `cr edit ${id} --space ${spaceId} --page ${page} --file ${file} --title Changed`,
  );
  await platform.json(`cr merge ${id} --space ${spaceId}`);
}

slowTest(
  "a backup has each page as a document and as Markdown with links inside the backup",
  async () => {
    const platform = await openBackupPlatform();
    const folder = join(temporaryFolder(), "backup");
    const made = await platform.json<Made>(`backup create ${folder}`);
    expect(made.spaces).toBeGreaterThan(10);
    const guide = join(folder, "spaces", "user-guide");
    expect(readdirSync(guide).toSorted()).toEqual([
      "comments.json",
      "documents",
      "files",
      "pages",
      "revision.json",
      "space.json",
    ]);
    const routes = readFileSync(join(guide, "pages", "alerts", "routes.md"), "utf8");
    expect(routes).toContain("# Routes");
    const start = readFileSync(
      join(folder, "spaces", "api-reference", "pages", "introduction.md"),
      "utf8",
    );
    expect(start).toContain("](authentication.md)");
    expect(readFileSync(join(guide, "revision.json"), "utf8")).not.toContain("downloadURL");
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(guide, "space.json")).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, "..")), "nothing is left beside it").toEqual(["backup"]);
  },
);

slowTest(
  "a second backup fetches only changes, and keeps a space that was deleted on the platform",
  async () => {
    const platform = await openBackupPlatform();
    const folder = join(temporaryFolder(), "backup");
    const first = await platform.json<Made>(`backup create ${folder}`);
    const second = await platform.json<Made>(`backup create ${folder}`);
    expect([second.fetchedPages, second.fetchedFiles, second.pages]).toEqual([0, 0, first.pages]);
    expect((await platform.run(`backup diff ${folder}`)).code).toBe(0);

    await editFirstPage(platform, await getId(platform, "User guide"));
    await platform.json(`space delete ${await getId(platform, "Command line")} --yes`);
    const diff = await platform.run(`backup diff ${folder} --json change,kind,title,what`);
    expect([diff.code, JSON.parse(diff.stdout)]).toEqual([
      10,
      expect.arrayContaining([
        { change: "changed", kind: "page", title: "Changed", what: "title, text" },
        { change: "removed", kind: "space", title: "Command line", what: null },
      ]),
    ]);
    const third = await platform.json<Made>(`backup create ${folder}`);
    expect([third.fetchedPages, third.spaces]).toEqual([1, first.spaces]);
    expect(third.gone.map(({ title }) => title)).toEqual(["Command line"]);
    expect(readdirSync(join(folder, "spaces", "command-line", "pages"))).not.toEqual([]);
    expect((await platform.run(`backup verify ${folder}`)).code).toBe(0);
  },
);

slowTest(
  "verify reports damaged, missing and unknown files, and the next backup replaces them",
  async () => {
    const platform = await openBackupPlatform();
    const folder = join(temporaryFolder(), "backup");
    await platform.json(`backup create ${folder}`);
    const guide = join(folder, "spaces", "user-guide");
    const [one = "", other = ""] = readdirSync(join(guide, "documents")).toSorted();
    writeFileSync(join(guide, "documents", one), "{}\n");
    renameSync(join(guide, "documents", other), join(guide, "documents", "other.json"));
    const { code, stdout } = await platform.run(`backup verify ${folder} --json status,file`);
    const said = (await platform.run(`backup verify ${folder}`)).stderr;
    expect(said).toMatch(/Examined \d+ files, skipped 1 file that is not in the manifest\./);
    const at = (name: string) => `spaces/user-guide/documents/${name}`;
    expect([code, JSON.parse(stdout)]).toEqual([
      10,
      expect.arrayContaining([
        { status: "damaged", file: at(one) },
        { status: "missing", file: at(other) },
        { status: "unknown", file: at("other.json") },
      ]),
    ]);
    expect(platform.asked()).toEqual([]);
    const refused = await platform.run(`backup restore ${folder} --space user-guide --yes`);
    expect([refused.code, platform.asked().filter((one) => !one.startsWith("GET "))]).toEqual([
      2,
      [],
    ]);
    const again = await platform.json<Made>(`backup create ${folder}`);
    expect(again.fetchedPages).toBe(2);
    expect((await platform.run(`backup verify ${folder}`)).code).toBe(0);
  },
);

slowTest(
  "create refuses a folder with other files and a backup of another organization",
  async () => {
    const platform = await openBackupPlatform();
    const folder = join(temporaryFolder(), "backup");
    mkdirSync(folder);
    writeFileSync(join(folder, "diary.txt"), "mine");
    const other = await platform.run(`backup create ${folder}`);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("is not a backup")]);
    rmSync(join(folder, "diary.txt"));
    await platform.json(`backup create ${folder}`);
    writeFileSync(join(folder, "diary.txt"), "mine");
    const lost = await platform.run(`backup create ${folder}`);
    expect([lost.code, lost.stderr]).toEqual([2, expect.stringContaining("diary.txt")]);
    expect(readFileSync(join(folder, "diary.txt"), "utf8")).toBe("mine");
    rmSync(join(folder, "diary.txt"));
    const empty = await platform.newOrganization();
    const wrong = await platform.run(`backup create ${folder} --org ${empty}`);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining("another organization"),
    ]);
    const part = await platform.run(
      `backup create ${folder} --space "${await getId(platform, "User guide")}"`,
    );
    expect([part.code, part.stderr]).toEqual([2, expect.stringContaining("would be lost")]);
  },
);

test("create refuses to replace the current folder or one of its parents", async () => {
  const tome = openTome();
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "inner"));
  for (const [folder, at] of [
    [".", cwd],
    ["..", join(cwd, "inner")],
    [cwd, cwd],
  ]) {
    const { code, stderr } = await tome(`backup create ${folder} --local`, { cwd: at ?? cwd });
    expect([code, stderr]).toEqual([2, expect.stringContaining("the current folder")]);
  }
  expect(readdirSync(cwd)).toEqual(["inner"]);
});

slowTest(
  "restore into an existing space keeps page ids, restores their order and keeps newer pages",
  async () => {
    const platform = await openBackupPlatform();
    const folder = join(temporaryFolder(), "backup");
    await platform.json(`backup create ${folder}`);
    const spaceId = await getId(platform, "User guide");
    const list = () => platform.json<{ pages: Titled[] }>(`page list --space ${spaceId}`);
    const before = await list();
    const titles = ({ pages }: { readonly pages: readonly Titled[] }) =>
      pages.map(({ title }) => title);
    await editFirstPage(platform, spaceId);
    const { id } = await platform.json<Titled>(`cr create --space ${spaceId} --subject Gone`);
    await platform.json(`cr edit ${id} --space ${spaceId} --page ${before.pages[1]?.id} --delete`);
    await platform.json(`cr edit ${id} --space ${spaceId} --new --title Newer`);
    await platform.json(`cr merge ${id} --space ${spaceId}`);

    const unasked = await platform.run(`backup restore ${folder} --space user-guide`);
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining("--yes")]);
    const open = await platform.run(
      `backup restore ${folder} --space user-guide --as-change-request`,
    );
    expect([open.code, open.stdout]).toEqual([0, expect.stringContaining("is not merged yet")]);
    expect(titles(await list())).toContain("Newer");
    expect(titles(await list())).toContain("Changed");

    const restored = await platform.run(`backup restore ${folder} --space user-guide --yes`);
    expect([restored.code, restored.stderr]).toEqual([0, restored.stderr]);
    const after = await list();
    expect(titles(after)).toEqual([...titles(before), "Newer"]);
    expect(after.pages.slice(0, -1).map((page) => page.id)).toEqual(
      before.pages.map((page) => page.id),
    );
    const again = await platform.run(`backup restore ${folder} --space user-guide --yes`);
    expect([again.code, platform.asked().filter((one) => !one.startsWith("GET "))]).toEqual([
      0,
      [],
    ]);
  },
);

slowTest(
  "a dry run lists the spaces and change requests to create, and sends nothing",
  async () => {
    const platform = await openBackupPlatform();
    const folder = join(temporaryFolder(), "backup");
    await platform.json(`backup create ${folder}`);
    const empty = await platform.newOrganization();
    const { code, stdout } = await platform.run(`backup restore ${folder} --to ${empty} --dry-run`);
    const described = JSON.parse(stdout) as { method: string; url: string }[];
    expect([code, new Set(described.map(({ method }) => method))]).toEqual([0, new Set(["POST"])]);
    expect(described.some(({ url }) => url.endsWith(`/orgs/${empty}/spaces`))).toBe(true);
    expect(platform.asked().filter((one) => !one.startsWith("GET "))).toEqual([]);
    expect(readdirSync(join(folder, "..")), "no journal").toEqual(["backup"]);
  },
);

slowTest("a space from the trash keeps what a backup does not contain", async () => {
  const platform = await openBackupPlatform();
  const folder = join(temporaryFolder(), "backup");
  await platform.json(`backup create ${folder}`);
  await platform.json(`space delete ${await getId(platform, "User guide")} --yes`);
  const restored = await platform.run(`backup restore ${folder} --space user-guide --yes`);
  expect([restored.code, restored.stderr]).toEqual([
    0,
    expect.not.stringContaining("Not restored"),
  ]);
  const deleted = await platform.json<Titled[]>("space list --all");
  expect(deleted.map(({ title }) => title)).toContain("User guide");
  const other = await platform.newOrganization();
  const copied = await platform.run(
    `backup restore ${folder} --space user-guide --to ${other} --yes`,
  );
  expect([copied.code, copied.stderr]).toEqual([0, expect.stringContaining("- revision history:")]);
});

slowTest("a restore that loses its first responses creates each collection once", async () => {
  const platform = await openBackupPlatform();
  const folder = join(temporaryFolder(), "backup");
  const spaceId = await getId(platform, "JavaScript client");
  await platform.json(`backup create ${folder} --space ${spaceId}`);
  for (const at of [2, 3, 4, 5]) {
    const organization = await platform.newOrganization();
    const line = `backup restore ${folder} --to ${organization} --space javascript-client`;
    expect((await platform.run(line, { at, when: "after" })).code).not.toBe(0);
    const again = await platform.run(line);
    expect(again.code, again.stderr).toBe(0);
    const list = `collection list --org ${organization} --all`;
    const titles = (await platform.json<Titled[]>(list)).map(({ title }) => title);
    expect(titles.toSorted(), `after ${at}`).toEqual(["Client libraries", "Developers"]);
  }
});

slowTest("a backup contains the organization files, which keep their keys", async () => {
  const platform = await openBackupPlatform();
  const folder = join(temporaryFolder(), "backup");
  await platform.json(`backup create ${folder}`);
  const getText = (name: string) => readFileSync(join(folder, "organization", name), "utf8");
  expect(getText("people.yaml")).toContain("teams:");
  const lock = getText("tome.lock.json");
  const [address] = Object.keys(JSON.parse(lock).things).filter((one) => one.startsWith("spaces/"));
  const { id } = JSON.parse(lock).things[address ?? ""];
  await platform.json(`space update ${id} --title Renamed`);
  await platform.json(`backup create ${folder}`);
  expect(JSON.parse(getText("tome.lock.json")).things[address ?? ""].id).toBe(id);
  expect(getText("content.yaml")).toContain("title: Renamed");
  expect((await platform.run(`backup verify ${folder}`)).code).toBe(0);
});

slowTest(
  "a second restore of the same backup is refused, and another copy needs --again",
  async () => {
    const platform = await openBackupPlatform();
    const folder = join(temporaryFolder(), "backup");
    await platform.json(`backup create ${folder}`);
    const organization = await platform.newOrganization();
    const line = `backup restore ${folder} --space user-guide --to ${organization}`;
    const first = await platform.run(line);
    expect([first.code, first.stderr]).toEqual([0, expect.not.stringContaining("already")]);
    expect(first.stderr).toMatch(
      /- the place of "User guide" on the docs site "[^"]+", section "[^"]+"/,
    );
    const [, key, id] = /--adopt spaces\/([\w-]+)=id:(\w+)/.exec(first.stderr) ?? [];
    expect(first.stderr).toMatch(
      /Examined 1 space, \d+ pages and \d+ files, skipped \d+ spaces that were not selected/,
    );
    // The detection does not depend on the title.
    await platform.json(`space update ${id} --title Renamed`);
    for (const flags of ["", " --dry-run"]) {
      const second = await platform.run(line + flags);
      expect(second.code).toBe(2);
      expect(second.stderr).toMatch(
        /A space named "Renamed" already exists \(\w+\): it was restored/,
      );
      expect(second.stderr).toContain(`hint: tome ${line} --again`);
    }
    expect((await platform.run(`${line} --again`)).code).toBe(0);
    const files = join(temporaryFolder(), "organization");
    cpSync(join(folder, "organization"), files, { recursive: true });
    rmSync(join(files, "tome.lock.json"));
    const plan = `plan ${files} --org ${organization} --adopt spaces/${key}=id:${id}`;
    const steps = await platform.json<{ does: string; address: string }[]>(plan);
    expect(steps.map(({ does, address }) => `${does} ${address}`)).toContain(
      `update spaces/${key}`,
    );
    expect(steps.map(({ address }) => address)).toContainEqual(
      expect.stringMatching(new RegExp(`^sites/.*/${key}$`)),
    );
  },
);

slowTest(
  "diff and restore refuse a backup from another platform without --other-platform",
  async () => {
    const { run } = await openBackupPlatform();
    const folder = join(temporaryFolder(), "backup");
    expect((await run(`backup create ${folder}`)).code).toBe(0);
    const elsewhere = {
      TOME_BASE_URL: "https://other.example.com",
      TOME_TOKEN: "token-of-another",
    };
    const tome = openTome();
    for (const line of ["backup diff", "backup restore --yes"]) {
      const { code, stderr } = await tome(`${line} ${folder}`, { env: elsewhere });
      expect([line, code]).toEqual([line, 2]);
      expect(stderr).toContain("The backup is from ");
      expect(stderr).toContain("the current platform is https://other.example.com");
      expect(stderr).toContain("--other-platform");
      const allowed = await tome(`${line} ${folder} --other-platform --retries 0 --timeout 2`, {
        env: { ...elsewhere, TOME_BASE_URL: await closedPort() },
      });
      // The command continues and fails to connect.
      expect([line, allowed.code]).toEqual([line, 7]);
    }
    expect((await run(`backup diff ${folder}`)).code).toBe(0);
  },
);

/** Writes the manifest of a backup with changed values, and a valid digest. */
function forgeManifest(folder: string, changes: Partial<BackupManifest>): void {
  const path = join(folder, "manifest.json");
  const manifest = readManifest(readFileSync(path, "utf8"), path);
  writeFileSync(path, writeManifest({ ...manifest, ...changes }));
}

slowTest(
  "create refuses to replace a backup of another platform without --other-platform",
  async () => {
    const { run, json } = await openBackupPlatform();
    const folder = join(temporaryFolder(), "backup");
    await json(`backup create ${folder} --space "User guide"`);
    for (const platform of ["https://other.example.com", "http://127.0.0.1:1", ""]) {
      forgeManifest(folder, { platform });
      const before = readFileSync(join(folder, "manifest.json"), "utf8");
      const refused = await run(`backup create ${folder} --space "User guide"`);
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringContaining("is a backup of another platform"),
      ]);
      expect(readFileSync(join(folder, "manifest.json"), "utf8")).toBe(before);
    }
    await json(`backup create ${folder} --space "User guide" --other-platform`);
    expect((await run(`backup create ${folder} --space "User guide"`)).code).toBe(0);
  },
);

slowTest(
  "create reuses no files of an interrupted backup of another platform or organization",
  async () => {
    const { run, json } = await openBackupPlatform();
    const folder = join(temporaryFolder(), "backup");
    const line = `backup create ${folder} --space "User guide"`;
    const complete = await json<Made>(line);
    const { files } = readManifest(readFileSync(join(folder, "manifest.json"), "utf8"), folder);
    // The interrupted backup has the same sources with other content.
    const foreign = files
      .filter(({ path }) => path.includes("/documents/") || path.includes("/pages/"))
      .map(({ path, source }) => ({ path, source, size: 7, sha256: computeHash("foreign") }));
    rmSync(folder, { recursive: true });
    for (const head of [[], [{ origin: "https://other.example.com O1" }], [{ origin: "" }]]) {
      const unfinished = `${folder}.unfinished-0001`;
      for (const { path } of foreign) {
        mkdirSync(dirname(join(unfinished, path)), { recursive: true });
        writeFileSync(join(unfinished, path), "foreign");
      }
      const list = [...head, ...foreign].map((one) => `${JSON.stringify(one)}\n`).join("");
      writeFileSync(join(unfinished, ".fetched"), list);
      const made = await json<Made>(line);
      expect(made.fetchedPages).toBe(complete.fetchedPages);
      expect((await run(`backup verify ${folder}`)).code).toBe(0);
      rmSync(folder, { recursive: true });
    }
  },
);

slowTest("create deletes no folders beside the backup that tome did not write", async () => {
  const { run, json } = await openBackupPlatform();
  const parent = temporaryFolder();
  const folder = join(parent, "backup");
  for (const name of ["backup.unfinished-ideas", "backup.replaced"]) {
    mkdirSync(join(parent, name));
    writeFileSync(join(parent, name, "mine.txt"), "mine");
  }
  const line = `backup create ${folder} --space "User guide"`;
  const refused = await run(line);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining("backup.replaced is not a backup"),
  ]);
  expect(readFileSync(join(parent, "backup.replaced", "mine.txt"), "utf8")).toBe("mine");
  rmSync(join(parent, "backup.replaced"), { recursive: true });
  await json(line);
  expect(readdirSync(parent)).toEqual(["backup", "backup.unfinished-ideas"]);
});

slowTest("restore refuses a backup of another author with invalid files", async () => {
  const { run, json } = await openBackupPlatform();
  const folder = join(temporaryFolder(), "backup");
  await json(`backup create ${folder} --space "User guide"`);
  const revision = "spaces/user-guide/revision.json";
  const original = readFileSync(join(folder, "manifest.json"), "utf8");
  const { files, spaces } = readManifest(original, folder);
  const replace = (path: string, text: string) => {
    writeFileSync(join(folder, path), text);
    const record = { path, size: Buffer.byteLength(text), sha256: computeHash(text) };
    forgeManifest(folder, { files: [...files.filter((file) => file.path !== path), record] });
  };
  const restore = async (key = "user-guide") => {
    const { code, stderr } = await run(`backup restore ${folder} --space ${key} --yes`);
    return [code, stderr];
  };
  const refused = [2, expect.stringContaining("is not valid JSON")];
  for (const path of [revision, "spaces/user-guide/space.json", "organization.json"]) {
    const before = readFileSync(join(folder, path), "utf8");
    for (const text of ["", "{", "[".repeat(100_000), '{"a":1e999}']) {
      replace(path, text);
      expect([path, text.slice(0, 9), await restore()]).toEqual([path, text.slice(0, 9), refused]);
    }
    writeFileSync(join(folder, path), before);
  }
  forgeManifest(folder, { files, spaces: spaces.map((space) => ({ ...space, key: "../.." })) });
  const missing = [2, expect.stringContaining("contains no spaces/../../revision.json")];
  expect(await restore("../..")).toEqual(missing);
});
