/** Views of a site without a platform, for tests of what visitors see. */
import type { CustomizationSettings } from "../../../../src/contract/site-customization.model.ts";
import type { ContentTree } from "../../../../src/service/areas/content/tree/tree.ts";
import { toDisplayTree } from "../../../../src/service/areas/site-reader/display-titles.ts";
import type { ChangePreview } from "../../../../src/service/areas/site-reader/pages/change-preview.ts";
import { findReaderWords } from "../../../../src/service/areas/site-reader/reader-words.ts";
import type { SiteView } from "../../../../src/service/areas/site-reader/site-view.ts";
import { withDefaults } from "../../../../src/service/areas/sites/customization/customization-defaults.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { tree as createTree } from "../../../support/organizations/content.ts";
import { createStructure } from "../../../support/organizations/site-parts.ts";

interface ViewOptions {
  readonly outline: Parameters<typeof createStructure>[0];
  /** The id of the site space that the visitor opened. */
  readonly current: string;
  readonly look?: CustomizationSettings;
  readonly path?: string;
  readonly change?: ChangePreview;
  readonly language?: string;
  readonly tree?: ContentTree;
  readonly view?: Partial<SiteView>;
}

/** The URL of a path in a site space is `/at/<id of the site space>/<path>`. */
export function createTestView(options: ViewOptions): SiteView {
  const {
    outline,
    current,
    look = {},
    path = "",
    language = "en",
    tree = createTree([]),
  } = options;
  const structure = createStructure(outline);
  const siteSpace = structure.siteSpaces.get(current);
  if (!siteSpace) throw new Error(`The site has no site space ${current}.`);
  return createPartial<SiteView>({
    ...{ structure, siteSpace, path, language, change: options.change, fonts: new Map() },
    site: structure.site,
    section: structure.sections.get(siteSpace.section_id ?? ""),
    look: withDefaults(look),
    words: findReaderWords(language),
    preview: false,
    reading: { base: "https://tome.example.com" },
    pages: {
      tree: () => toDisplayTree(tree),
      resolvePath: (to: { id: string }, below = "") => `/at/${to.id}/${below}`,
    },
    buildHref: (part: string) => `/docs${part}`,
    hrefIn: (to: { id: string }, below: string) => `/at/${to.id}/${below}`,
    showing: (id: string) =>
      [...structure.siteSpaces.values()].find(({ space_id }) => space_id === id),
    ...options.view,
  });
}
