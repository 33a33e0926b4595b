/** The version of this program, which the build fills in. */
declare const TOME_VERSION: string | undefined;
declare const TOME_BUILD: string | undefined;

export const version = typeof TOME_VERSION === "string" ? TOME_VERSION : "0.0.0-source";
/** The name of the npm package. */
export const packageName = "@tome-docs/cli";
/** Distinguishes builds of the same version. */
export const build = typeof TOME_BUILD === "string" ? TOME_BUILD : "source";
