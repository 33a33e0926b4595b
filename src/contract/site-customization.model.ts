/** Customization of a site: colors, header, footer and features. */
import * as z from "zod/mini";
import { codeThemes } from "./code-themes.ts";
import { contentReference } from "./content-reference.model.ts";
import { builtInFonts } from "./font-values.ts";
import { languages } from "./languages.ts";
import { time } from "./shared.model.ts";

const text = (max: number, min = 0) => z.string().check(z.minLength(min), z.maxLength(max));
const address = text(2048).check(
  z.url({ protocol: /^https?$/, error: "must be an http or https URL" }),
);
const color = z
  .string()
  .check(z.regex(/^#(?:[0-9a-fA-F]{3}){1,2}$/, "must be a color such as #346ddb"));
const createThemedSchema = <T extends z.ZodMiniType>(of: T) =>
  z.strictObject({ light: of, dark: of });
const themedColor = createThemedSchema(color);
const themedAddress = createThemedSchema(address);
const themedCode = createThemedSchema(z.enum(codeThemes));
const inLanguages = (max: number) => z.partialRecord(z.enum(languages), text(max));

/** Stored without effect, because tags are not supported here. */
const tag = z.looseObject({
  kind: z.literal("tag"),
  tag: z.string(),
  space: z.optional(z.string()),
});
const to = z.union([contentReference, tag]);
const contentLink = z.strictObject({
  title: text(64),
  localizedTitle: z.optional(inLanguages(64)),
  to,
});
const mostLinks = 50;
const links = z.array(contentLink).check(z.maxLength(mostLinks));
const headerItem = z.strictObject({
  title: text(64),
  localizedTitle: z.optional(inLanguages(64)),
  style: z.optional(z.enum(["link", "button-primary", "button-secondary"])),
  to: z.nullable(to),
  links,
  condition: z.optional(text(1024)),
});
const footerGroup = z.strictObject({
  title: text(64),
  localizedTitle: z.optional(inLanguages(64)),
  links,
});

const fontFace = z.strictObject({
  weight: z.int().check(z.gte(1), z.lte(1000)),
  sources: z
    .array(z.strictObject({ url: address, format: z.optional(z.enum(["woff2", "woff"])) }))
    .check(z.minLength(1), z.maxLength(10)),
});
const ownFont = z.strictObject({
  id: text(255),
  custom: z.boolean(),
  fontFamily: text(50, 1),
  fontFaces: z.array(fontFace).check(z.minLength(1), z.maxLength(20)),
});
const font = z.union([z.enum(builtInFonts), ownFont]);
const monospaceFont = z.union([
  z.enum([
    ...(["FiraCode", "IBMPlexMono", "JetBrainsMono", "SourceCodePro"] as const),
    ...(["RobotoMono", "SpaceMono", "DMMono", "Inconsolata"] as const),
  ]),
  ownFont,
]);

const socialAccount = z.strictObject({
  platform: z.enum([
    ...(["twitter", "instagram", "facebook", "linkedin", "github", "discord", "slack"] as const),
    ...(["youtube", "tiktok", "reddit", "bluesky", "mastodon", "threads", "medium"] as const),
  ]),
  handle: text(128, 1),
  display: z.strictObject({ footer: z.boolean(), header: z.boolean() }),
});

/** Members of each part; the defaults are defined by the platform. */
const parts = {
  styling: {
    theme: z.enum(["clean", "muted", "bold", "gradient"]),
    primaryColor: themedColor,
    tint: z.strictObject({ color: themedColor }),
    infoColor: themedColor,
    successColor: themedColor,
    warningColor: themedColor,
    dangerColor: themedColor,
    corners: z.enum(["straight", "rounded", "circular"]),
    depth: z.enum(["subtle", "flat"]),
    links: z.enum(["default", "accent"]),
    font,
    headingFont: z.nullable(font),
    monospaceFont,
    background: z.enum(["plain", "match"]),
    icons: z.enum(["regular", "solid", "duotone", "light", "thin"]),
    codeTheme: z.strictObject({ default: themedCode, openapi: themedCode }),
    sidebar: z.strictObject({
      background: z.enum(["default", "filled"]),
      list: z.enum(["default", "pill", "line"]),
    }),
    search: z.enum(["prominent", "subtle"]),
  },
  internationalization: {
    locale: z.enum(["en", "fr", "es", "zh", "ja", "de", "nl", "no", "pt-br", "ru"]),
  },
  header: {
    preset: z.enum(["default", "bold", "contrast", "custom", "none"]),
    logo: themedAddress,
    primaryLink: to,
    backgroundColor: themedColor,
    linkColor: themedColor,
    links: z.array(headerItem).check(z.maxLength(mostLinks)),
  },
  footer: {
    logo: themedAddress,
    groups: z.array(footerGroup).check(z.maxLength(mostLinks)),
    copyright: text(512),
  },
  themes: { default: z.enum(["light", "dark", "system"]), toggeable: z.boolean() },
  feedback: { enabled: z.boolean() },
  ai: {
    mode: z.enum(["none", "search", "assistant"]),
    greeting: text(256),
    localizedGreeting: inLanguages(128),
    suggestions: z.array(text(64, 3)).check(z.maxLength(5)),
    instructions: text(10_000),
  },
  advancedCustomization: { enabled: z.boolean() },
  pageActions: {
    items: z
      .array(z.enum(["assistant", "external-ai", "markdown", "mcp", "git", "pdf"]))
      .check(z.maxLength(6)),
  },
  externalLinks: { target: z.enum(["self", "blank"]) },
  pagination: { enabled: z.boolean() },
  trademark: { enabled: z.boolean() },
  privacyPolicy: { url: address },
  socialPreview: { url: address },
  insights: { trackingCookie: z.boolean() },
};

/** Previous form of the list of page actions, for older clients. */
const earlier = {
  git: { showEditLink: z.boolean() },
  pdf: { enabled: z.boolean() },
  pageActions: { externalAI: z.boolean(), markdown: z.boolean(), mcp: z.boolean() },
};

const favicon = z.union(
  [
    z.strictObject({ icon: themedAddress }),
    z.strictObject({ emoji: text(50, 1) }),
    z.strictObject({}),
  ],
  { error: 'must be {"icon": {"light": …, "dark": …}}, {"emoji": …} or {}' },
);
const announcement = z.strictObject({
  enabled: z.boolean(),
  message: text(128, 2),
  localizedMessage: z.optional(inLanguages(128)),
  link: z.optional(contentLink),
  style: z.enum(["info", "warning", "danger", "success"]),
});
const whole = {
  title: text(128, 2),
  localizedTitle: inLanguages(128),
  favicon,
  announcement,
  socialAccounts: z.array(socialAccount).check(z.maxLength(10)),
};

type SchemaShape = Readonly<Record<string, z.ZodMiniType>>;

/** All members are optional and have defaults. */
const createPartialSchema = <S extends SchemaShape>(shape: S) => z.partial(z.strictObject(shape));

/** All members are optional; null removes an override. */
function createOverrideSchema<S extends SchemaShape>(shape: S) {
  const entries = Object.entries(shape).map(([name, one]) => [name, z.nullable(one)]);
  type Nullable = { [K in keyof S]: z.ZodMiniNullable<S[K]> };
  return z.partial(z.strictObject(Object.fromEntries(entries) as Nullable));
}

const { styling, header, footer, themes, ai } = parts;
const { feedback, externalLinks, pagination, trademark, privacyPolicy, socialPreview } = parts;

/** Settings of a site in a request. */
export const settings = createPartialSchema({
  ...whole,
  styling: createPartialSchema(styling),
  internationalization: createPartialSchema(parts.internationalization),
  header: createPartialSchema(header),
  footer: createPartialSchema(footer),
  themes: createPartialSchema(themes),
  feedback: createPartialSchema(feedback),
  ai: createPartialSchema(ai),
  advancedCustomization: createPartialSchema(parts.advancedCustomization),
  pageActions: createPartialSchema({ ...parts.pageActions, ...earlier.pageActions }),
  git: createPartialSchema(earlier.git),
  pdf: createPartialSchema(earlier.pdf),
  externalLinks: createPartialSchema(externalLinks),
  pagination: createPartialSchema(pagination),
  trademark: createPartialSchema(trademark),
  privacyPolicy: createPartialSchema(privacyPolicy),
  socialPreview: createPartialSchema(socialPreview),
  insights: createPartialSchema(parts.insights),
});
export type CustomizationSettings = z.infer<typeof settings>;

const { font: _, headingFont: __, monospaceFont: ___, codeTheme, sidebar, ...overridden } = styling;

/** Overrides of a site space; null removes one. */
export const overrides = createPartialSchema({
  title: z.nullable(whole.title),
  localizedTitle: z.nullable(whole.localizedTitle),
  favicon: z.nullable(favicon),
  announcement,
  styling: z.partial(
    z.extend(createOverrideSchema(overridden), {
      codeTheme: createOverrideSchema(codeTheme.shape),
      sidebar: createOverrideSchema(sidebar.shape),
    }),
  ),
  internationalization: createOverrideSchema(parts.internationalization),
  header: createOverrideSchema(header),
  footer: createOverrideSchema(footer),
  themes: createOverrideSchema(themes),
  feedback: createOverrideSchema(feedback),
  externalLinks: createOverrideSchema(externalLinks),
  pagination: createOverrideSchema(pagination),
  trademark: createOverrideSchema(trademark),
  privacyPolicy: createOverrideSchema(privacyPolicy),
  socialPreview: createOverrideSchema(socialPreview),
  git: createOverrideSchema(earlier.git),
  pdf: createOverrideSchema(earlier.pdf),
});
export type Overrides = z.infer<typeof overrides>;

/** All settings, including defaults. */
export const customization = z.looseObject({
  title: z.optional(whole.title),
  localizedTitle: z.optional(whole.localizedTitle),
  favicon,
  announcement: z.optional(announcement),
  socialAccounts: whole.socialAccounts,
  styling: z.looseObject({
    ...styling,
    tint: z.optional(styling.tint),
    headingFont: z.optional(styling.headingFont),
  }),
  internationalization: z.looseObject(parts.internationalization),
  header: z.looseObject({
    ...header,
    logo: z.optional(header.logo),
    primaryLink: z.optional(header.primaryLink),
    backgroundColor: z.optional(header.backgroundColor),
    linkColor: z.optional(header.linkColor),
  }),
  footer: z.looseObject({
    ...footer,
    logo: z.optional(footer.logo),
    copyright: z.optional(footer.copyright),
  }),
  themes: z.looseObject(themes),
  feedback: z.looseObject(feedback),
  ai: z.looseObject({
    ...ai,
    greeting: z.optional(ai.greeting),
    localizedGreeting: z.optional(ai.localizedGreeting),
    suggestions: z.optional(ai.suggestions),
    instructions: z.optional(ai.instructions),
  }),
  advancedCustomization: z.looseObject(parts.advancedCustomization),
  pageActions: z.extend(
    z.looseObject(parts.pageActions),
    z.partial(z.object(earlier.pageActions)).shape,
  ),
  git: z.optional(z.partial(z.looseObject(earlier.git))),
  pdf: z.optional(z.partial(z.looseObject(earlier.pdf))),
  externalLinks: z.looseObject(externalLinks),
  pagination: z.looseObject(pagination),
  trademark: z.looseObject(trademark),
  privacyPolicy: z.partial(z.looseObject(privacyPolicy)),
  socialPreview: z.partial(z.looseObject(socialPreview)),
  insights: z.looseObject(parts.insights),
  updatedAt: z.optional(time),
});
export type Customization = z.infer<typeof customization>;
