/** Access to the lists of an organization. */
import type { OrganizationReader } from "../organization/organization-reader.ts";

export interface ExtraSource {
  readonly own: { readonly organizationId: string };
  readonly list: OrganizationReader["list"];
  readonly listIfOffered: OrganizationReader["listIfOffered"];
  readonly one: OrganizationReader["one"];
  readonly oneOrAbsent: OrganizationReader["oneOrAbsent"];
}
