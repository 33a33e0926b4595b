/** Operations on stored API specifications. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, json, text } from "./fields.ts";
import { slugLimits, specificationPath } from "./slugs.ts";

const loadModel = () => import("./openapi.model.ts").then((m) => m.specification);
/** Declared separately, because a literal inside a field definition loses its type. */
const loadSourceModel = () => import("./openapi.model.ts").then((m) => m.source);
const source = json(loadSourceModel, "Source of the specification: a URL or the text", {
  redacted: { addresses: ["url"] },
});

export const list = endpoint({
  summary: "List the API specifications of an organization",
  operation: "listOpenAPISpecs",
  route: "GET /orgs/{organizationId}/openapi",
  input: { organizationId: id("org"), ...paging },
  output: () => import("./openapi.model.ts").then((m) => m.specifications),
  list: true,
});

export const create = endpoint({
  summary: "Create an API specification",
  operation: "createOpenAPISpec",
  route: "POST /orgs/{organizationId}/openapi",
  input: {
    organizationId: id("org"),
    slug: text("Slug of the specification", slugLimits),
    source,
  },
  output: loadModel,
  status: 201,
});

export const get = endpoint({
  summary: "Show an API specification",
  operation: "getOpenAPISpecBySlug",
  route: "GET /orgs/{organizationId}/openapi/{specSlug}",
  input: specificationPath,
  output: loadModel,
});

export const put = endpoint({
  summary: "Create or update an API specification",
  operation: "createOrUpdateOpenAPISpecBySlug",
  route: "PUT /orgs/{organizationId}/openapi/{specSlug}",
  input: { ...specificationPath, source },
  output: loadModel,
});

export const update = endpoint({
  summary: "Change the visibility of an API specification",
  operation: "updateOpenAPISpecBySlug",
  route: "PATCH /orgs/{organizationId}/openapi/{specSlug}",
  input: {
    ...specificationPath,
    visibility: enumeration(
      ["private", "public"],
      "Visibility; public provides a URL that needs no token",
    ),
  },
  output: loadModel,
});

export const remove = endpoint({
  summary: "Delete an API specification with all its versions",
  operation: "deleteOpenAPISpecBySlug",
  route: "DELETE /orgs/{organizationId}/openapi/{specSlug}",
  input: specificationPath,
});
