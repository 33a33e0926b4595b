/** Operations that resolve URLs. */
import { endpoint } from "./endpoint.ts";
import { boolean, enumeration, group, json, optional, text } from "./fields.ts";

const loadLookup = () => import("./url.model.ts").then((m) => m.publishedLookup);
/** Declared separately, because a literal inside a field definition loses its type. */
const loadClaims = () => import("./url.model.ts").then((m) => m.claims);

const createUrlField = (help: string) => text(help, { min: 1, max: 2048, format: "url" });
const url = createUrlField("Published URL of a site or of its content");
const redirectOnError = optional(boolean("Return the sign-in URL if the visitor token is invalid"));
const createVisitorTokenField = (help: string) =>
  optional(text(help, { max: 8192, secret: "whole" }));

/** Tokens that read the site, and the key of a share link. */
const secretMembers = ["apiToken", "shareKey"];

export const resolve = endpoint({
  summary: "Resolve a published URL as a visitor of its site",
  operation: "resolvePublishedContentByUrl",
  route: "POST /urls/published",
  input: {
    url,
    redirectOnError,
    visitor: optional(
      group(
        {
          type: optional(enumeration(["human", "agent"], "Visitor")),
          jwtToken: createVisitorTokenField("Visitor token (JWT) signed by your server"),
          unsignedClaims: optional(
            json(
              loadClaims,
              "Unsigned visitor attributes as JSON; conditions read them as visitor.claims.unsigned",
            ),
          ),
        },
        "Visitor",
      ),
    ),
  },
  output: loadLookup,
  secretMembers,
  openBody: true,
  unaudited: true,
  reads: true,
  anonymous: true,
  extension: true,
});

export const getPublished = endpoint({
  summary: "Resolve a published URL",
  operation: "getPublishedContentByUrl",
  route: "GET /urls/published",
  input: {
    url,
    redirectOnError,
    visitorAuthToken: createVisitorTokenField("Visitor token (JWT) signed by your server"),
  },
  output: loadLookup,
  secretMembers,
  deprecated: "use tome site resolve",
  anonymous: true,
  extension: true,
});

export const embed = endpoint({
  summary: "Show the title, website and icon of a URL",
  operation: "getEmbedByUrl",
  route: "GET /urls/embed",
  input: { url: createUrlField("URL of the page") },
  output: () => import("./space.model.ts").then((m) => m.embed),
});

export const getContent = endpoint({
  summary: "Show the collection, space, page or change request of a URL",
  operation: "getContentByUrl",
  route: "GET /urls/content",
  input: { url: createUrlField("URL of the content, on the platform or a site") },
  output: () => import("./url.model.ts").then((m) => m.content),
  extension: true,
});
