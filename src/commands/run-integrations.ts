/** Flag of `tome serve` and `tome local exec` for the scripts of integrations. */
import { boolean, optional } from "./fields.ts";

export const runIntegrations = optional(
  boolean("Run the scripts of integrations, which requires the package miniflare"),
);
