/** Results of parsing a message of the known identity provider. */
import { readSignIn } from "../../../../src/service/engines/saml/sign-in.ts";
import { encoded, identity, told } from "../../../support/sign-in/saml.ts";

export const parties = {
  issuer: told.issuer,
  certificate: identity.certificate,
  audience: told.audience,
  recipient: told.recipient,
  now: told.now,
};

export const take = (xml: string, further: Partial<typeof parties> = {}) =>
  readSignIn(encoded(xml), { ...parties, ...further });

/** The reason why a message is refused. */
export function fault(xml: string, further: Partial<typeof parties> = {}): string {
  try {
    const { email } = take(xml, further);
    return `signed in ${email}`;
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}
