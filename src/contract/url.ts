/** The operations that take the address of some content and say what it is. */
import { endpoint } from "./endpoint.ts";
import { enumeration, flag, group, json, optional, text } from "./fields.ts";

const lookup = () => import("./url.model.ts").then((m) => m.publishedLookup);
/** A constant of its own: written inside a field, its type would be lost. */
const claims = () => import("./url.model.ts").then((m) => m.claims);

const address = (help: string) =>
  text(help, { min: 1, max: 2048, format: "url", placeholder: "address" });
const url = address("Address at which a docs site is published, or of something on it");
const redirectOnError = optional(
  flag("Answer where visitors sign in, if the visitor's token is not valid"),
);
const visitorToken = (help: string) =>
  optional(text(help, { max: 8192, secret: "whole", unflagged: true }));

/** Tokens that read the site, and the key of a share link. */
const secretMembers = ["apiToken", "shareKey"];

export const resolve = endpoint({
  does: "Resolve an address of a published docs site, as one of its visitors",
  operation: "resolvePublishedContentByUrl",
  route: "POST /urls/published",
  input: {
    url,
    redirectOnError,
    visitor: optional(
      group(
        {
          type: optional(enumeration(["human", "agent"], "Who visits", { flag: "visitor-type" })),
          jwtToken: visitorToken("JWT that the site's own server signed for the visitor"),
          unsignedClaims: optional(
            json(claims, "What the visitor says, as JSON; conditions read it below unsigned", {
              placeholder: "json",
            }),
          ),
        },
        "Who visits",
      ),
    ),
  },
  output: lookup,
  secretMembers,
  openBody: true,
  unaudited: true,
  reads: true,
  anonymous: true,
  extension: true,
});

export const getPublished = endpoint({
  does: "Resolve an address of a published docs site",
  operation: "getPublishedContentByUrl",
  route: "GET /urls/published",
  input: {
    url,
    redirectOnError,
    visitorAuthToken: visitorToken("JWT that the site's own server signed for the visitor"),
  },
  output: lookup,
  secretMembers,
  deprecated: "use tome site resolve",
  anonymous: true,
  extension: true,
});

export const getContent = endpoint({
  does: "Show which collection, space, page or change request an address is of",
  operation: "getContentByUrl",
  route: "GET /urls/content",
  input: { url: address("Address of the content, on the platform or on a docs site") },
  output: () => import("./url.model.ts").then((m) => m.content),
  extension: true,
});
