/** Worker script that validates SAML responses, so that a long one does not block requests. */
import { readSignIn, type SamlConfig, type SamlSignIn } from "./sign-in.ts";
import { SamlFault } from "./xml.ts";

export interface SamlResponseInput {
  /** The field `SAMLResponse`, in base64. */
  readonly message: string;
  readonly config: SamlConfig;
}

/** A sign-in, or the reason why the response is refused. */
export type SamlResult = { readonly signIn: SamlSignIn } | { readonly fault: string };

export function validateResponse({ message, config }: SamlResponseInput): SamlResult {
  try {
    return { signIn: readSignIn(message, config) };
  } catch (error) {
    if (error instanceof SamlFault) return { fault: error.message };
    throw error;
  }
}
