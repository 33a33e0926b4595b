/**
 * Command lines that succeed on a callable organization, for commands whose arguments do not follow
 * from the inputs of one operation.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gitRepository } from "../git/git.ts";
import { gitServer } from "../git/git-http.ts";
import { temporaryFolder } from "../machine/folder.ts";
import type { CallableOrganization } from "../organizations/callable-organization.ts";
import { identity } from "../sign-in/saml.ts";

/** The words of a command line. */
type Line = readonly string[];

/**
 * @returns the lines of a command, of which all but the last prepare the last; undefined if the
 * organization has nothing on which it can succeed
 */
export type Scenario = (
  organization: CallableOrganization,
) => readonly Line[] | Promise<readonly Line[]>;

/** Writes a file into a new folder. @returns its path */
function file(name: string, text: string | Buffer): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

/** A line from words that are separated by spaces, with more words that may contain some. */
function line(text: string, ...more: Line): Line {
  return [...text.split(" ").filter((word) => word !== ""), ...more];
}

function named({ ids }: CallableOrganization, name: string): string {
  return ids.get(name) ?? "";
}

/** Replaces `{noun}` in a text by ids. */
function fill(organization: CallableOrganization, text: string): string {
  return text.replace(/\{([^}]+)\}/g, (_, name: string) => named(organization, name));
}

/** A scenario of one line, whose ids are in braces. */
function run(text: string, ...more: Line): Scenario {
  return (organization) => [line(fill(organization, text), ...more)];
}

/** A scenario of several lines, whose ids are in braces. */
function runAll(...texts: readonly string[]): Scenario {
  return (organization) => texts.map((text) => line(fill(organization, text)));
}

const spec = (paths: object) =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths });
const operation = { get: { summary: "List pets", responses: { "200": { description: "Pets" } } } };
const font = () => readFileSync(resolve("node_modules/temml/dist/Temml.woff2"));
const claims = () => file("claims.json", '{"plan":"pro"}');

const manifest = (name: string, organization: string) =>
  file(
    "manifest.json",
    JSON.stringify({
      name,
      title: "Probe",
      description: "Probe",
      scopes: [],
      organization,
      script: "export default {}",
    }),
  );

/** A repository that a server on this machine offers. */
async function serveRepository(): Promise<string> {
  const repository = gitRepository();
  repository.commit({ "README.md": "# Start\n\nText.\n", "docs/more.md": "# More\n\nText.\n" });
  return (await gitServer({ path: repository.path })).address();
}

const onRepository =
  (...texts: readonly string[]): Scenario =>
  async (organization) => {
    const url = await serveRepository();
    return texts.map((text) => line(fill(organization, text.replace("<url>", url))));
  };

const page = "# Page\n\nA paragraph with words.\n";
const saml = "{provider}";
const cr = "{cr} --space {space}";
const answers = "--org {org} --site {site}";

/** By the words of the command. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  status: run("status"),
  tree: run("tree"),
  whoami: run("whoami"),
  "org ask": run("org ask", "How do I export?"),
  "org questions": run("org questions"),
  "org audit export": run("org audit export"),
  "org instructions get": runAll("org instructions put --text Kind.", "org instructions get"),
  "org instructions put": run("org instructions put --text", "Be kind."),
  "org font create": () => [
    line("org font create --face", `400=${file("font.woff2", font())}`, "Acme Serif"),
  ],
  "org font update": run("org font update {font} --family Renamed"),
  "org file upload": () => [line("org file upload", file("logo.png", font()))],
  "org ai-usage": runAll("org ask Export", "org ai-usage"),
  "space pdf": run("space pdf {space}"),
  "member disable": run("member disable {user} --yes"),
  "member enable": runAll("member disable {user} --yes", "member enable {user}"),
  "member sync": () => [
    line("member sync --yes --roster", file("roster.csv", "email,role\nnew@example.com,edit\n")),
  ],
  "member offboard": ({ admin, ids }) => [
    line(`member offboard ${ids.get("user")} --successor ${admin} --yes`),
  ],
  "access list": run("access list"),
  "access review": () => [line("access review --save", join(temporaryFolder(), "review"))],
  "access apply": () => {
    const folder = join(temporaryFolder(), "review");
    return [
      line("access review --save", folder),
      line("access apply --yes", join(folder, "access.csv")),
    ];
  },
  "access explain": run("access explain -- space delete {space}"),
  "saml certificate list": run(`saml certificate list ${saml}`),
  "saml certificate add": (organization) => [
    line(
      fill(organization, `saml certificate add ${saml}`),
      file("certificate.pem", identity.certificate),
    ),
  ],
  "saml group list": run(`saml group list ${saml}`),
  "saml group add": run(`saml group add ${saml} writers --team {team}`),
  "saml group remove": runAll(
    `saml group add ${saml} writers --team {team}`,
    `saml group remove ${saml} writers --yes`,
  ),
  "site ask": run("site ask --site {site}", "How do I export?"),
  "site chat": run("site chat --site {site}", "How do I export?"),
  "site insights show": run("site insights show {site}"),
  "site preview": run("site preview {site} --no-browser"),
  "site export": (organization) => [
    line(fill(organization, "site export {site}"), join(temporaryFolder(), "website")),
  ],
  "site visitor-token": (organization) => [
    line(fill(organization, "site update {site} --visibility visitor-auth")),
    line(fill(organization, "site visitor-token {site} --claims"), claims()),
  ],
  "site structure": run("site structure {site}"),
  "site sort": run("site sort --site {site} {siteSectionGroup} --after {siteExternalLink}"),
  "site space customization update": run(
    "site space customization update {siteSpace} --site {site} --primary-color #ff0000",
  ),
  "site redirect create": run(
    "site redirect create --site {site} /very-old --to https://example.com",
  ),
  "site redirect update": run("site redirect update --site {site} {siteRedirect} --source /older"),
  "site redirect put": (organization) => [
    line(
      fill(organization, "site redirect put --yes --site {site} --file"),
      file("redirects.csv", "source,to\n/a,https://example.com/a\n"),
    ),
  ],
  "site agent update": run("site agent update --site {site} --topic-scans never"),
  "site customization update": run("site customization update {site} --primary-color #ff0000"),
  "site adaptive-schema put": (organization) => [
    line(
      fill(organization, "site adaptive-schema put {site} --file"),
      file("schema.json", '{"type":"object","properties":{},"additionalProperties":false}'),
    ),
  ],
  "site question suggest": run("site question suggest --site {site}"),
  "site answer show": run(`site answer show {answer} ${answers}`),
  "site channel create": run("site channel create slack --site {site}"),
  "site section-group move": async (organization) => {
    const site = `/orgs/${organization.organizationId}/sites/${organization.ids.get("site")}`;
    const other = { title: "Other", sections: [] };
    const { id } = await organization.send(`POST ${site}/section-groups`, other);
    const text = `site section-group move {siteSectionGroup} --site {site} --after group:${id}`;
    return [line(fill(organization, text))];
  },
  "site space move": async (organization) => {
    const { organizationId, send } = organization;
    const site = `/orgs/${organizationId}/sites/${organization.ids.get("site")}`;
    const { items } = await send(`GET ${site}/site-spaces`);
    const [first] = items;
    const { id: spaceId } = await send(`POST /orgs/${organizationId}/spaces`, { title: "Second" });
    const beside = { spaceId, ...(first.section && { sectionId: first.section }) };
    const { id } = await send(`POST ${site}/site-spaces`, beside);
    return [line(fill(organization, `site space move ${id} --site {site} --before ${first.id}`))];
  },
  "integration publish": ({ organizationId }) => [
    line("integration publish --manifest", manifest("second", organizationId)),
  ],
  "integration tail": run("integration tail example --last 5"),
  "integration status": run("integration status example"),
  "integration render": run("integration render runs settings --configuration"),
  "integration block list": run("integration block list --space {space}"),
  "integration event get": (organization) => [
    line(
      "integration event get example",
      named(organization, "/integrations/{integrationName}/events"),
    ),
  ],
  "integration task": run("integration task runs --task", '{"name":"refresh"}'),
  "page list": run("page list --space {space}"),
  "page get": run("page get {page} --space {space}"),
  "file get": run("file get {file} --space {space}"),
  "revision list": run("revision list --space {space}"),
  "revision pages": run("revision pages {revision} --space {space}"),
  "revision page": run("revision page {revision} {page} --space {space}"),
  "revision file": run("revision file {revision} {file} --space {space}"),
  "cr merge": async (organization) => {
    const path = `/spaces/${organization.ids.get("space")}/change-requests`;
    const { id } = await organization.send(`POST ${path}`, { subject: "Ready" });
    const text = `cr edit ${id} --space {space} --new --title New --file`;
    return [
      line(fill(organization, text), file("page.md", page)),
      line(fill(organization, `cr merge ${id} --space {space} --yes`)),
    ];
  },
  "cr pull": run(`cr pull ${cr} --yes`),
  "cr resolve": async (organization) => {
    const { send } = organization;
    const spaceId = organization.ids.get("space");
    const path = `/spaces/${spaceId}/change-requests`;
    const first = await send(`POST ${path}`, { subject: "First" });
    const second = await send(`POST ${path}`, { subject: "Second" });
    const pageId = organization.ids.get("page");
    for (const [at, { id }] of [first, second].entries()) {
      await send(`POST ${path}/${id}/content`, {
        changes: [
          { operation: "update_page", page: pageId, document: { markdown: `Text ${at}.` } },
        ],
      });
    }
    await send(`POST ${path}/${first.id}/merge`, {});
    return [line(fill(organization, `cr resolve ${second.id} --space {space} --keep-cr {page}`))];
  },
  "cr pdf": run(`cr pdf ${cr}`),
  "cr edit": (organization) => [
    line(fill(organization, `cr edit ${cr} --new --title New --file`), file("page.md", page)),
  ],
  "cr replace": run(`cr replace ${cr} --yes export --with download`),
  "cr pages": run(`cr pages ${cr}`),
  "cr page": run("cr page {cr} {page} --space {space}"),
  "cr file": run("cr file {cr} {file} --space {space}"),
  "cr view": run(`cr view ${cr}`),
  "cr diff": run(`cr diff ${cr}`),
  "cr preview": run(`cr preview ${cr} --no-browser`),
  "cr review": run(`cr review ${cr} --approve`),
  "git connect": async (organization) => {
    const url = await serveRepository();
    const { id } = await organization.send(`POST /orgs/${organization.organizationId}/spaces`, {
      title: "Connected",
    });
    return [line(`git connect ${id} --repo ${url} --provider git --yes`)];
  },
  "git status": run("git status github"),
  "git sync": async (organization) => {
    const url = await serveRepository();
    const { id } = await organization.send(`POST /orgs/${organization.organizationId}/spaces`, {
      title: "Connected",
    });
    return [
      line(`git connect ${id} --repo ${url} --provider git --wait --yes`),
      line(`git sync ${id} --wait --yes`),
    ];
  },
  "git disconnect": run("git disconnect github --yes"),
  "git repos": run("git repos github"),
  "git branches": run("git branches github --repo acme/docs7"),
  "git file": (organization) => [
    line(fill(organization, "git file github --repo acme/docs7 --ref main"), "docs/a b.md"),
  ],
  "git import": onRepository("git import --space {space} --url <url> --ref main --wait --yes"),
  "git export": onRepository("git export --space {space} --url <url> --ref main --wait --yes"),
  "git plan": onRepository("git plan --space {space} --direction import --url <url> --ref main"),
  "openapi create": () => [
    line("openapi create pets --wait --file", file("pets.json", spec({ "/pets": operation }))),
  ],
  "openapi put": () => [
    line("openapi put pets --wait --file", file("pets.json", spec({ "/pets": operation }))),
  ],
  "openapi publish": () => [
    line("openapi publish --wait --spec pets", file("pets.json", spec({ "/pets": operation }))),
  ],
  "openapi diff": () => [
    line(
      "openapi diff",
      file("old.json", spec({ "/pets": operation, "/cats": operation })),
      file("new.json", spec({ "/pets": operation })),
    ),
  ],
  "openapi version content": run("openapi version content example"),
  "openapi version raw": run("openapi version raw example"),
  check: run("check --fail error"),
  export: () => [line("export", join(temporaryFolder(), "files"))],
  plan: () => {
    const folder = join(temporaryFolder(), "files");
    return [line("export", folder), line("plan", folder)];
  },
  apply: () => {
    const folder = join(temporaryFolder(), "files");
    return [line("export", folder), line("apply --yes", folder)];
  },
  drift: () => {
    const folder = join(temporaryFolder(), "files");
    return [line("export", folder), line("drift", folder)];
  },
  "backup create": (organization) => [
    line(fill(organization, "backup create --space {space}"), join(temporaryFolder(), "backup")),
  ],
  "backup diff": (organization) => {
    const folder = join(temporaryFolder(), "backup");
    return [
      line(fill(organization, "backup create --space {space}"), folder),
      line("backup diff", folder),
    ];
  },
  "backup restore": (organization) => {
    const folder = join(temporaryFolder(), "backup");
    return [
      line(fill(organization, "backup create --space {space}"), folder),
      line(fill(organization, "space delete {space} --yes")),
      line("backup restore --yes", folder),
    ];
  },
  "backup verify": (organization) => {
    const folder = join(temporaryFolder(), "backup");
    return [
      line(fill(organization, "backup create --space {space}"), folder),
      line("backup verify", folder),
    ];
  },
  "conversation ingest": () => [
    line(
      "conversation ingest --file",
      file(
        "talk.ndjson",
        '{"id":"second","subject":"Export","parts":[{"type":"message","role":"user","body":"How?"}]}\n',
      ),
    ),
  ],
  "import start": onRepository("import start <url> --space {space}"),
  "translation run": run("translation run {translation} --wait"),
  "translation glossary get": run("translation glossary get {glossaryEntry}"),
  "translation glossary add": run("translation glossary add --term en=page --term de=Seite"),
  "translation glossary update": run("translation glossary update {glossaryEntry} --term de=Sonde"),
  "translation glossary delete": run("translation glossary delete {glossaryEntry} --yes"),
  "user update": run("user update --name Ada"),
  "saml certificate remove": (organization) => [
    line(
      fill(organization, `saml certificate add ${saml}`),
      file("certificate.pem", identity.certificate),
    ),
  ],
  "hostname check": run("hostname check docs.acme.example"),
  api: run("api GET /orgs"),
};
