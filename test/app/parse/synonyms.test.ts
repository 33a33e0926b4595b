import { describe, expect, test } from "vitest";
import { expected } from "../../../src/app/parse/expected-arguments.ts";
import { findCommand } from "../../../src/app/parse/find-command.ts";
import { switches } from "../../../src/app/parse/misplaced-command.ts";
import { listParameters } from "../../../src/app/parse/parameters.ts";
import { parse } from "../../../src/app/parse/parse.ts";
import { findSynonym, replaceFormatFlag } from "../../../src/app/parse/synonyms.ts";
import { text } from "../../../src/commands/fields.ts";
import { tree } from "../../../src/commands/tree.ts";
import { openTome } from "../../support/commands/tome.ts";
import { sample, slowTest } from "../../support/generators/amount.ts";

/** The words of a command line, without the single quotes around some of them. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

/** The error of a suggested command line, parsed like one that was typed. */
async function findParsingError([program, ...words]: string[]): Promise<unknown> {
  if (program !== "tome") return new Error(`${program} is not tome.`);
  const help = words.includes("help") || words.includes("--help");
  try {
    const { path, command, rest } = await findCommand(help ? [] : words);
    if (help || command === undefined || command.kind === "noun") return undefined;
    parse(path.join(" "), command, listParameters(command), rest);
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each(
  sample(
    [
      ["space ls --local", "space list --local"],
      ["spaces ls --local", "space list --local"],
      ["org show --local", "org get --local"],
      ["org view --local", "org get --local"],
      ["users ls --local", "member list --local"],
      ["pr new --help", "cr create --help"],
      ["member rm --help", "member remove --help"],
      ["space mv --help", "space move --help"],
      ["space destroy --help", "space delete --help"],
      ["member destroy --help", "member remove --help"],
      ["login --help", "auth login --help"],
      ["help login", "auth login --help"],
      ["version", "--version"],
      ["-v", "--version"],
      ["config view --local", "config list --local"],
      ["workspace list --local", "org list --local"],
      ["workspace show --local", "org get --local"],
      ["api get /user --local", "api GET /user --local"],
      ["org list --local -o json", "org list --local --format json"],
      ["org list --local --output csv", "org list --local --format csv"],
      ["org list --local --output=id", "org list --local --format id"],
    ],
    6,
  ),
)("tome %s is an alias of tome %s", async (given, meant) => {
  const tome = openTome();
  const [said, expected] = [await tome(given), await tome(meant)];
  expect(said).toEqual(expected);
  expect(said.code).toBe(0);
});

test.each(
  sample(
    [
      ["list spaces", "tome space list"],
      ["ls pages", "tome page list"],
      ["new space", "tome space create"],
      ["ls", "tome space list"],
      ["list", "tome space list"],
      ["rm X", "tome space delete --help"],
      ["rm pr 1", "tome cr --help"],
      ["list prs --space X", "tome cr list --space X"],
      ["describe pr 1 --space X", "tome cr get 1 --space X"],
      ["patch space X", "tome space update X"],
      ["diff -f acme", "tome plan acme"],
      ["diff --filename=acme", "tome plan acme"],
      ["output", "tome tree"],
      ["run list", "tome status --help"],
      ["job list", "tome status --help"],
      ["jobs", "tome status"],
      ["workspace select Acme", "tome config set org Acme"],
      ["delete space X --yes", "tome space delete X --yes"],
      ["destroy space X --yes", "tome space delete X --yes"],
      ["destroy site Docs", "tome site delete Docs"],
      ["rm spaces 'The X'", "tome space delete 'The X'"],
      ["apply -f acme", "tome apply acme"],
      ["git status --space Handbook", "tome git status Handbook"],
      ["space get --space=Handbook", "tome space get Handbook"],
      ["apply --file=acme --yes", "tome apply acme --yes"],
      ["plan -out acme.plan", "tome plan --save acme.plan"],
      ["plan acme -out=acme.plan", "tome plan acme --save=acme.plan"],
      ["space list -o wide", "tome help formatting"],
      [
        "translation create --space S1",
        "tome translation create --source-space S1 --source-language <code> --language <code>",
      ],
      ["cr create --title Mistakes --space S1", "tome cr create --subject Mistakes --space S1"],
      ["site share-link create --title Board", "tome site share-link create --name Board"],
      ["comment create --message Yes --space S1", "tome comment create --body Yes --space S1"],
      ["space move S1 --to C1", "tome space move S1 --parent C1"],
      ["org audit list --user ada@example.com", "tome org audit list --actor ada@example.com"],
      ["openapi publish pets.yaml --slug pets", "tome openapi publish pets.yaml --spec pets"],
      ["git import --branch main", "tome git import --ref main"],
      ["cr list --state draft", "tome cr list --status draft"],
      ["space pdf S1 -o guide.pdf", "tome space pdf S1 --save guide.pdf"],
      ["space pdf S1 --output=guide.pdf", "tome space pdf S1 --save=guide.pdf"],
      [
        "space create Runbooks --collection Operations",
        "tome space create Runbooks --parent Operations",
      ],
      ["create space Runbooks", "tome space create Runbooks"],
      ["label space Runbooks team=sre", "tome space update --help"],
      ["label list", "tome space update --help"],
      ["team member add Writers ada@example.com", "tome team add Writers ada@example.com"],
      ["cr create --title T --body x --space Handbook", "tome cr create --help"],
      ["browse Handbook", "tome open Handbook"],
      ["completion -s bash", "tome completion bash"],
      ["site resolve https://docs.example.com --claims x", "tome site resolve --help"],
      ["space import ./dir", "tome space create --title dir --from-folder ./dir"],
      ["saml import", "tome saml create --help"],
      ["cr unrequest-review 3 --reviewer Ada", "tome cr unrequest-review 3 Ada"],
      ["rollout undo", "tome undo"],
      ["auth can-i update space", "tome access list --help"],
      ["diff", "tome plan --help"],
      ["auth whoami", "tome whoami"],
      ["token create", "tome local token create --help"],
      ["auth token create", "tome local token create --help"],
      ["auth refresh", "tome auth login"],
      ["space list --sort-by title", "tome space list --sort title"],
      ["space delete X --auto-approve", "tome space delete X --yes"],
      ["space list --no-headers", "tome space list --format tsv"],
      ["space list -A", "tome space list --all"],
      ["page list -R X", "tome page list --space X"],
      ["cr view 1 --web", "tome open --help"],
      ["cr update 3 --add-reviewer ada", "tome cr request-review --help"],
      ["space list --search hand", "tome space list --filter 'title=*hand*'"],
      ["space list --search=hand", "tome space list --filter 'title=*hand*'"],
      ["cr create --draft --subject X", "tome cr create --subject X"],
      ["space update X --visibility private", "tome space update X --default-level none"],
      ["space update X --visibility=private", "tome space update X --default-level none"],
      ["site update X --custom-domain a.example", "tome site update X --hostname a.example"],
      ["cr diff 3 --name-only", "tome cr diff 3 --stat"],
      ["access list ada@example.com", "tome access list --user ada@example.com"],
      ["space archive X", "tome space update --edit-mode locked X"],
      ["space clone X", "tome space duplicate X"],
      ["site insights events X", "tome site insights show --by event X"],
      ["explain", "tome access explain --help"],
    ],
    20,
  ),
)("tome %s suggests %s", async (given, meant) => {
  const { code, stderr } = await openTome()(splitWords(given));
  expect(code).toBe(2);
  expect(stderr).toContain(`hint: ${meant}\n`);
  expect(await findParsingError(splitWords(meant))).toBeUndefined();
});

test.each(
  sample(
    [
      ["collection grant Handbook --local", "tome collection permission grant --help"],
      ["content links Handbook", "tome space links --help"],
      ["member invite ada@example.com", "tome org invite users ada@example.com"],
      ["cr submit 3", "tome cr update --status open 3"],
      ["backup create --to nightly --space X", "tome backup create nightly --space X"],
      ["backup create --destination=nightly", "tome backup create nightly"],
      [
        "member offboard ada@example.com --to eve@example.com",
        "tome member offboard ada@example.com --successor eve@example.com",
      ],
      ["page get Start --cr 1", "tome cr page --help"],
      ["page list --cr 1", "tome cr pages --help"],
      ["page get Start --revision latest~1", "tome revision page --help"],
      ["cr checkout 1 --space X", "tome cr preview 1 --space X"],
      ["co 1 --space X", "tome cr preview 1 --space X"],
      ["cr rename 3", "tome cr update --help"],
      ["space undelete Handbook", "tome space restore Handbook"],
      ["space lock Handbook", "tome space update --edit-mode locked Handbook"],
      ["space members Handbook", "tome access list --space Handbook"],
      ["--local spaces who Handbook --all", "tome --local access list --space Handbook --all"],
      ["space members", "tome access list --help"],
      ["member access ada@example.com", "tome access list --user ada@example.com"],
      ["cr comments 3 --space Handbook", "tome comment list --cr 3 --space Handbook"],
      ["cr comment 3 --space Handbook", "tome comment create --help"],
      ["space backup Handbook", "tome backup create --help"],
      ["team remove Writers ada@example.com", "tome team drop Writers ada@example.com"],
      ["git log --space Handbook", "tome git info --space Handbook"],
      ["space connect Handbook --repo .", "tome git connect Handbook --repo ."],
      ["git pull --space Handbook", "tome git import --space Handbook"],
      ["revision restore latest~1", "tome cr edit --help"],
      ["page history start --space Handbook", "tome revision list --page start --space Handbook"],
      ["org members", "tome member list"],
      ["site theme", "tome site customization"],
      ["org use Acme", "tome config set org Acme"],
      [
        "space select 'User guide' --profile work",
        "tome config set space 'User guide' --profile work",
      ],
      ["org use", "tome config set org --help"],
      ["member kick ada@example.com --yes", "tome member remove ada@example.com --yes"],
      ["collection rename A B", "tome collection update A --title B"],
      ["cr rename 3 'New words'", "tome cr update 3 --subject 'New words'"],
      ["space rename Guide", "tome space update --help"],
      ["init", "tome export --help"],
    ],
    12,
  ),
)("a command of another noun is suggested: tome %s suggests %s", async (given, meant) => {
  const { code, stderr } = await openTome()(splitWords(given));
  expect(code).toBe(2);
  expect(stderr).toContain(`hint: ${meant}\n`);
});

test("the suggested command exists and has the suggested flag", async () => {
  for (const line of Object.values(expected).flatMap((lines) => Object.keys(lines))) {
    const [words = "", ...said] = line.split(" --");
    const { command, rest } = await findCommand(words.split(" "));
    // What follows the verb are its first arguments.
    expect([line, rest]).toEqual([
      line,
      words.startsWith("config set ") ? [expect.any(String)] : [],
    ]);
    if (command === undefined) throw new Error(`${line} is no command.`);
    if (command.kind === "noun") {
      expect([line, said]).toEqual([line, []]);
      continue;
    }
    const [name, value] = said.join(" ").split(" ");
    if (!name) continue;
    const flag = listParameters(command).find((one) => name.replace(/^no-/, "") === one.name);
    expect([line, flag?.isArgument]).toEqual([line, false]);
    const takesNone = flag?.field.kind === "boolean";
    expect([line, switches.includes(name)]).toEqual([line, takesNone]);
    expect([line, takesNone && value !== undefined]).toEqual([line, false]);
  }
});

test("an expected verb is not a verb of the noun and has one suggestion", async () => {
  for (const [noun, lines] of Object.entries(expected)) {
    const words = Object.values(lines)
      .flatMap((list) => list.split(" "))
      .filter((word) => !word.includes("_"));
    expect([noun, words.toSorted()]).toEqual([noun, [...new Set(words)].toSorted()]);
    const { command } = await findCommand(noun === "" ? [] : noun.split(" "));
    const own = command?.kind === "noun" ? Object.keys(command.verbs) : Object.keys(tree);
    const path = noun === "" ? [] : noun.split(" ");
    const reached = words.filter((word) => findSynonym(word, path, own) === undefined);
    expect([noun, words.filter((word) => own.includes(word))]).toEqual([noun, []]);
    expect([noun, reached]).toEqual([noun, words]);
  }
});

test("a parent typed as an argument is suggested as a flag", async () => {
  const tome = openTome();
  const { code, stderr } = await tome(["page", "list", "User guide", "--local"]);
  expect(code).toBe(2);
  expect(stderr).toContain("accepts no arguments; use --space for the space.");
  expect(stderr).toContain("hint: tome page list --space 'User guide' --local\n");
  const section = await tome("site section create Handbook --site Docs");
  expect(section.stderr).toContain("hint: tome site section create --space Handbook --site Docs\n");
  const request = await tome("cr create Handbook");
  expect(request.stderr).toContain("hint: tome cr create --space Handbook\n");
  const { stderr: two } = await tome(["page", "get", "User guide", "Start"]);
  expect(two).toContain("hint: tome page get --space 'User guide' Start\n");
});

slowTest(
  "a title is accepted as an argument of create commands without other arguments",
  async () => {
    const tome = openTome();
    for (const [noun, field] of Object.entries({
      collection: "title",
      space: "title",
      site: "title",
      team: "title",
    })) {
      const made = await tome([noun, "create", "On call", "--local", "--json", field]);
      expect([noun, made.code, JSON.parse(made.stdout)]).toEqual([noun, 0, { [field]: "On call" }]);
    }
    const cr = await tome([
      "cr",
      "create",
      "Typos",
      "--space",
      "On call",
      "--local",
      "--json",
      "subject",
    ]);
    expect(JSON.parse(cr.stdout)).toEqual({ subject: "Typos" });
    const both = await tome(["space", "create", "A", "--title", "B", "--local"]);
    expect([both.code, both.stderr]).toEqual([
      2,
      expect.stringContaining('unexpected argument "A"'),
    ]);
    const two = await tome("space create A B --local");
    expect(two.code).toBe(2);
  },
);

slowTest("an unknown field that is a title suggests the field of the resource", async () => {
  const tome = openTome();
  await tome(["space", "create", "Guide", "--local"]);
  await tome(["cr", "create", "Typos", "--space", "Guide", "--local"]);
  const { code, stderr } = await tome([
    ...["cr", "list", "--space", "Guide", "--local", "--format", "json"],
    ...["--status", "draft"],
    ...["--json", "number,title,state"],
  ]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('Unknown fields \\"title\\", \\"state\\". Did you mean subject?'),
  ]);
});

slowTest("the method of tome api is GET if only a path is given", async () => {
  const tome = openTome();
  const [short, long] = [await tome("api /user --local"), await tome("api GET /user --local")];
  expect(short).toEqual(long);
  expect(short.code).toBe(0);
  expect((await tome("api GET --local")).code).toBe(2);
});

test("without a token, a command that lacks a parent suggests a login", async () => {
  const { stderr } = await openTome()("space list");
  expect(stderr).toContain("has no token for");
  expect(stderr).toContain("hint: tome auth login\n");
});

slowTest(
  "an ambiguous word is not guessed, and commands of other programs are unchanged",
  async () => {
    const tome = openTome();
    // An integration is published, installed or configured by other commands, so it has no update.
    expect((await tome("integration edit x")).code).toBe(2);
    const print = "process.stdout.write(process.argv.slice(1).join(' '))";
    const line = ["local", "exec", "--", process.execPath, "-e", print, "x", "-o", "json"];
    expect(await tome(line)).toMatchObject({ code: 0 });
  },
);

test.each<[rest: string, replaced: string]>([
  ["-o json", "--format json"],
  ["--output csv x", "--format csv x"],
  ["--output=id", "--format id"],
  ["-o nosuch", "-o nosuch"],
  ["-o", "-o"],
  ["--output=nosuch", "--output=nosuch"],
  // The words after -- are for another program.
  ["-- x -o json", "-- x -o json"],
  ["-o json -- --output=csv", "--format json -- --output=csv"],
])("%s is read as %s", (rest, replaced) => {
  expect(replaceFormatFlag(rest.split(" "), []).join(" ")).toBe(replaced);
});

test.each<[flag: { name: string; short?: string }, kept: string, replaced: string]>([
  [{ name: "output" }, "--output json", "-o json"],
  [{ name: "out", short: "o" }, "-o json", "--output json"],
])("a command with the flag %j keeps %s, and not %s", ({ name, short }, kept, replaced) => {
  const field = text("", short === undefined ? {} : { short });
  const parameter = {
    ...{ path: [name], field, name, isArgument: false, required: false },
    ...{ fallback: undefined, inBody: false, isSwitch: false },
  };
  expect(replaceFormatFlag(kept.split(" "), [parameter])).toEqual(kept.split(" "));
  expect(replaceFormatFlag(replaced.split(" "), [parameter])).toEqual(["--format", "json"]);
});

slowTest("-o json prints errors as JSON too", async () => {
  const { stderr } = await openTome()("space get nowhere -o json --local");
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: "not_found" } });
});

test.each([
  [
    "permission grant",
    "Similar commands: tome collection permission, tome space permission and tome site",
  ],
  ["merge 3", "Similar commands: tome cr merge."],
])("tome %s suggests the noun of the word", async (line, said) => {
  const { code, stderr } = await openTome()(line);
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
});

test.each([
  ["openapi put pets pets.yaml", "tome openapi put pets --file pets.yaml"],
  [
    "openapi put pets https://a.b/c.json --wait",
    "tome openapi put pets --url https://a.b/c.json --wait",
  ],
  [
    "cr edit 3 --page start 'my notes.md' --space X",
    "tome cr edit 3 --page start --file 'my notes.md' --space X",
  ],
])("tome %s with a file after the resource suggests the intended command", async (line, meant) => {
  const { code, stderr } = await openTome()(splitWords(line));
  expect([code, stderr]).toEqual([2, expect.stringContaining(`hint: ${meant}\n`)]);
});

/** The commands at the top level of other programs, from their command references. */
const topLevel = {
  gh: `agent-task alias api attestation auth browse cache co codespace completion config copilot
    extension gist gpg-key issue label licenses org pr preview project release repo ruleset run
    search secret skill ssh-key status variable version workflow`,
  kubectl: `annotate api-resources api-versions apply attach auth autoscale certificate cluster-info
    completion config cordon cp create debug delete describe diff drain edit events exec explain
    expose get kustomize label logs options patch plugin port-forward proxy replace rollout run scale
    set taint top uncordon version wait`,
  terraform: `apply console destroy env fmt force-unlock get graph import init login logout metadata
    modules output plan providers query refresh show stacks state taint test untaint validate version
    workspace`,
};

/** Whether words begin with a command of tome. */
async function namesCommand(words: string): Promise<boolean> {
  const path = words.split(" ").filter((word) => /^[a-z][a-z-]*$/.test(word));
  const match = await findCommand(path).catch(() => undefined);
  return match?.command !== undefined;
}

describe.each(Object.entries(topLevel))("a command of %s", (_program, list) => {
  test.each(list.split(/\s+/))("%s is a command of tome, or is answered with one", async (word) => {
    const isCommand = word === "version" || (await namesCommand(word));
    const lines = isCommand ? [] : [word, `${word} list`, `${word} x --local`, `${word} -f x`];
    const unanswered: string[] = [];
    for (const line of lines) {
      const { code, stderr } = await openTome()(line);
      const [, hint = ""] = /hint: tome (.*)\n/.exec(stderr) ?? [];
      const words = [...stderr.matchAll(/tome ([a-z][a-z -]*[a-z])/g)].map(([, one = ""]) => one);
      const isNamed = (await Promise.all([hint, ...words].map(namesCommand))).includes(true);
      const isHintValid = hint === "" || hint === "--help" || (await namesCommand(hint));
      if (code !== 2 || !isNamed || !isHintValid) unanswered.push(`${line}: ${code} ${stderr}`);
    }
    expect(unanswered).toEqual([]);
  });
});
