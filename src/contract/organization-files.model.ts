/** Models of the files that describe an organization, which editors use for validation. */
import * as z from "zod/mini";
import { languages } from "./languages.ts";
import { ruleNaming } from "./merge-rules.model.ts";
import { slugLimits } from "./names.ts";
import { samlFile, webhooksFile } from "./organization-access-files.model.ts";
import {
  address,
  boundedText,
  email,
  grants,
  key,
  level,
  moved,
  named,
  protect,
  roleOrGuest,
  secret,
  told,
} from "./organization-files-words.model.ts";
import { siteFile } from "./organization-site-file.model.ts";

const rules = z.strictObject({ type: z.literal("rules"), rules: z.array(ruleNaming(email)) });

export const organizationFile = z.strictObject({
  title: z.optional(boundedText(255, 2)),
  emailDomains: z.optional(
    told("Email domains whose users may join", z.nullable(z.array(boundedText(253)))),
  ),
  hostname: z.optional(boundedText(32, 3)),
  defaultRole: z.optional(told("Role of users who join", roleOrGuest)),
  defaultContent: z.optional(
    told(
      "Landing page of members: spaces/<key>, collections/<key> or sites/<key>",
      z.nullable(
        z
          .string()
          .check(
            z.regex(
              /^(spaces|collections|sites)\/.+/,
              "must be spaces/<key>, collections/<key> or sites/<key>",
            ),
          ),
      ),
    ),
  ),
  logo: z.optional(z.nullable(address)),
  sso: z.optional(z.boolean()),
  ai: z.optional(z.boolean()),
  inviteLinks: z.optional(z.boolean()),
  mergeRules: z.optional(z.union([z.literal("none"), rules])),
});

const member = z.union([
  roleOrGuest,
  z.strictObject({ role: z.optional(roleOrGuest), disabled: z.optional(z.boolean()), protect }),
]);
const team = z.strictObject({
  title: boundedText(64, 1),
  members: z.optional(
    told("Roles in the team by email address", named(z.nullable(z.enum(["owner", "member"])))),
  ),
  protect,
  moved,
});

export const peopleFile = z.strictObject({
  members: z.optional(
    told("Roles in the organization by email address", z.nullable(z.record(email, member))),
  ),
  teams: z.optional(z.nullable(z.record(key, team))),
});

/** Connection of a space to a branch. Access tokens are not part of a file. */
const connection = z
  .strictObject({
    repository: told(
      "URL of the repository without a password or token, or owner/name with a provider",
      boundedText(2048, 1).check(
        z.regex(
          /^(?!https?:\/\/[^/]*@|ssh:\/\/[^/@:]*:[^/@]*@)/i,
          "must not contain a user name, password or token",
        ),
      ),
    ),
    branch: told("Branch, such as main", boundedText(255, 1)),
    provider: z.optional(z.enum(["github", "gitlab", "git"])),
    folder: z.optional(told("Folder of the repository with the content", boundedText(512))),
    priority: z.optional(
      told(
        "Side that takes precedence in the first sync and in conflicts",
        z.enum(["git", "space"]),
      ),
    ),
    message: z.optional(told("Message of the commits that exports create", boundedText(4096))),
    instance: z.optional(told("Base URL of a self-hosted GitHub or GitLab", address)),
  })
  .check(
    z.refine(
      ({ repository, provider }) =>
        /^(?:[a-z][a-z\d+.-]*:\/\/|[\w.-]+@[\w.-]+:|git(?:hub|lab)\.com\/)/i.test(repository) ||
        (/^[\w.-]+(?:\/[\w.-]+)+$/.test(repository) &&
          (provider === "github" || provider === "gitlab")),
      {
        path: ["repository"],
        error: "must be a URL, or owner/name with the provider github or gitlab",
      },
    ),
  );

const space = z.strictObject({
  title: z.optional(boundedText(255)),
  emoji: z.optional(z.nullable(z.string())),
  language: z.optional(z.enum(languages)),
  editMode: z.optional(z.enum(["live", "locked"])),
  defaultLevel: z.optional(level),
  mergeRules: z.optional(z.union([z.enum(["inherit", "none"]), rules])),
  directory: z.optional(
    told("Value of content.directory that refers to this space in a site file", z.string()),
  ),
  git: z.optional(
    told("Connection to a branch of a Git repository; null disconnects", z.nullable(connection)),
  ),
  grants,
  protect,
  moved,
});
const spaces = z.optional(z.nullable(z.record(key, space)));

interface FileCollection {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly defaultLevel?: z.infer<typeof level> | undefined;
  readonly collections?: Readonly<Record<string, FileCollection>> | null | undefined;
  readonly spaces?: z.infer<typeof spaces>;
  readonly grants?: z.infer<typeof grants>;
  readonly protect?: boolean | undefined;
  readonly moved?: string | undefined;
}
const collection: z.ZodMiniType<FileCollection> = z.strictObject({
  title: z.optional(boundedText(50)),
  description: z.optional(boundedText(100)),
  defaultLevel: z.optional(level),
  grants,
  protect,
  moved,
  get collections() {
    return collections;
  },
  spaces,
});
const collections = z.optional(
  z.nullable(
    z.record(
      key,
      z.lazy(() => collection),
    ),
  ),
);

export const contentFile = z.strictObject({ collections, spaces });

const specification = z.strictObject({
  url: z.optional(secret("URL to fetch the specification from", address)),
  file: z.optional(
    told("File with the specification, relative to this file", boundedText(1024, 1)),
  ),
  visibility: z.optional(z.enum(["private", "public"])),
  protect,
});

export const specificationsFile = z.strictObject({
  specs: z.optional(
    z.nullable(
      z.record(
        z
          .string()
          .check(
            z.maxLength(slugLimits.max),
            z.regex(new RegExp(slugLimits.pattern.source, "u"), "must be a slug"),
          ),
        specification,
      ),
    ),
  ),
});

export type OrganizationFile = z.infer<typeof organizationFile>;
export type PeopleFile = z.infer<typeof peopleFile>;
export type ContentFile = z.infer<typeof contentFile>;
export type FileSpace = z.infer<typeof space>;
export type { FileCollection };
export type SpecificationsFile = z.infer<typeof specificationsFile>;

/** Models by file name; `sites` stands for each file in its folder. */
export const organizationFiles = {
  org: organizationFile,
  people: peopleFile,
  content: contentFile,
  specs: specificationsFile,
  sites: siteFile,
  webhooks: webhooksFile,
  saml: samlFile,
} as const;

/** JSON Schemas of the files for editors, by the same names. */
export function buildFileSchemas(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(organizationFiles).map(([name, model]) => [
      name,
      z.toJSONSchema(model, { io: "input", unrepresentable: "any" }),
    ]),
  );
}

export type { SamlFile, WebhooksFile } from "./organization-access-files.model.ts";
export type { SiteFile, SiteFilePart } from "./organization-site-file.model.ts";
export { key };
