import { expect, test } from "vitest";
import { readBulkItems } from "../../../src/app/bulk/items.ts";
import { listParameters } from "../../../src/app/parse/parameters.ts";
import { parse } from "../../../src/app/parse/parse.ts";
import { commands } from "../../../src/commands/space.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTests } from "../../support/generators/amount.ts";

const settings = {
  TOME_BASE_URL: "http://127.0.0.1:9",
  TOME_TOKEN: "token",
  TOME_ORG: "O1000000000000000000",
};

/** The requests of a dry run with ids, which sends nothing, or the lines of the error. */
async function describe(line: string, stdin = ""): Promise<readonly string[]> {
  const { code, stdout, stderr } = await openTome()(`${line} --dry-run`, { stdin, env: settings });
  if (code !== 0) return stderr.trimEnd().replace("error: ", "").split("\n");
  const requests: { method: string; url: string; body?: object }[] = [JSON.parse(stdout)].flat();
  return requests.map(({ method, url, body }) =>
    [
      method,
      new URL(url).pathname.replace("/v1", ""),
      ...(body ? [JSON.stringify(body)] : []),
    ].join(" "),
  );
}

test.each<[string, string, readonly string[]]>([
  [
    "org update",
    'org,email-domain,sso,merge-rules,no-logo,logo\nO1000000000000000000, a.example ;;b.example,true,approval,,\nO2000000000000000000,,false,"{""type"":""none""}",false,\nO3000000000000000000,;,,,true,\n',
    [
      'PATCH /orgs/O1000000000000000000 {"emailDomains":["a.example","b.example"],"sso":true,"mergeRules":{"type":"rules","rules":[{"rule":"require_at_least_one_approved_review"}]}}',
      'PATCH /orgs/O2000000000000000000 {"sso":false,"mergeRules":{"type":"none"}}',
      'PATCH /orgs/O3000000000000000000 {"emailDomains":[],"logo":null}',
    ],
  ],
  [
    "org update",
    '[{"org": "O1000000000000000000", "emailDomains": ["a.example", "b.example"], "sso": "true", "ai": false, "logo": null, "defaultRole": "guest"}, {"org": "O2000000000000000000", "emailDomains": "a.example", "sso": "false", "mergeRules": "approval", "no-logo": false}, {"org": "O3000000000000000000", "mergeRules": {"type": "none"}}]',
    [
      'PATCH /orgs/O1000000000000000000 {"emailDomains":["a.example","b.example"],"defaultRole":null,"logo":null,"sso":true,"ai":false}',
      'PATCH /orgs/O2000000000000000000 {"emailDomains":["a.example"],"sso":false,"mergeRules":{"type":"rules","rules":[{"rule":"require_at_least_one_approved_review"}]}}',
      'PATCH /orgs/O3000000000000000000 {"mergeRules":{"type":"none"}}',
    ],
  ],
  [
    "org update",
    '[{"org": "O1000000000000000000", "emailDomains": [5, {}], "sso": "yes"}, {"org": "O1000000000000000000", "sso": null}, {"org": "O1000000000000000000", "title": 5}, {"org": "O1000000000000000000", "title": true}, {"title": "T"}, {"org": "O1000000000000000000", "no-logo": "x"}, {"org": "O1000000000000000000", "no-logo": true, "logo": "https://a.example/"}, {"org": "O1000000000000000000", "title": ""}]',
    [
      "8 of 8 items are invalid. Nothing was sent.",
      "standard input, item 1: --email-domain must be a string in the format of the flag's value.",
      "standard input, item 2: --sso must not be null. Omit it instead.",
      "standard input, item 3: --title must have at least 2 characters (it has 1).",
      "standard input, item 4: --title must be a string in the format of the flag's value.",
      "standard input, item 5: <org> is required. It never comes from a default.",
      "standard input, item 6: no-logo must be true or false.",
      "standard input, item 7: --logo and no-logo cannot be combined.",
      "standard input, item 8: --title must have at least 2 characters (it has 0).",
      "hint: tome org update --help",
    ],
  ],
  [
    "org update --sso --title Base",
    "org,title,sso\nO1000000000000000000,Own,false\nO2000000000000000000,,\n",
    [
      'PATCH /orgs/O1000000000000000000 {"title":"Own","sso":false}',
      'PATCH /orgs/O2000000000000000000 {"title":"Base","sso":true}',
    ],
  ],
  [
    "org update",
    "org,titel,Default  Content,zzzzzz\nO1000000000000000000,A,,,\n",
    [
      'Unknown columns in standard input: "titel" (did you mean title?), "Default  Content" (did you mean default-content?), "zzzzzz". Valid columns are org, title, email-domain, hostname, default-role, default-content, logo, sso, ai, invite-links, merge-rules.',
      "hint: tome org update --help",
    ],
  ],
  [
    "space update",
    "space,zzzzzz\nS1000000000000000000,A,,,\n",
    [
      'Unknown column in standard input: "zzzzzz". Valid columns are space, title, emoji, icon, edit-mode, default-level, language, merge-rules, reviewer.',
      "hint: tome space update --help",
    ],
  ],
  [
    "space update",
    "id,space,title\nS1000000000000000000,S1000000000000000000,A\n",
    ["standard input has the columns id and space for the same value. Remove one of them."],
  ],
  [
    "space update",
    "edit-mode,editMode,space\nlive,live,S1000000000000000000\n",
    [
      "standard input has the columns edit-mode and editMode for the same value. Remove one of them.",
    ],
  ],
  ["space update", "title\n", []],
  [
    "space update --input -",
    "id,title\nS1000000000000000000,A\n",
    ["--from - and another - cannot be combined, because standard input can be read only once."],
  ],
  [
    "space update",
    "title\nA\n",
    [
      "standard input needs a column space that selects the resource.",
      "hint: tome space update --help",
    ],
  ],
  [
    "space update S1000000000000000000",
    "id,title\nS1000000000000000000,A\n",
    ["<space> is set on the command line and by a column of standard input. Remove one of them."],
  ],
  [
    "space update S1000000000000000000 S2000000000000000000",
    "id,title\nS1000000000000000000,A\n",
    [
      "Arguments and --from cannot be combined. Specify the resources in one place.",
      "hint: tome space update --help",
    ],
  ],
  [
    "space update",
    "id,title\nS1000000000000000000,\nS2000000000000000000,\n",
    [
      "tome space update needs a new value. Specify at least one of --title, --emoji, --icon, --edit-mode, --default-level, --language, --merge-rules, --reviewer.",
      "The error applies to both items, starting with standard input:2",
      "hint: tome space update --help",
    ],
  ],
  [
    "space update",
    "id,title\nS1000000000000000000,\nS2000000000000000000,\nS3000000000000000000,\n",
    [
      "tome space update needs a new value. Specify at least one of --title, --emoji, --icon, --edit-mode, --default-level, --language, --merge-rules, --reviewer.",
      "The error applies to all 3 items, starting with standard input:2",
      "hint: tome space update --help",
    ],
  ],
  [
    "space update",
    "id,title\nS1000000000000000000,\n",
    [
      "1 of 1 items are invalid. Nothing was sent.",
      "standard input:2: tome space update needs a new value. Specify at least one of --title, --emoji, --icon, --edit-mode, --default-level, --language, --merge-rules, --reviewer.",
      "hint: tome space update --help",
    ],
  ],
  [
    "space update",
    "id,edit-mode\nS1000000000000000000,x\nS2000000000000000000,live\nS3000000000000000000,y\n",
    [
      "2 of 3 items are invalid. Nothing was sent.",
      'standard input:2: --edit-mode must be live or locked, not "x".',
      'standard input:4: --edit-mode must be live or locked, not "y".',
      "hint: tome space update --help",
    ],
  ],
  [
    "space update",
    '[{"id": "S1000000000000000000", "mergeRules": {"type": "rules", "rules": []}}, {"id": "S1000000000000000000", "mergeRules": {"rules": [], "type": "rules"}}, {"id": "S1000000000000000000", "mergeRules": {"type": "rules", "rules": [{"rule": "require_at_least_one_approved_review"}]}}]',
    [
      "1 of 3 items are invalid. Nothing was sent.",
      "standard input, item 2: It duplicates standard input, item 1.",
      "hint: tome space update --help",
    ],
  ],
  [
    "space create",
    "title,parent\nA,C1000000000000000000\nA,\n",
    [
      'POST /orgs/O1000000000000000000/spaces {"title":"A","parent":"C1000000000000000000"}',
      'POST /orgs/O1000000000000000000/spaces {"title":"A"}',
    ],
  ],
  [
    "space create",
    "title\nA\nA\nB\n",
    [
      "1 of 3 items are invalid. Nothing was sent.",
      "standard input:3: It duplicates standard input:2.",
      "hint: tome space create --help",
    ],
  ],
  [
    "space move",
    "id,before,after\nS1000000000000000000,S2000000000000000000,\nS3000000000000000000,,collection:C1000000000000000000\n",
    [
      'POST /spaces/S1000000000000000000/move {"position":{"before":{"type":"space","space":"S2000000000000000000"}}}',
      'POST /spaces/S3000000000000000000/move {"position":{"after":{"type":"collection","collection":"C1000000000000000000"}}}',
    ],
  ],
  [
    "site redirect put",
    "source,to\n/a,https://example.com\n",
    [
      'Unknown columns in standard input: "source", "to". Valid columns are org, site, file.',
      "hint: tome site redirect put --file -",
    ],
  ],
  [
    "saml update",
    "provider,certificate\nP1000000000000000000,-\n",
    [
      "1 of 1 items are invalid. Nothing was sent.",
      "standard input:2: A value cannot be - because standard input contains the items.",
      "hint: tome saml update --help",
    ],
  ],
  [
    "saml update --certificate -",
    "provider\nP1000000000000000000\n",
    ["--from - and another - cannot be combined, because standard input can be read only once."],
  ],
  [
    "saml update",
    "provider,sso-url\nP1000000000000000000,https://a-b.example/\n",
    [
      'PATCH /orgs/O1000000000000000000/saml/P1000000000000000000 {"ssoURL":"https://a-b.example/"}',
    ],
  ],
])("the rows of a file are checked before %s sends them (%#)", async (line, stdin, expected) => {
  const lines = await describe(`${line} --from -`, stdin);
  expect(lines.map((one) => one.trim())).toEqual(expected);
});

slowTests.each<[string, readonly string[]]>([
  [
    "space update --from nosuch --title A",
    [
      '--from reads items from a file, and "nosuch" is not a file; use <space>.',
      "hint: tome space update nosuch --title A --dry-run",
    ],
  ],
  [
    "space update --from=nosuch --title A",
    [
      '--from reads items from a file, and "nosuch" is not a file; use <space>.',
      "hint: tome space update nosuch --title A --dry-run",
    ],
  ],
  [
    "space update --from nosuch.CSV --title A",
    ["The file nosuch.CSV cannot be read: no such file or directory."],
  ],
  [
    "space update S1000000000000000000 --from nosuch --title A",
    ["The file nosuch cannot be read: no such file or directory."],
  ],
  [
    "site redirect create --from /old --site site_aaaaa",
    [
      '--from reads items from a file, and "/old" is not a file; use <source>.',
      "hint: tome site redirect create /old --site site_aaaaa --dry-run --to <to>",
    ],
  ],
  [
    "site redirect update R1 --from /old --site site_aaaaa",
    [
      '--from reads items from a file, and "/old" is not a file; use --source.',
      "hint: tome site redirect update R1 --source /old --site site_aaaaa --dry-run",
    ],
  ],
  [
    "site redirect update R1 --from=/old --site site_aaaaa",
    [
      '--from reads items from a file, and "/old" is not a file; use --source.',
      "hint: tome site redirect update R1 --source /old --site site_aaaaa --dry-run",
    ],
  ],
  [
    "site redirect update R1 --from /old --source /b --site site_aaaaa",
    ["The file /old cannot be read: no such file or directory."],
  ],
  [
    "openapi create a b.yaml",
    [
      '"b.yaml" is not a resource; use --file for it.',
      "hint: tome openapi create a --file b.yaml --dry-run",
    ],
  ],
  [
    "openapi put a https://x.example/y",
    [
      '"https://x.example/y" is not a resource; use --url for it.',
      "hint: tome openapi put a --url https://x.example/y --dry-run",
    ],
  ],
  [
    "openapi put a HTTP://x.example/y",
    [
      '"HTTP://x.example/y" is not a resource; use --url for it.',
      "hint: tome openapi put a --url HTTP://x.example/y --dry-run",
    ],
  ],
  [
    "openapi put a xhttp://x.example/y",
    [
      "1 of 2 items are invalid. Nothing was sent.",
      "xhttp://x.example/y: <slug> must be letters and digits, separated by single hyphens.",
      "hint: tome openapi put --help",
    ],
  ],
  [
    "openapi put a b c.yml",
    [
      '"c.yml" is not a resource; use --file for it.',
      "hint: tome openapi put a b --file c.yml --dry-run",
    ],
  ],
  [
    "saml update P1 cert.pem",
    [
      "tome saml update needs a new value. Specify at least one of --label, --entity-id, --certificate, --sso-url, --default-team, --default-role, --groups-attribute, --groups, --metadata.",
      "The error applies to both items, starting with P1",
      "hint: tome saml update --help",
    ],
  ],
  [
    "space update S1000000000000000000 S2000000000000000000 --title New title",
    [
      '"title" after --title New is ambiguous. Quote a value with spaces, and put resources before the flags.',
      "hint: tome space update --help",
    ],
  ],
  [
    "space update S1000000000000000000 --title=New title",
    [
      '"title" after --title=New is ambiguous. Quote a value with spaces, and put resources before the flags.',
      "hint: tome space update --help",
    ],
  ],
  [
    "space update S1000000000000000000 S2000000000000000000 --title New",
    [
      'PATCH /spaces/S1000000000000000000 {"title":"New"}',
      'PATCH /spaces/S2000000000000000000 {"title":"New"}',
    ],
  ],
  [
    "space update S1000000000000000000 S2000000000000000000 --title New --edit-mode live",
    [
      'PATCH /spaces/S1000000000000000000 {"title":"New","editMode":"live"}',
      'PATCH /spaces/S2000000000000000000 {"title":"New","editMode":"live"}',
    ],
  ],
  [
    "space update S1000000000000000000 --edit-mode live S2000000000000000000",
    [
      'PATCH /spaces/S1000000000000000000 {"editMode":"live"}',
      'PATCH /spaces/S2000000000000000000 {"editMode":"live"}',
    ],
  ],
  [
    "org update O1000000000000000000 --sso O2000000000000000000",
    [
      'PATCH /orgs/O1000000000000000000 {"sso":true}',
      'PATCH /orgs/O2000000000000000000 {"sso":true}',
    ],
  ],
  [
    "org update O1000000000000000000 --merge-rules approval O2000000000000000000",
    [
      'PATCH /orgs/O1000000000000000000 {"mergeRules":{"type":"rules","rules":[{"rule":"require_at_least_one_approved_review"}]}}',
      'PATCH /orgs/O2000000000000000000 {"mergeRules":{"type":"rules","rules":[{"rule":"require_at_least_one_approved_review"}]}}',
    ],
  ],
  [
    "cr update C1000000000000000000 --space S1000000000000000000 --description Some words",
    [
      '"words" after --description Some is ambiguous. Quote a value with spaces, and put resources before the flags.',
      "hint: tome cr update --help",
    ],
  ],
  [
    "org update O1000000000000000000 --email-domain a.example O2000000000000000000",
    [
      '"O2000000000000000000" after --email-domain a.example is ambiguous. Quote a value with spaces, and put resources before the flags.',
      "hint: tome org update --help",
    ],
  ],
  [
    "org update O1000000000000000000 --logo https://a.example/ O2000000000000000000",
    [
      'PATCH /orgs/O1000000000000000000 {"logo":"https://a.example/"}',
      'PATCH /orgs/O2000000000000000000 {"logo":"https://a.example/"}',
    ],
  ],
  [
    "space list A B",
    [
      'tome space list accepts no arguments: unexpected argument "A".',
      "hint: tome space list --help",
    ],
  ],
  [
    "space create A B --title C",
    [
      'tome space create accepts no arguments: unexpected argument "A".',
      "hint: tome space create --help",
    ],
  ],
  [
    "site redirect delete R1 --site site_aaaaa --from x",
    ["The file x cannot be read: no such file or directory."],
  ],
  [
    "space delete S1000000000000000000 S2000000000000000000",
    ["DELETE /spaces/S1000000000000000000", "DELETE /spaces/S2000000000000000000"],
  ],
  [
    "space update S1000000000000000000 --format json --title New --edit-mode live",
    ['PATCH /spaces/S1000000000000000000 {"title":"New","editMode":"live"}'],
  ],
  [
    "space update S1000000000000000000 --format=json --title New title",
    [
      '{"error":{"code":"usage","category":"usage","message":"\\"title\\" after --title New is ambiguous. Quote a value with spaces, and put resources before the flags.","status":null,"hint":"tome space update --help","requestId":null,"retryable":false}}',
    ],
  ],
  [
    "space update S1000000000000000000 -n --title New title",
    [
      '"title" after --title New is ambiguous. Quote a value with spaces, and put resources before the flags.',
      "hint: tome space update --help",
    ],
  ],
  [
    "space update S1000000000000000000 --format json --title New -- S2000000000000000000",
    [
      '{"error":{"code":"unavailable","category":"network","message":"The server 127.0.0.1:9 refused the connection (ECONNREFUSED).","status":null,"hint":null,"requestId":null,"retryable":true}}',
    ],
  ],
  [
    "openapi put a S1.txt",
    [
      "1 of 2 items are invalid. Nothing was sent.",
      "S1.txt: <slug> must be letters and digits, separated by single hyphens.",
      "hint: tome openapi put --help",
    ],
  ],
  [
    'openapi put a "b c.json"',
    [
      '"b c.json" is not a resource; use --file for it.',
      "hint: tome openapi put a --file 'b c.json' --dry-run",
    ],
  ],
  [
    "openapi put a .json",
    [
      "1 of 2 items are invalid. Nothing was sent.",
      ".json: <slug> must be letters and digits, separated by single hyphens.",
      "hint: tome openapi put --help",
    ],
  ],
  [
    "openapi put a b.yaml c",
    [
      "1 of 3 items are invalid. Nothing was sent.",
      "b.yaml: <slug> must be letters and digits, separated by single hyphens.",
      "hint: tome openapi put --help",
    ],
  ],
])("the words of %s are checked before requests are sent", async (line, expected) => {
  const lines = await describe(line);
  expect(lines.map((one) => one.trim())).toEqual(expected);
});

test.each([
  [20, []],
  [21, ["  and 1 more"]],
])("of %d invalid items, at most 20 are listed", async (count, more) => {
  const ids = Array.from({ length: count }, (_, at) => String.fromCharCode(65 + at).repeat(20));
  const rows = ids.map((id) => `${id},${id}\n`).join("");
  const listed = ids
    .slice(0, 20)
    .map(
      (id, at) => `  standard input:${at + 2}: --edit-mode must be live or locked, not "${id}".`,
    );
  expect(await describe("space update --from -", `id,edit-mode\n${rows}`)).toEqual([
    `${count} of ${count} items are invalid. Nothing was sent.`,
    ...listed,
    ...more,
    "hint: tome space update --help",
  ]);
});

/** The items of a command line, with ids only. */
async function readItems(name: string, rest: readonly string[], text = "") {
  const verb = commands.verbs[name];
  if (verb === undefined || verb.kind === "noun") throw new Error(`${name} is not a verb.`);
  const parameters = listParameters(verb);
  const line = `space ${name}`;
  const typed = parse(line, verb, parameters, rest);
  const { context } = openScriptedContext({
    more: { readText: async () => text, settings: { org: { value: "O1000000000000000000" } } },
  });
  const bulk = {
    line,
    verb,
    parameters,
    typed,
    rest,
    context,
    onFindings() {},
    async endAccepted() {},
  };
  const items = await readBulkItems(bulk);
  return items.map(({ assembled, ...item }) => ({ ...item, input: assembled.input }));
}

test("an item has its number, its label, its line, its target and its request", async () => {
  const [one, other] = ["S1000000000000000000", "S2000000000000000000"];
  const title = { title: "A" };
  expect(await readItems("update", [one, other, "--title", "A"])).toEqual(
    [one, other].map((spaceId, at) => ({
      number: at + 1,
      at: spaceId,
      location: undefined,
      target: spaceId,
      request: `["PATCH /spaces/{spaceId}",{"spaceId":"${spaceId}","title":"A"}]`,
      input: { spaceId, ...title },
    })),
  );
  const file = "spaces.csv";
  const create = { target: undefined, input: { organizationId: "O1000000000000000000", ...title } };
  const request = `["POST /orgs/{organizationId}/spaces",{"organizationId":"O1000000000000000000","title":"A"}]`;
  expect(await readItems("create", ["--from", file], "title\nA\n")).toEqual([
    { number: 1, at: `${file}:2`, location: { file, line: 2 }, request, ...create },
  ]);
  expect(await readItems("create", ["--from", "-"], "title\nA\n")).toEqual([
    { number: 1, at: "standard input:2", location: undefined, request, ...create },
  ]);
  expect(await readItems("create", ["--from", "spaces.json"], '[{"title":"A"}]')).toEqual([
    { number: 1, at: "spaces.json, item 1", location: undefined, request, ...create },
  ]);
  expect(await readItems("create", ["--title", "A"])).toEqual([
    { number: 1, at: "space create", location: undefined, request, ...create },
  ]);
});

test("an item without its title never prompts for it", async () => {
  expect(
    await readItems("create", ["--from", "spaces.csv"], "parent\nC1000000000000000000\n"),
  ).toMatchObject([
    { input: { organizationId: "O1000000000000000000", parent: "C1000000000000000000" } },
  ]);
});
