/**
 * X6: an input that a check could not read, resolve or compare is reported and never passes. Each
 * check gets a valid input, and then the same input with one unreadable file, or one broken
 * reference.
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTome, type Ran, type Tome } from "../support/commands/tome.ts";
import { amount, report, sample, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { serve } from "../support/network/loopback.ts";

/** Replaces a file by one with another type or invalid content. */
type Spoil = (path: string) => void;

function edit(change: (text: string) => string | Uint8Array): Spoil {
  return (path) => writeFileSync(path, change(readFileSync(path, "utf8")));
}

/** Of any text. */
const unreadable: Readonly<Record<string, Spoil>> = {
  "invalid UTF-8": edit((text) =>
    Buffer.concat([Buffer.from(text), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a])]),
  ),
  "UTF-16": edit((text) => Buffer.from(`\uFEFF${text}`, "utf16le")),
  "binary data": edit((text) => Buffer.concat([Buffer.from([0, 1, 2, 0xff]), Buffer.from(text)])),
  "a folder in its place": (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  "a link to nothing": (path) => {
    rmSync(path);
    symlinkSync("nothing", path);
  },
  "a link to itself": (path) => {
    rmSync(path);
    symlinkSync(basename(path), path);
  },
  "far too many bytes": (path) => {
    rmSync(path);
    writeFileSync(path, "");
    truncateSync(path, 600 * 1024 * 1024);
  },
  // Root can read files of any mode.
  ...(process.getuid?.() !== 0 && {
    "no permission": (path: string) => chmodSync(path, 0),
  }),
};

/** No program writes to the pipe; a file named by the user may be one, and is waited for. */
const pipe: Readonly<Record<string, Spoil>> = {
  "a pipe": (path) => {
    rmSync(path);
    execFileSync("mkfifo", [path]);
  },
};

/** Of YAML. */
const brokenYaml: Readonly<Record<string, Spoil>> = {
  "a syntax error": edit((text) => `${text}\nbroken: [1, 2\n`),
  "bad indentation": edit((text) => `${text}\na:\n\t- b\n`),
  "a name given twice": edit((text) => `${text}\ntwice: 1\ntwice: 2\n`),
  "an existing name given twice": edit((text) => `${text}\n${/^\w+:.*$/m.exec(text)?.[0]}\n`),
  "two documents": edit((text) => `${text}\n---\n${text}`),
  "an unknown alias": edit((text) => `${text}\nalias: *nowhere\n`),
  "a bomb of aliases": edit(
    (text) =>
      `${text}\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${Array.from(
        { length: 9 },
        (_, n) =>
          `a${n + 1}: &a${n + 1} [${Array.from({ length: 10 }, () => `*a${n}`).join(", ")}]`,
      ).join("\n")}\n`,
  ),
  "a page of HTML": edit(() => "<!doctype html>\n<html><body>502 Bad Gateway</body></html>\n"),
};

/** Of JSON. */
const brokenJson: Readonly<Record<string, Spoil>> = {
  "JSON that is cut off": edit((text) => text.slice(0, -Math.ceil(text.length / 3))),
  "a page of HTML": edit(() => "<!doctype html>\n<html><body>502 Bad Gateway</body></html>\n"),
  "nothing at all": edit(() => ""),
};

const description = `openapi: 3.0.3
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      parameters:
        - {name: limit, in: query, schema: {type: integer}}
      responses:
        "200":
          description: OK
          content:
            application/json:
              schema: {$ref: "#/components/schemas/Pet"}
components:
  schemas:
    Pet: {type: object, properties: {name: {type: string}}}
`;

/** Of a specification: valid, but with references that cannot be resolved. */
const unfollowed: Readonly<Record<string, Spoil>> = {
  "a reference to nothing": edit((text) => text.replace("schemas/Pet", "schemas/Gone")),
  "a reference to an anchor": edit((text) => text.replace("#/components/schemas/Pet", "#pet")),
  "a reference to a web address": edit((text) =>
    text.replace("#/components/schemas/Pet", "https://example.com/pet.json"),
  ),
  "references in a circle": edit((text) =>
    text.replace(
      "{type: object, properties: {name: {type: string}}}",
      '{$ref: "#/components/schemas/Pet"}',
    ),
  ),
  "a dynamic reference": edit((text) => text.replace("{type: integer}", "{$dynamicRef: '#node'}")),
  "paths in a list": edit((text) => text.replace("paths:\n", "components: {}\nignored:\n")),
  "a path without a slash": edit((text) => text.replace("/pets:", "pets:")),
  "a path that is a text": edit((text) =>
    `${text}`.replace("paths:\n", "paths:\n  /cats: later\n"),
  ),
  "an operation that is a text": edit((text) =>
    text.replace("paths:\n", "paths:\n  /cats: {get: later}\n"),
  ),
  "a method that is not known": edit((text) =>
    text.replace("paths:\n", "paths:\n  /cats: {query: {}}\n"),
  ),
  "a parameter without a name": edit((text) => text.replace("{name: limit,", "{")),
  "a version of the future": edit((text) => text.replace("3.0.3", "5.0.0")),
  "no version": edit((text) => text.replace("openapi: 3.0.3\n", "")),
};

interface Gate {
  /** `0` for a valid input. */
  readonly command: string;
  readonly files: Readonly<Record<string, string>>;
  /** The replacements of each file, by name. */
  readonly spoiled: Readonly<Record<string, Readonly<Record<string, Spoil>>>>;
  /** The file need not be named, because the platform reads it. */
  readonly isRemote?: true;
  readonly prepare?: (tome: Tome, root: string) => Promise<unknown>;
  /** Whether its commands start threads or import repositories. */
  readonly isSlow?: true;
  /** After a file was damaged. */
  readonly commit?: (root: string) => void;
}

const pages = {
  "docs/README.md": "# Handbook\n\nRead [the guide](guide.md).\n",
  "docs/guide.md": '# Guide\n\n{% include ".gitbook/includes/note.md" %}\n',
  "docs/SUMMARY.md": "# Summary\n\n* [Handbook](README.md)\n* [Guide](guide.md)\n",
  "docs/.gitbook.yaml": "root: ./\n",
  "docs/.gitbook/vars.yaml": "product: Lumen\n",
  "docs/.gitbook/includes/note.md": "A note.\n",
  "docs/.tome.check.yaml": "rules:\n  page-unlisted: notice\n",
};

/** An import finds a folder of any name, and no files in it. */
const { "a folder in its place": _folder, ...unreadablePages } = { ...unreadable, ...pipe };

/** Content that a commit contains as it is. */
const committed = Object.fromEntries(
  Object.entries(unreadable).filter(([name]) =>
    ["invalid UTF-8", "UTF-16", "binary data"].includes(name),
  ),
);

const inPages = {
  "docs/README.md": unreadablePages,
  "docs/guide.md": unreadablePages,
  "docs/SUMMARY.md": unreadablePages,
  "docs/.gitbook/includes/note.md": unreadablePages,
  "docs/.gitbook.yaml": { ...unreadablePages, ...brokenYaml },
  "docs/.gitbook/vars.yaml": { ...unreadablePages, ...brokenYaml },
};

function git(cwd: string, ...args: string[]): void {
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  execFileSync("git", [...author, ...args], { cwd, stdio: "pipe" });
}

function commitAll(root: string): void {
  git(join(root, "docs"), "add", "--all");
  git(join(root, "docs"), "commit", "--quiet", "--message=Next");
}

const roster = "email,role\nada@example.com,admin\n";

const gates: Readonly<Record<string, Gate>> = {
  "openapi diff": {
    command: "openapi diff old.yaml new.yaml --fail-on breaking",
    files: { "old.yaml": description, "new.yaml": description },
    spoiled: {
      "old.yaml": { ...unreadable, ...brokenYaml, ...unfollowed },
      "new.yaml": { ...unreadable, ...brokenYaml, ...unfollowed },
    },
  },
  "openapi diff of JSON": {
    command: "openapi diff old.json new.json --fail-on breaking",
    files: {
      "old.json": '{"openapi": "3.0.3", "info": {}, "paths": {"/pets": {"get": {}}}}',
      "new.json": '{"openapi": "3.0.3", "info": {}, "paths": {"/pets": {"get": {}}}}',
    },
    spoiled: Object.fromEntries(
      ["old.json", "new.json"].map((name) => [
        name,
        {
          ...unreadable,
          ...brokenJson,
          "a name given twice": edit((text) =>
            text.replace('"info": {}', '"paths": {}, "info": {}'),
          ),
        },
      ]),
    ),
  },
  "openapi diff of several files": {
    command: "openapi diff old.yaml new/openapi.yaml --fail-on breaking",
    files: {
      "old.yaml": description,
      "new/openapi.yaml": description.replace("#/components/schemas/Pet", "pet.yaml"),
      "new/pet.yaml": "type: object\nproperties: {name: {type: string}}\n",
    },
    spoiled: { "new/pet.yaml": { ...unreadable, ...pipe, ...brokenYaml } },
  },
  "openapi put": {
    command: "openapi put pets --file new.yaml --fail-on breaking --local",
    files: { "new.yaml": description },
    isSlow: true,
    spoiled: { "new.yaml": { ...unreadable, ...brokenYaml, ...unfollowed } },
  },
  plan: {
    command: "plan org --fail --local",
    files: {},
    prepare: (tome, root) => tome("export org --local", { cwd: root }),
    spoiled: {
      "org/org.yaml": { ...unreadable, ...pipe, ...brokenYaml },
      "org/people.yaml": { ...unreadable, ...pipe, ...brokenYaml },
      "org/content.yaml": { ...unreadable, ...pipe, ...brokenYaml },
      "org/specs.yaml": { ...unreadable, ...pipe, ...brokenYaml },
      "org/sites/team-handbook.yaml": { ...unreadable, ...pipe, ...brokenYaml },
      // The content of a specification is compared by the platform, and is always a change.
      "org/specs/lumen-api.yaml": { ...unreadable, ...pipe },
      "org/tome.lock.json": { ...unreadable, ...pipe, ...brokenJson },
    },
  },
  drift: {
    command: "drift org --local",
    files: {},
    prepare: (tome, root) => tome("export org --local", { cwd: root }),
    spoiled: { "org/tome.lock.json": { ...unreadable, ...pipe, ...brokenJson } },
  },
  "check of a folder": {
    command: "check --repo docs",
    files: pages,
    spoiled: { ...inPages, "docs/.tome.check.yaml": { ...unreadable, ...pipe, ...brokenYaml } },
  },
  "check of a folder by one rule": {
    command: "check redirect-slash --repo docs",
    files: pages,
    spoiled: inPages,
  },
  "check of a folder without severe rules": {
    command: "check --repo docs --rules rules.yaml",
    files: {
      ...pages,
      "rules.yaml": "rules:\n  settings-invalid: off\n  too-large: notice\n  page-missing: off\n",
    },
    spoiled: inPages,
  },
  "check of a checkout": {
    command: "check --repo docs",
    files: pages,
    prepare: async (_tome, root) => {
      git(join(root, "docs"), "init", "--quiet", "--template=");
      git(join(root, "docs"), "add", ".");
    },
    spoiled: inPages,
  },
  "check with a baseline": {
    command: "check --repo docs --baseline baseline.json",
    files: { ...pages, "baseline.json": '{"version": 1, "findings": []}\n' },
    spoiled: { "baseline.json": { ...unreadable, ...brokenJson } },
  },
  "git plan": {
    command: "git plan --space Handbook --repo docs --fail --local",
    files: pages,
    isRemote: true,
    isSlow: true,
    async prepare(tome, root) {
      git(join(root, "docs"), "init", "--quiet", "--initial-branch=main", "--template=");
      commitAll(root);
      await tome("space create --title Handbook --local");
      const url = `file://${join(root, "docs")}`;
      await tome(`git import --space Handbook --url ${url} --ref main --wait --yes --local`);
    },
    spoiled: {
      "docs/.gitbook.yaml": { ...committed, ...brokenYaml },
      "docs/.gitbook/vars.yaml": { ...committed, ...brokenYaml },
      "docs/.gitbook/includes/note.md": committed,
      "docs/README.md": committed,
      "docs/SUMMARY.md": committed,
      "docs/guide.md": committed,
    },
    commit: commitAll,
  },
  "member sync of a table": {
    command: "member sync --roster roster.csv --dry-run --local",
    files: { "roster.csv": roster },
    spoiled: {
      "roster.csv": {
        ...unreadable,
        "a quote without an end": edit((text) => `${text}"grace@example.com,admin\n`),
        "a page of HTML": edit(() => "<!doctype html>\n<html><body>502</body></html>\n"),
        "nothing at all": edit(() => ""),
        "no column of emails": edit((text) => text.replace("email", "name")),
        "an unknown role": edit((text) => text.replace("admin", "emperor")),
        "a value that is neither true nor false": edit(() => "email,active\na@example.com,maybe\n"),
      },
    },
  },
  "member sync of a directory": {
    command: "member sync --roster scim.json --dry-run --local",
    files: {
      "scim.json": JSON.stringify({
        schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        totalResults: 1,
        Resources: [{ id: "1", userName: "ada@example.com", active: true }],
      }),
    },
    spoiled: {
      "scim.json": {
        ...unreadable,
        ...brokenJson,
        ...Object.fromEntries(
          ['"maybe"', "null", "0", "1", "{}", "[]", '""'].map((value) => [
            `active: ${value}`,
            edit((text) => text.replace('"active":true', `"active":${value}`)),
          ]),
        ),
        "Resources that are no list": edit((text) => text.replace(/\[\{"id".*?\}\]/, "1")),
        "Resources that are no objects": edit((text) => text.replace(/\[\{"id".*?\}\]/, "[1]")),
        "fewer resources than there are": edit((text) =>
          text.replace('"totalResults":1', '"totalResults":2'),
        ),
        "a name given twice": edit((text) =>
          text.replace('"active":true', '"active":false,"active":true'),
        ),
      },
    },
  },
  "access review": {
    command: "access review --since review --save next --fail --local",
    files: {},
    prepare: (tome, root) => tome("access review --save review --local", { cwd: root }),
    spoiled: {
      "review/manifest.json": { ...unreadable, ...pipe, ...brokenJson },
      "review/access.csv": { ...unreadable, ...pipe },
    },
  },
  "backup verify": {
    command: "backup verify backup",
    files: {},
    prepare: (tome, root) => tome("backup create backup --space Welcome --local", { cwd: root }),
    spoiled: {
      "backup/manifest.json": { ...unreadable, ...pipe, ...brokenJson },
      "backup/spaces/welcome/revision.json": { ...unreadable, ...pipe, ...brokenJson },
    },
  },
  "backup diff": {
    command: "backup diff backup --local",
    files: {},
    prepare: (tome, root) => tome("backup create backup --space Welcome --local", { cwd: root }),
    spoiled: {
      "backup/manifest.json": { ...unreadable, ...pipe, ...brokenJson },
      "backup/spaces/welcome/revision.json": { ...unreadable, ...pipe, ...brokenJson },
    },
  },
};

const env = { TOME_ALLOW_PRIVATE: "true" };

interface Case {
  readonly file: string;
  readonly how: string;
  readonly spoil: Spoil;
}

const counts = { tried: 0, passed: 0 };

/** `create` copies the valid input, because preparing it takes several commands. */
async function start(gate: Gate): Promise<{ readonly tome: Tome; readonly create: () => string }> {
  const withSample = gate.prepare !== undefined || gate.command.includes("--local");
  const tome = openTome({ withSample });
  const own: Tome = (line, ask = {}) => tome(line, { ...ask, env: { ...env, ...ask.env } });
  const valid = temporaryFolder();
  for (const [name, text] of Object.entries(gate.files)) {
    mkdirSync(dirname(join(valid, name)), { recursive: true });
    writeFileSync(join(valid, name), text);
  }
  await gate.prepare?.(own, valid);
  return {
    tome: own,
    create() {
      const root = temporaryFolder();
      cpSync(valid, root, { recursive: true });
      return root;
    },
  };
}

function describeFault(
  { code, stdout, stderr }: Ran,
  { file }: Case,
  isRemote: boolean,
): string | undefined {
  if (code === 0) return `passed: ${stdout}${stderr}`;
  const isFailedImport = isRemote && stderr.includes("The import would fail:");
  if (![2, 3, 9, 10].includes(code) && !isFailedImport) return `ended with ${code}: ${stderr}`;
  if (!`${stdout}${stderr}`.includes(basename(file))) return `does not name it: ${stderr}`;
  return undefined;
}

describe.each(sample(Object.entries(gates), 2))("%s", (title, gate) => {
  const run = gate.isSlow === true ? slowTest : test;
  run(
    "does not pass input that it could not read",
    async () => {
      const { tome, create } = await start(gate);
      const whole = await tome(gate.command, { cwd: create() });
      expect({ stderr: whole.stderr, code: whole.code }).toEqual({ stderr: whole.stderr, code: 0 });
      const cases = Object.entries(gate.spoiled).flatMap(([file, ways]) =>
        Object.entries(ways).map(([how, spoil]): Case => ({ file, how, spoil })),
      );
      const random = randomFrom(66);
      const some = cases
        .map((one) => ({ one, rank: random.next() }))
        .sort((one, other) => one.rank - other.rank)
        .slice(0, amount({ short: 3, full: cases.length }))
        .map(({ one }) => one);
      const chosen = sample(some, 1);
      const faults: string[] = [];
      let tried = 0;
      for (const one of chosen) {
        const root = create();
        one.spoil(join(root, one.file));
        gate.commit?.(root);
        const fault = describeFault(
          await tome(gate.command, { cwd: root }),
          one,
          gate.isRemote === true,
        );
        tried += 1;
        if (fault !== undefined) faults.push(`${one.file} with ${one.how} ${fault}`);
      }
      counts.tried += tried;
      counts.passed += faults.length;
      report("X6", `${title}: ${tried} inputs, ${faults.length} faults`);
      expect(faults).toEqual([]);
    },
    300_000,
  );
});

test.each([
  ["a response without numbers", { items: [] }],
  ["a response with numbers as text", { items: [], stats: { total: "0", broken: { total: "0" } } }],
  [
    "a link with an unknown status",
    {
      items: [{ status: "unchecked", relation: "reference", locationReferences: [] }],
      stats: { total: 1, broken: { total: 0 } },
    },
  ],
])("cr links --fail does not pass %s", async (_title, body) => {
  const server = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  });
  const { code, stdout, stderr } = await openTome()(
    "cr links C1000000000000000000 --space S1000000000000000000 --fail",
    { env: { TOME_BASE_URL: server.url, TOME_TOKEN: "token" } },
  );
  expect({ passed: code === 0, stdout, stderr }).toEqual({ passed: false, stdout, stderr });
});

test.each(["plan missing --fail --local", "drift missing --local", "check --repo missing"])(
  "%s does not pass a missing folder",
  async (command) => {
    const tome = openTome({ withSample: true });
    expect((await tome(command)).code).toBe(2);
  },
);
