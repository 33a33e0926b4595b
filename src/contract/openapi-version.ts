/** Operations on the versions of stored API specifications. */
import { endpoint, paging } from "./endpoint.ts";
import { id } from "./fields.ts";
import { specificationPath } from "./slugs.ts";

const loadModel = () => import("./openapi-version.model.ts").then((m) => m.version);
const loadContent = () => import("./openapi-version.model.ts").then((m) => m.content);
const loadRaw = () => import("./openapi-version.model.ts").then((m) => m.raw);
const versionPath = { ...specificationPath, versionId: id("specificationVersion") };

export const list = endpoint({
  summary: "List the versions of an API specification, the latest first",
  operation: "listOpenAPISpecVersions",
  route: "GET /orgs/{organizationId}/openapi/{specSlug}/versions",
  input: { ...specificationPath, ...paging },
  output: () => import("./openapi-version.model.ts").then((m) => m.versions),
  list: true,
});

export const getLatest = endpoint({
  summary: "Show the latest version of an API specification",
  operation: "getLatestOpenAPISpecVersion",
  route: "GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest",
  input: specificationPath,
  output: loadModel,
});

export const latestContent = endpoint({
  summary: "Show the files of the latest version of an API specification",
  operation: "getLatestOpenAPISpecVersionContent",
  route: "GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest/content",
  input: specificationPath,
  output: loadContent,
});

export const latestRaw = endpoint({
  summary: "Show the source text of the latest version of an API specification",
  operation: "getLatestOpenAPISpecVersionContentRaw",
  route: "GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest/content/raw",
  input: specificationPath,
  output: loadRaw,
  extension: true,
});

export const get = endpoint({
  summary: "Show a version of an API specification",
  operation: "getOpenAPISpecVersionById",
  route: "GET /orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}",
  input: versionPath,
  output: loadModel,
});

export const versionContent = endpoint({
  summary: "Show the files of a version of an API specification",
  operation: "getOpenAPISpecVersionContentById",
  route: "GET /orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content",
  input: versionPath,
  output: loadContent,
});

export const versionRaw = endpoint({
  summary: "Show the source text of a version of an API specification",
  operation: "getOpenAPISpecVersionContentRawById",
  route: "GET /orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content/raw",
  input: versionPath,
  output: loadRaw,
  extension: true,
});
