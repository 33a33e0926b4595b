/** The parts of undici that its own types leave out. */
declare module "undici/lib/*";
