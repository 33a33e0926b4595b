/** Modules of undici that its type declarations omit. */
declare module "undici/lib/*";
