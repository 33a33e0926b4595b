/** Models of the files that describe an organization, which editors use for validation. */
import * as z from "zod/mini";
import { languages } from "./languages.ts";
import { longestSpaceTitle } from "./limits.ts";
import { createRuleModel } from "./merge-rules.model.ts";
import { samlFile, webhooksFile } from "./organization-access-files.model.ts";
import {
  address,
  createNamedModel,
  createTextModel,
  email,
  grants,
  key,
  level,
  markSecret,
  moved,
  protect,
  roleOrGuest,
  withHelp,
} from "./organization-files-words.model.ts";
import { siteFile } from "./organization-site-file.model.ts";
import { slugLimits } from "./slugs.ts";

const rules = z.strictObject({ type: z.literal("rules"), rules: z.array(createRuleModel(email)) });

export const organizationFile = z.strictObject({
  title: z.optional(createTextModel(255, 2)),
  emailDomains: z.optional(
    withHelp("Email domains whose users may join", z.nullable(z.array(createTextModel(253)))),
  ),
  hostname: z.optional(createTextModel(32, 3)),
  defaultRole: z.optional(withHelp("Role of users who join", roleOrGuest)),
  defaultContent: z.optional(
    withHelp(
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
  title: createTextModel(64, 1),
  members: z.optional(
    withHelp(
      "Roles in the team by email address",
      createNamedModel(z.nullable(z.enum(["owner", "member"]))),
    ),
  ),
  protect,
  moved,
});

export const peopleFile = z.strictObject({
  members: z.optional(
    withHelp("Roles in the organization by email address", z.nullable(z.record(email, member))),
  ),
  teams: z.optional(z.nullable(z.record(key, team))),
});

/** Connection of a space to a branch. Access tokens are not part of a file. */
const connection = z
  .strictObject({
    repository: withHelp(
      "URL of the repository without a password or token, or owner/name with a provider",
      createTextModel(2048, 1).check(
        z.regex(
          /^(?!https?:\/\/[^/]*@|ssh:\/\/[^/@:]*:[^/@]*@)/i,
          "must not contain a user name, password or token",
        ),
      ),
    ),
    branch: withHelp("Branch, such as main", createTextModel(255, 1)),
    provider: z.optional(z.enum(["github", "gitlab", "git"])),
    folder: z.optional(withHelp("Folder of the repository with the content", createTextModel(512))),
    priority: z.optional(
      withHelp(
        "Side that takes precedence in the first sync and in conflicts",
        z.enum(["git", "space"]),
      ),
    ),
    message: z.optional(
      withHelp("Message of the commits that exports create", createTextModel(4096)),
    ),
    instance: z.optional(withHelp("Base URL of a self-hosted GitHub or GitLab", address)),
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
  title: z.optional(createTextModel(longestSpaceTitle)),
  emoji: z.optional(z.nullable(createTextModel(longestSpaceTitle))),
  language: z.optional(z.enum(languages)),
  editMode: z.optional(z.enum(["live", "locked"])),
  defaultLevel: z.optional(level),
  mergeRules: z.optional(z.union([z.enum(["inherit", "none"]), rules])),
  directory: z.optional(
    withHelp("Value of content.directory that refers to this space in a site file", z.string()),
  ),
  git: z.optional(
    withHelp(
      "Connection to a branch of a Git repository; null disconnects",
      z.nullable(connection),
    ),
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
  title: z.optional(createTextModel(50)),
  description: z.optional(createTextModel(100)),
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
  url: z.optional(markSecret("URL to fetch the specification from", address)),
  file: z.optional(
    withHelp("File with the specification, relative to this file", createTextModel(1024, 1)),
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

let fileSchemas: Readonly<Record<string, object>> | undefined;

/** JSON Schemas of the files for editors, by the same names. Built once, because it takes long. */
export function buildFileSchemas(): Readonly<Record<string, object>> {
  fileSchemas ??= Object.fromEntries(
    Object.entries(organizationFiles).map(([name, model]) => [
      name,
      z.toJSONSchema(model, { io: "input", unrepresentable: "any" }),
    ]),
  );
  return fileSchemas;
}

export type { SamlFile, WebhooksFile } from "./organization-access-files.model.ts";
export type { SiteFile, SiteFilePart } from "./organization-site-file.model.ts";
export { key };
