/** A copy of a site: the responses that describe it, from which another platform can show it. */
import type { Output } from "./endpoint.ts";
import type { latestContent } from "./openapi-version.ts";
import type * as revision from "./revision.ts";
import type * as site from "./site.ts";
import type * as customization from "./site-customization.ts";
import type { siteRedirects } from "./site-redirect.model.ts";

export interface SpaceCopy {
  readonly id: string;
  readonly revision: Output<typeof revision.get>;
  /** As JSON, by the id of the page or reusable content. */
  readonly documents: ReadonlyMap<string, string>;
  /** By the id of the file; absent if it could not be downloaded. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export interface SpecificationCopy {
  readonly id: string;
  readonly slug: string;
  readonly url: string | undefined;
  readonly content: Output<typeof latestContent>;
}

export interface SiteCopy {
  readonly site: Output<typeof site.get>;
  /** The URL segment of its organization. */
  readonly hostname: string | undefined;
  /** Without drafts. */
  readonly structure: Output<typeof site.structure>;
  /** Effective settings, by the id of the site or site space. */
  readonly customizations: ReadonlyMap<string, Output<typeof customization.get>>;
  readonly redirects: readonly (typeof siteRedirects)["_zod"]["output"]["items"][number][];
  readonly spaces: readonly SpaceCopy[];
  /** Specifications that the pages show. */
  readonly specifications: readonly SpecificationCopy[];
}
