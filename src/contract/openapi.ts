/** The operations on stored API specifications. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, json, text } from "./fields.ts";
import { slugLimits, specificationPath } from "./names.ts";

const model = () => import("./openapi.model.ts").then((m) => m.specification);
/** A constant of its own: written inside a field, its type would be lost. */
const sourceModel = () => import("./openapi.model.ts").then((m) => m.source);
const source = json(
  sourceModel,
  "Where the specification comes from: an address to fetch, or the text itself",
  { redacted: { addresses: ["url"] } },
);

export const list = endpoint({
  does: "List the API specifications of an organization",
  operation: "listOpenAPISpecs",
  route: "GET /orgs/{organizationId}/openapi",
  input: { organizationId: id("org"), ...paging },
  output: () => import("./openapi.model.ts").then((m) => m.specifications),
  list: true,
});

export const create = endpoint({
  does: "Store an API specification under a new slug",
  operation: "createOpenAPISpec",
  route: "POST /orgs/{organizationId}/openapi",
  input: {
    organizationId: id("org"),
    slug: text("Slug that it is known by", slugLimits),
    source,
  },
  output: model,
  status: 201,
});

export const get = endpoint({
  does: "Show an API specification",
  operation: "getOpenAPISpecBySlug",
  route: "GET /orgs/{organizationId}/openapi/{specSlug}",
  input: specificationPath,
  output: model,
});

export const put = endpoint({
  does: "Store an API specification, or a new source for one that is there",
  operation: "createOrUpdateOpenAPISpecBySlug",
  route: "PUT /orgs/{organizationId}/openapi/{specSlug}",
  input: { ...specificationPath, source },
  output: model,
});

export const update = endpoint({
  does: "Change who may see an API specification",
  operation: "updateOpenAPISpecBySlug",
  route: "PATCH /orgs/{organizationId}/openapi/{specSlug}",
  input: {
    ...specificationPath,
    visibility: enumeration(
      ["private", "public"],
      "public gives it an address that needs no token",
    ),
  },
  output: model,
});

export const remove = endpoint({
  does: "Delete an API specification with all its versions",
  operation: "deleteOpenAPISpecBySlug",
  route: "DELETE /orgs/{organizationId}/openapi/{specSlug}",
  input: specificationPath,
});
