import { expect, test } from "vitest";
import * as collection from "../../src/contract/collection.ts";
import type { Field } from "../../src/contract/fields.ts";
import * as gitInstallation from "../../src/contract/git-installation.ts";
import * as openapi from "../../src/contract/openapi.ts";
import * as organization from "../../src/contract/organization.ts";
import { contentFile, organizationFiles } from "../../src/contract/organization-files.model.ts";
import * as saml from "../../src/contract/saml.ts";
import * as site from "../../src/contract/site.ts";
import * as externalLink from "../../src/contract/site-external-link.ts";
import * as redirect from "../../src/contract/site-redirect.ts";
import * as section from "../../src/contract/site-section.ts";
import * as sectionGroup from "../../src/contract/site-section-group.ts";
import * as siteSpace from "../../src/contract/site-space.ts";
import * as space from "../../src/contract/space.ts";
import * as team from "../../src/contract/team.ts";
import * as webhook from "../../src/contract/webhook.ts";

const rule = "must be a URL, or owner/name with the provider github or gitlab";
const secret = "must not contain a user name, password or token";

test.each([
  ["https://git.example.com/docs.git", undefined, undefined],
  ["ssh://git@git.example.com/docs", "git", undefined],
  ["git@github.com:acme/docs.git", undefined, undefined],
  ["GitHub.com/acme/docs", undefined, undefined],
  ["gitlab.com/acme/docs", undefined, undefined],
  ["acme/docs", "github", undefined],
  ["acme/group/docs", "gitlab", undefined],
  ["acme/docs", "git", rule],
  ["acme/docs", undefined, rule],
  ["docs", "github", rule],
  ["acme/docs/", "github", rule],
  ["bitbucket.org/acme/docs", undefined, rule],
  ["https://ada@git.example.com/docs", undefined, secret],
  ["https://ada:secret@git.example.com/docs", undefined, secret],
  ["ssh://git:secret@git.example.com/docs", undefined, secret],
])("the repository %s with the provider %s", (repository, provider, message) => {
  const git = { repository, branch: "main", ...(provider !== undefined && { provider }) };
  const result = contentFile.safeParse({ spaces: { handbook: { title: "Handbook", git } } });
  const issues = result.error?.issues.map((issue) => [issue.path.join("."), issue.message]) ?? [];
  expect(issues).toEqual(
    message === undefined ? [] : [["spaces.handbook.git.repository", message]],
  );
});

const { providerConfiguration, projectDirectory, commitMessageTemplate } =
  gitInstallation.update.input;
const connection = providerConfiguration.fields;
const inSpace = (value: object) => ({ spaces: { guide: { title: "Guide", ...value } } });
const inGit = (value: object) =>
  inSpace({ git: { repository: "https://git.example.com/docs.git", branch: "main", ...value } });
const inCollection = (value: object) => ({
  collections: { guides: { title: "Guides", ...value } },
});
const inSite = (...structure: readonly object[]) => ({ site: { title: "Docs", structure } });
const part = (type: string, value: object) => inSite({ type, key: "a", title: "Part", ...value });
const link = (value: object) => part("external-link", { url: "https://example.com", ...value });
const provider = (value: object) => ({ providers: { login: { title: "Login", ...value } } });
const settings = (value: object) => ({ ...inSite(), settings: value });
const repeat = (length: number) => "a".repeat(length);

interface FileText {
  readonly name: string;
  /** The field of the operation that applies the text. */
  readonly field: Field | undefined;
  readonly file: keyof typeof organizationFiles;
  readonly build: (text: string) => object;
  /** Returns a text of this length; by default only letters, which some fields refuse. */
  readonly write: (length: number) => string;
}

function describeText(
  name: string,
  field: Field | undefined,
  file: keyof typeof organizationFiles,
  build: (text: string) => object,
  write = repeat,
): FileText {
  return { name, field, file, build, write };
}

const texts: readonly FileText[] = [
  describeText("title of the organization", organization.update.input.title, "org", (title) => ({
    title,
  })),
  describeText("title of a team", team.create.input.title, "people", (title) => ({
    teams: { a: { title } },
  })),
  describeText("title of a space", space.update.input.title, "content", (title) =>
    inSpace({ title }),
  ),
  describeText("emoji of a space", space.update.input.emoji, "content", (emoji) =>
    inSpace({ emoji }),
  ),
  describeText("title of a collection", collection.update.input.title, "content", (title) =>
    inCollection({ title }),
  ),
  describeText(
    "description of a collection",
    collection.update.input.description,
    "content",
    (description) => inCollection({ description }),
  ),
  describeText("branch", connection.branch, "content", (branch) => inGit({ branch })),
  describeText("folder", projectDirectory, "content", (folder) => inGit({ folder })),
  describeText("message of commits", commitMessageTemplate, "content", (message) =>
    inGit({ message }),
  ),
  describeText(
    "repository",
    connection.url,
    "content",
    (repository) => inGit({ repository }),
    (length) => "https://a/".padEnd(length, "b"),
  ),
  describeText("instance", connection.customInstanceURL, "content", (instance) =>
    inGit({ instance }),
  ),
  describeText("slug of a specification", openapi.create.input.slug, "specs", (slug) => ({
    specs: { [slug]: {} },
  })),
  describeText("label of a SAML provider", saml.create.input.label, "saml", (title) =>
    provider({ title }),
  ),
  describeText("entity id", saml.create.input.entityID, "saml", (entityID) =>
    provider({ entityID }),
  ),
  describeText("sign-in URL", saml.create.input.ssoURL, "saml", (ssoURL) => provider({ ssoURL })),
  describeText("certificates", saml.create.input.certificate, "saml", (certificate) =>
    provider({ certificate }),
  ),
  describeText(
    "attribute with groups",
    saml.create.input.groupsAttribute,
    "saml",
    (groupsAttribute) => provider({ groupsAttribute }),
  ),
  describeText("URL of a webhook", webhook.create.input.url, "webhooks", (url) => ({
    webhooks: { a: { url } },
  })),
  describeText("secret of a webhook", webhook.create.input.secret, "webhooks", (secret) => ({
    webhooks: { a: { url: "https://example.com", secret } },
  })),
  describeText("title of a site", site.update.input.title, "sites", (title) => ({
    site: { title },
  })),
  describeText("basename of a site", site.update.input.basename, "sites", (basename) =>
    settings({ basename }),
  ),
  describeText("proxy of a site", site.update.input.proxy, "sites", (proxy) => settings({ proxy })),
  describeText("title of a section", section.update.input.title, "sites", (title) =>
    part("section", { title }),
  ),
  describeText("path of a section", section.update.input.path, "sites", (path) =>
    part("section", { path }),
  ),
  describeText("icon of a section", section.update.input.icon, "sites", (icon) =>
    part("section", { icon }),
  ),
  describeText(
    "description of a section",
    section.update.input.description,
    "sites",
    (description) => part("section", { description }),
  ),
  describeText("condition of a section", section.update.input.condition, "sites", (condition) =>
    part("section", { condition }),
  ),
  describeText("title of a group", sectionGroup.update.input.title, "sites", (title) =>
    part("section-group", { title }),
  ),
  describeText("icon of a group", sectionGroup.update.input.icon, "sites", (icon) =>
    part("section-group", { icon }),
  ),
  describeText("title of a link", externalLink.update.input.title, "sites", (title) =>
    link({ title }),
  ),
  describeText("icon of a link", externalLink.update.input.icon, "sites", (icon) => link({ icon })),
  describeText(
    "description of a link",
    externalLink.update.input.description,
    "sites",
    (description) => link({ description }),
  ),
  describeText("URL of a link", externalLink.update.input.url, "sites", (url) => link({ url })),
  describeText("path of a site space", siteSpace.update.input.path, "sites", (path) =>
    part("space", { path }),
  ),
  describeText(
    "condition of a site space",
    siteSpace.update.input.condition,
    "sites",
    (condition) => part("space", { condition }),
  ),
  describeText(
    "source of a redirect",
    redirect.create.input.source,
    "sites",
    (source) => ({ ...inSite(), automaticRedirects: { [source]: "/new" } }),
    (length) => "/".padEnd(length, "a"),
  ),
];

test.each(texts)(
  "the $name has the length that its operation accepts",
  ({ field, file, build, write }) => {
    if (field?.kind !== "text") throw new Error("The field is not a text.");
    const { min = 0, max = 0 } = field;
    const accepts = (length: number) =>
      organizationFiles[file].safeParse(build(write(length))).success;
    expect({ max, longer: accepts(max + 1), longest: accepts(max) }).toEqual({
      max,
      longer: false,
      longest: true,
    });
    if (write !== repeat) return;
    expect({ min, shortest: accepts(Math.max(1, min)) }).toEqual({ min, shortest: true });
    if (min > 0) expect({ min, shorter: accepts(min - 1) }).toEqual({ min, shorter: false });
  },
);
